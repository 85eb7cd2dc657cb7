//! Rust literals.

/// A string literal for `text`, quotes included: in one line, and with everything escaped that
/// readers or the compiler could take for something else.
pub fn string(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for it in text.chars() {
        match it {
            '\'' => literal.push(it),
            _ => literal.extend(it.escape_debug()),
        }
    }
    literal.push('"');
    literal
}
