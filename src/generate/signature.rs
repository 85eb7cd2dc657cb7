//! Function signatures as rustfmt writes them.

/// The longest head that stays in one line, in characters without the indentation.
const LINE: usize = 96;

/// The same for the line after the parameters where they stand in lines of their own, its brace not
/// counted: with the brace behind it, and with the brace below. rustfmt counts some characters twice
/// there and others not at all; these numbers are what it does.
const WITH_BRACE: usize = 90;
const WITHOUT_BRACE: usize = 98;

/// The head of a function in an `impl` block that gives `Result<output, Error>`: the text between
/// the indentation of its first line and its body, the opening brace included.
///
/// ```
/// use mcpdesc::generate::signature::signature;
///
/// let signature = signature("async fn ping", &["&self".to_owned()], "Pong");
/// assert_eq!(signature, "async fn ping(&self) -> Result<Pong, Error> {");
/// ```
pub fn signature(name: &str, parameters: &[String], output: &str) -> String {
    let result = format!("Result<{output}, Error>");
    let line = format!("{name}({}) -> {result} {{", parameters.join(", "));
    if line.chars().count() <= LINE {
        return line;
    }
    let mut lines = format!("{name}(\n");
    for parameter in parameters {
        lines.push_str(&format!("        {parameter},\n"));
    }
    let end = format!(") -> {result}");
    let width = end.chars().count();
    let end = if width <= WITH_BRACE {
        format!("{end} {{")
    } else if width <= WITHOUT_BRACE {
        format!("{end}\n    {{")
    } else {
        format!(") -> Result<\n        {output},\n        Error,\n    > {{")
    };
    format!("{lines}    {end}")
}
