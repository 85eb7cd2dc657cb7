//! Function signatures as rustfmt writes them.

/// The longest line rustfmt writes where it can help it, in characters.
const WIDTH: usize = 100;

/// A function without a body, as it stands in an `impl` block: the text between the indentation of
/// its first line and the brace that opens its body.
///
/// ```
/// use mcpdesc::generate::signature;
///
/// let signature = signature("async fn ping", &["&self".to_owned()], "Result<(), Error>");
/// assert_eq!(signature, "async fn ping(&self) -> Result<(), Error>");
/// ```
pub fn signature(name: &str, parameters: &[String], output: &str) -> String {
    let line = format!("{name}({}) -> {output}", parameters.join(", "));
    let around = "    ".len() + " {".len();
    if line.chars().count() + around <= WIDTH {
        return line;
    }
    let parameters: String = parameters
        .iter()
        .map(|parameter| format!("        {parameter},\n"))
        .collect();
    format!("{name}(\n{parameters}    ) -> {output}")
}
