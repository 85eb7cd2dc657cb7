//! `mcpdesc check --fix`: the safe fixes, made in the files.

use mcpdesc::Options;
use mcpdesc::fix::{Applied, fix_all};

use super::files::Input;
use super::transform::replace;

/// Makes all safe fixes of an input. A file is written as a whole, and only where something was
/// fixed. Says why where it could not be written.
pub(super) fn mend(
    input: &Input,
    bytes: &mut Vec<u8>,
    options: &Options,
) -> Result<Vec<Applied>, String> {
    let fixed = fix_all(bytes, options);
    if fixed.applied.is_empty() {
        return Ok(fixed.applied);
    }
    if let Input::File(path) = input {
        replace(path, fixed.text.as_bytes())
            .map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    }
    *bytes = fixed.text.into_bytes();
    Ok(fixed.applied)
}

/// What was fixed, a line each: `FILE: fixed[CODE] PATH: what was done`.
pub(super) fn report(name: &str, applied: &[Applied]) -> Vec<u8> {
    let mut lines = String::new();
    for Applied { diagnostic, title } in applied {
        let (code, path) = (diagnostic.rule.code, &diagnostic.path);
        let line = format!("{name}: fixed[{code}] {path}: {title}");
        lines.extend(line.chars().filter(|it| !it.is_control()));
        lines.push('\n');
    }
    lines.into_bytes()
}
