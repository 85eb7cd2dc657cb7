//! What to do after a run, in words for the developer.

use mcpdesc::generate::{Changes, Function, Owner, Project};
use mcpdesc::report::human::shown;

use super::folder::Folder;
use super::write::Written;

/// The file that holds the developer's functions.
const HANDLERS: &str = "src/handlers.rs";

/// What was done to the files.
pub(super) fn outcome(folder: &Folder, written: &Written, is_later: bool) -> String {
    let root = folder.shown();
    let mut out = String::new();
    let count = written.ours.len() + written.theirs.len();
    out.push_str(&match (is_later, count, written.removed.len()) {
        (true, 0, 0) => format!("mcpdesc: `{root}` is up to date\n"),
        (true, count, 0) => format!("mcpdesc: wrote {} in `{root}`\n", files(count)),
        (true, 0, removed) => format!("mcpdesc: removed {} from `{root}`\n", files(removed)),
        (true, count, removed) => format!(
            "mcpdesc: wrote {} in `{root}`, removed {removed}\n",
            files(count)
        ),
        (false, count, _) => format!("mcpdesc: wrote {} to `{root}`\n", files(count)),
    });
    for path in &written.removed {
        out.push_str(&format!("  removed {root}/{path}\n"));
    }
    for path in written.theirs.iter().filter(|_| is_later) {
        out.push_str(&format!("  wrote your {path} again\n"));
    }
    for path in &written.absent {
        out.push_str(&format!("  your {path} is gone; --force writes it again\n"));
    }
    if !is_later {
        for path in &written.kept {
            out.push_str(&format!("  kept your {path} as it is\n"));
        }
        if !written.kept.is_empty() {
            out.push_str(
                "Compare what was kept with a project in an empty folder: the generated code needs \
                 what the files there have.\n",
            );
        }
        out.push_str(&format!(
            "Write what the server does in {root}/{HANDLERS}; `cargo run` in `{root}` starts it.\n"
        ));
    }
    out
}

fn files(count: usize) -> String {
    match count {
        1 => "1 file".to_owned(),
        many => format!("{many} files"),
    }
}

/// What to change in the developer's files so that they are as `new` would have them, where a run
/// with other settings made them as in `old`.
pub(super) fn by_hand(old: &Project, new: &Project) -> String {
    let mut out = String::new();
    for file in new.files.iter().filter(|it| it.owner == Owner::Developer) {
        // The functions are told one by one.
        let before = old.files.iter().find(|it| it.path == file.path);
        let Some(before) = before.filter(|_| file.path != HANDLERS) else {
            continue;
        };
        let (gone, come) = difference(&before.text, &file.text);
        if gone.is_empty() && come.is_empty() {
            continue;
        }
        if out.is_empty() {
            out.push_str("\nFor the new settings, change these files of yours by hand:\n");
        }
        out.push_str(&format!("\n  {}\n", file.path));
        for (mark, lines) in [('-', gone), ('+', come)] {
            for line in lines {
                out.push_str(format!("  {mark} {line}").trim_end());
                out.push('\n');
            }
        }
    }
    out
}

/// The lines between the first and the last difference of two texts, in each of them.
fn difference<'t>(old: &'t str, new: &'t str) -> (Vec<&'t str>, Vec<&'t str>) {
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    let same = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
        pairs.take_while(|(left, right)| left == right).count()
    };
    let head = same(&mut old.iter().zip(&new));
    let shorter = old.len().min(new.len()) - head;
    let tail = same(&mut old.iter().rev().zip(new.iter().rev())).min(shorter);
    let middle = |lines: &[&'t str]| {
        let end = lines.len() - tail;
        lines.get(head..end).unwrap_or_default().to_vec()
    };
    (middle(&old), middle(&new))
}

/// Which functions of the developer are new, changed or gone, and what to do.
pub(super) fn functions(changes: &Changes<'_>, project: &Project) -> String {
    let mut out = String::new();
    if changes.is_empty() {
        return out;
    }
    let (checks, changed): (Vec<_>, Vec<_>) = changes
        .changed
        .iter()
        .partition(|(before, after)| after.has_same_types(before));
    if !(changes.new.is_empty() && changed.is_empty() && changes.gone.is_empty()) {
        out.push_str(&format!(
            "\nThe functions changed; {HANDLERS} is yours to change:\n"
        ));
    }
    for function in &changes.new {
        out.push_str(&format!("  new      {}\n", named(function)));
    }
    for (before, after) in changed {
        out.push_str(&format!(
            "  changed  {}: {}\n",
            named(after),
            what(before, after)
        ));
    }
    for function in &changes.gone {
        let advice = match successor(changes, function) {
            Some(name) => format!("it is called {name} now; rename the function"),
            None => "remove the function".to_owned(),
        };
        out.push_str(&format!("  gone     {}: {advice}\n", named(function)));
    }
    if !checks.is_empty() {
        out.push_str("\nThese schemas changed; the types of the functions are the same:\n");
    }
    for (_, after) in checks {
        out.push_str(&format!("  schema   {}\n", named(after)));
    }
    let stubs: Vec<&str> = changes
        .new
        .iter()
        .filter_map(|function| stub(project, &function.name))
        .collect();
    if !stubs.is_empty() {
        out.push_str("\nAdd this to the others:\n\n");
        out.push_str(&stubs.join("\n"));
    }
    out
}

/// The name of the function that answers for what `gone` did.
fn successor<'m>(changes: &Changes<'m>, gone: &Function) -> Option<&'m str> {
    let changed = changes.changed.iter().map(|&(_, after)| after);
    let mut others = changes.new.iter().copied().chain(changed);
    let is_same = |it: &Function| (&it.kind, &it.identity) == (&gone.kind, &gone.identity);
    others.find(|it| is_same(it)).map(|it| it.name.as_str())
}

fn named(function: &Function) -> String {
    format!(
        "{} ({} `{}`)",
        function.name,
        function.kind,
        shown(&function.identity)
    )
}

/// What is different about a function.
fn what(before: &Function, after: &Function) -> String {
    let name = |of: &Option<String>| of.clone().unwrap_or_else(|| "nothing".to_owned());
    let mut said = Vec::new();
    if before.kind != after.kind || before.identity != after.identity {
        let before = format!("{} `{}`", before.kind, shown(&before.identity));
        said.push(format!("was for the {before}"));
    }
    if before.takes != after.takes {
        said.push(format!("takes {}", name(&after.takes)));
    }
    if before.gives != after.gives {
        said.push(format!("gives {}", name(&after.gives)));
    }
    if said.is_empty() {
        said.push(
            "the description says something else of its values; its types may be the same"
                .to_owned(),
        );
    }
    said.join(", ")
}

/// The function `name` with its comments, as a new project has it.
fn stub<'p>(project: &'p Project, name: &str) -> Option<&'p str> {
    let text = &project.files.iter().find(|it| it.path == HANDLERS)?.text;
    let head = text.find(&format!("    async fn {name}("))?;
    // The comments and attributes above it, back to an empty line or the line that opens a block.
    let mut start = head;
    for line in text.get(..head)?.split_inclusive('\n').rev() {
        let trimmed = line.trim_start();
        if !(trimmed.starts_with("//") || trimmed.starts_with("#[")) {
            break;
        }
        start -= line.len();
    }
    let end = head + text.get(head..)?.find("\n    }\n")? + "\n    }\n".len();
    text.get(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_that_has_another_name_is_renamed_not_removed() {
        let function = |name: &str, identity: &str| Function {
            name: name.to_owned(),
            kind: "tool".to_owned(),
            identity: identity.to_owned(),
            takes: None,
            gives: None,
            schemas: String::new(),
            types: String::new(),
        };
        let (before, after) = (function("a_b", "a-b"), function("a_b", "a_b"));
        let gone = function("a_b_2", "a_b");
        let changes = Changes {
            new: Vec::new(),
            changed: vec![(&before, &after)],
            gone: vec![&gone],
        };
        assert_eq!(successor(&changes, &gone), Some("a_b"));
        assert_eq!(successor(&changes, &before), None);
    }

    #[test]
    fn only_the_lines_that_differ_are_told() {
        let (gone, come) = difference("a\nb\nc\nd\n", "a\nB\nB\nd\n");
        assert_eq!((gone, come), (vec!["b", "c"], vec!["B", "B"]));
        let (gone, come) = difference("a\na\n", "a\na\na\n");
        assert_eq!((gone, come), (vec![], vec!["a"]));
        assert_eq!(difference("a\n", "a\n"), (vec![], vec![]));
    }
}
