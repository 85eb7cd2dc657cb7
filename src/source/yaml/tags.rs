//! Tags that must not be used, and those that do not agree with what they stand before (§15.3.4).

use granit_parser::Tag;

use super::super::Span;
use super::super::json::shorten;
use super::super::rules::{FOREIGN_TAG, NON_FINITE_NUMBER, TAG_MISMATCH};
use super::resolve::{Mismatch, TagKind};
use super::{Reader, Written};

impl Reader<'_, '_> {
    pub(super) fn check_collection_tag(
        &mut self,
        object: bool,
        tag: Option<&Tag>,
        span: Option<Span>,
    ) {
        let (Some(tag), Some(span)) = (tag, span) else {
            return;
        };
        let kind = TagKind::of(tag);
        let agrees = match kind {
            TagKind::NonSpecific => true,
            TagKind::Map => object,
            TagKind::Seq => !object,
            TagKind::Foreign => return self.report_foreign(tag, span),
            _ => false,
        };
        if !agrees {
            let what = if object { "a mapping" } else { "a sequence" };
            self.report_mismatch(&tag.original(), what, span);
        }
    }

    pub(super) fn report_unresolved(&mut self, written: &Written<'_>, mismatch: Mismatch) {
        let shown = shorten(written.content);
        match (mismatch, written.tag) {
            (Mismatch::NonFinite, _) => {
                let message = format!("`{shown}` is no finite number (§15.3.3)");
                let help = format!("write a finite number, or `\"{shown}\"` if text is meant");
                self.report(&NON_FINITE_NUMBER, written.span, message, &help);
            }
            (Mismatch::Foreign, Some(tag)) => {
                self.report_foreign(tag, written.tag_span.unwrap_or(written.span));
            }
            (Mismatch::Tag, tag) => {
                let name = tag.map(Tag::original).unwrap_or_default();
                let span = written.tag_span.unwrap_or(written.span);
                let value = match &*shown {
                    "" => "an empty value".to_owned(),
                    shown => format!("`{shown}`"),
                };
                self.report_mismatch(&name, &value, span);
            }
            (Mismatch::Foreign, None) => {}
        }
    }

    pub(super) fn report_foreign(&mut self, tag: &Tag, span: Span) {
        let name = shorten(self.text.get(span.range()).unwrap_or_default().trim());
        let message = match TagKind::of(tag) {
            TagKind::Foreign if name.is_empty() => "this tag must not be used (§15.3.4)".to_owned(),
            _ => format!(
                "the tag `{name}` must not be used; only the tags of the JSON schema are known \
                 (§15.3.4)"
            ),
        };
        let help = "remove the tag, and write the value as JSON would hold it";
        self.report(&FOREIGN_TAG, span, message, help);
    }

    fn report_mismatch(&mut self, tag: &str, value: &str, span: Span) {
        let name = match self.text.get(span.range()).unwrap_or_default().trim() {
            "" => tag,
            written => written,
        };
        let message = format!("the tag `{name}` does not agree with {value} (§15.3.3)");
        let help = "remove the tag, or change the value";
        self.report(&TAG_MISMATCH, span, message, help);
    }
}
