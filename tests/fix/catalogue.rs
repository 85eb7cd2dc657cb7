//! Every bad example of the catalogue: its offers hold, and fixing all settles.

use std::collections::BTreeMap;

use mcpdesc::diagnostic::Severity;
use mcpdesc::fix::{apply, fix_all};
use mcpdesc::rules;

use super::{Faulty, counted, essence, faulty, fixes_of, options, read, unchanged_lines};

#[test]
fn every_fix_removes_its_finding_and_adds_none() {
    let mut offered = 0;
    for Faulty { name, text, format } in faulty() {
        let (loaded, report) = read(&text, format);
        let before = counted(&report);
        for (diagnostic, fix) in fixes_of(&loaded, &report, format) {
            offered += 1;
            let context = || format!("{name}: {} {fix:?}\n{text}", diagnostic.rule.code);
            let after = apply(&text, &fix.edits).unwrap_or_else(|| panic!("{}", context()));
            let counts = counted(&read(&after, format).1);
            let key = essence(diagnostic);
            let left = counts.get(&key).copied().unwrap_or_default();
            assert!(left < before[&key], "{}\n---\n{after}", context());
            // Behind a fault of the text, nothing is advised; what stands twice is advised twice.
            let was_hidden = |code: &str| {
                let is_advice = rules::find(code).unwrap().severity == Severity::Advice;
                let new_places = ["Refer", "Create", "Declare"];
                let is_new_place = new_places.iter().any(|it| fix.title.starts_with(it));
                is_advice
                    && (is_new_place
                        || diagnostic.rule.section.starts_with("§15")
                        || diagnostic.rule.code == "unsupported-version")
            };
            let new = counts.iter().find(|(it, count)| {
                before.get(*it).is_none_or(|old| old < *count) && !was_hidden(it.0)
            });
            assert_eq!(new, None, "{}\n---\n{after}", context());
            assert!(
                unchanged_lines(&text, &after, &fix.edits),
                "{}\n---\n{after}",
                context()
            );
            if name.ends_with("CRLF") {
                assert_eq!(
                    after.matches('\n').count(),
                    after.matches("\r\n").count(),
                    "{after:?}"
                );
            }
        }
    }
    assert!(offered > 200, "{offered} fixes were offered");
}

#[test]
fn twins_are_offered_the_same_fixes() {
    let mut titles: BTreeMap<String, Vec<(String, Vec<String>)>> = BTreeMap::new();
    for Faulty { name, text, format } in faulty() {
        let (loaded, report) = read(&text, format);
        let mut offers: Vec<String> = fixes_of(&loaded, &report, format)
            .into_iter()
            .map(|(it, fix)| format!("{}: {}", it.rule.code, fix.title))
            .collect();
        offers.sort();
        let (rule, twin) = name.split_once(", ").unwrap_or((&name, ""));
        titles
            .entry(rule.to_owned())
            .or_default()
            .push((twin.to_owned(), offers));
    }
    let mut report = String::new();
    for (rule, twins) in &titles {
        for (twin, offers) in twins {
            if *offers != twins[0].1 {
                report.push_str(&format!(
                    "{rule}, {twin}: {offers:?} instead of {:?}\n",
                    twins[0].1
                ));
            }
        }
    }
    assert_eq!(report, "");
}

#[test]
fn fixing_all_leaves_no_safe_fix_and_is_idempotent() {
    let mut fixed_some = 0;
    for Faulty { name, text, format } in faulty() {
        let options = options(format);
        let fixed = fix_all(text.as_bytes(), &options);
        assert_eq!(fixed.applied.is_empty(), fixed.text == text, "{name}");
        let (loaded, report) = read(&fixed.text, format);
        let safe = fixes_of(&loaded, &report, format)
            .into_iter()
            .find(|(_, it)| it.safe);
        assert_eq!(safe, None, "{name}\n{}", fixed.text);
        let again = fix_all(fixed.text.as_bytes(), &options);
        assert_eq!(again.applied, [], "{name}\n{}", fixed.text);
        fixed_some += usize::from(!fixed.applied.is_empty());
    }
    assert!(fixed_some > 20, "{fixed_some}");
}
