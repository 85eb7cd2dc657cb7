//! The line at the end of a check.

use std::fmt;

use mcpdesc::diagnostic::{Diagnostic, Severity};
use mcpdesc::{Report, TOO_MANY};

/// Counts over all files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Summary {
    /// Files that were checked.
    pub files: usize,
    /// Files with errors.
    pub invalid: usize,
    /// Files with warnings.
    pub warned: usize,
    /// Files with any finding.
    pub touched: usize,
    /// Files that could not be validated completely.
    pub incomplete: usize,
    /// Paths that could not be checked.
    pub unchecked: usize,
    /// Findings that were kept, by severity.
    pub findings: [usize; 3],
    /// Findings that were counted but not kept.
    pub dropped: usize,
    /// Files whose findings reached the bound.
    pub limited: usize,
    /// Findings that were fixed.
    pub fixed: usize,
    /// Whether warnings are denied.
    pub deny_warnings: bool,
}

impl Summary {
    /// Counts one checked file in.
    pub(super) fn add(&mut self, report: &Report) {
        self.files += 1;
        self.invalid += usize::from(!report.valid);
        self.warned += usize::from(report.has_warnings);
        self.touched += usize::from(!report.diagnostics.is_empty() || report.dropped > 0);
        self.incomplete += usize::from(!report.complete);
        self.dropped += report.dropped;
        self.limited += usize::from(report.reached_limit);
        let is_finding = |it: &&Diagnostic| *it.rule != TOO_MANY;
        for diagnostic in report.diagnostics.iter().filter(is_finding) {
            self.findings[diagnostic.severity() as usize] += 1;
        }
    }

    /// Adds another summary's counts.
    pub(super) fn merge(&mut self, other: &Self) {
        self.files += other.files;
        self.invalid += other.invalid;
        self.warned += other.warned;
        self.touched += other.touched;
        self.incomplete += other.incomplete;
        self.unchecked += other.unchecked;
        self.dropped += other.dropped;
        self.limited += other.limited;
        self.fixed += other.fixed;
        for (sum, count) in self.findings.iter_mut().zip(other.findings) {
            *sum += count;
        }
    }

    /// Whether a document was rejected.
    pub(super) fn is_rejected(&self) -> bool {
        self.invalid > 0 || (self.deny_warnings && self.warned > 0)
    }

    /// The kept findings in words: `2 errors, 1 warning`; empty where there are none.
    fn counts(&self) -> String {
        let [errors, warnings, advice] = self.findings;
        let counts = [
            (errors, Severity::Error.as_str()),
            (warnings, Severity::Warning.as_str()),
            (advice, "suggestion"),
        ];
        let words = counts.iter().filter(|(count, _)| *count > 0);
        words
            .map(|&(count, word)| plural(count, word))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts();
        if self.files == 0 {
            f.write_str("no file was checked")?;
        } else if self.invalid == 0 {
            let verb = if self.files == 1 { "is" } else { "are" };
            write!(f, "{} {verb} valid", plural(self.files, "file"))?;
            if !counts.is_empty() {
                write!(f, ", with {counts}")?;
            }
        } else {
            match counts.is_empty() {
                true => write!(f, "at least {} in ", plural(self.dropped, "finding"))?,
                false => write!(f, "{counts} in ")?,
            }
            if self.touched < self.files {
                write!(f, "{} of ", self.touched)?;
            }
            f.write_str(&plural(self.files, "file"))?;
        }
        let more = self.dropped;
        let none_shown = more > 0 && counts.is_empty() && self.invalid > 0;
        if none_shown {
            f.write_str(", none shown, see --max-diagnostics")?;
        }
        if self.fixed > 0 {
            write!(f, "; {} fixed", plural(self.fixed, "finding"))?;
        }
        if more > 0 && counts.is_empty() && !none_shown {
            let findings = plural(more, "finding");
            write!(f, "; at least {findings} not shown, see --max-diagnostics")?;
        } else if more > 0 && !none_shown {
            write!(f, "; at least {more} more not shown, see --max-diagnostics")?;
        } else if more == 0 && self.limited > 0 {
            f.write_str("; there may be more, see --max-diagnostics")?;
        }
        if self.incomplete > 0 {
            let files = plural(self.incomplete, "file");
            write!(f, "; validation of {files} was incomplete")?;
        }
        if self.deny_warnings && self.invalid == 0 && self.warned > 0 {
            f.write_str("; warnings are denied")?;
        }
        if self.unchecked > 0 {
            let paths = plural(self.unchecked, "path");
            write!(f, "; {paths} could not be checked")?;
        }
        Ok(())
    }
}

fn plural(count: usize, word: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {word}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_counts_in_words() {
        let summary = Summary {
            files: 1,
            invalid: 1,
            touched: 1,
            findings: [2, 1, 0],
            ..Summary::default()
        };
        assert_eq!(summary.to_string(), "2 errors, 1 warning in 1 file");
    }

    #[test]
    fn a_summary_tells_what_is_not_shown_and_what_was_not_done() {
        let summary = Summary {
            files: 3,
            invalid: 1,
            touched: 1,
            incomplete: 1,
            unchecked: 2,
            findings: [1, 0, 0],
            dropped: 7,
            limited: 1,
            ..Summary::default()
        };
        assert_eq!(
            summary.to_string(),
            "1 error in 1 of 3 files; at least 7 more not shown, see --max-diagnostics; \
             validation of 1 file was incomplete; 2 paths could not be checked"
        );
    }

    #[test]
    fn a_summary_never_calls_a_file_valid_when_its_errors_are_not_shown() {
        let summary = Summary {
            files: 1,
            invalid: 1,
            touched: 1,
            dropped: 1,
            limited: 1,
            ..Summary::default()
        };
        assert!(
            summary
                .to_string()
                .starts_with("at least 1 finding in 1 file, none shown")
        );
    }

    #[test]
    fn a_summary_says_when_warnings_are_the_reason() {
        let summary = Summary {
            files: 2,
            warned: 1,
            touched: 1,
            findings: [0, 1, 0],
            deny_warnings: true,
            ..Summary::default()
        };
        assert_eq!(
            summary.to_string(),
            "2 files are valid, with 1 warning; warnings are denied"
        );
    }
}
