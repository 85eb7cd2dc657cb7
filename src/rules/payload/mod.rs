//! Checks of the MCP payloads that a document carries: results, content blocks, Resource Contents
//! and annotations, wherever they stand.
//!
//! What the structure rules see (wrong kinds, missing or unknown members of closed objects) is
//! theirs; here is what depends on revisions and on the meaning of values.

mod annotations;
mod base64;
mod content;
mod result;
mod site;

pub(crate) use annotations::check_date as check_annotation_date;
pub(crate) use content::{check_block, check_resource_contents, contents_len};
pub(crate) use result::{ResultForm, check as check_result};
pub(crate) use site::Site;

use crate::diagnostic::Rule;

/// The rules that hold wherever a payload stands; the others belong to the chapters.
pub static RULES: &[&Rule] = &[&base64::INVALID_BASE64, &annotations::INVALID_LAST_MODIFIED];
