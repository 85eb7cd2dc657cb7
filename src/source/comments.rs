//! Comments, which the data model does not hold.

use granit_parser::{Event, Parser, options};

use super::{Format, Tree};

/// How many comments the text of a tree has: they are lost when the tree is written again (§15.5).
/// JSON has none.
pub fn count_comments(tree: &Tree) -> usize {
    if tree.format() == Format::Json {
        return 0;
    }
    let options = options! {
        emit_comments: true,
        max_buffered_comment_events: usize::MAX,
    };
    let text = tree.source().as_str();
    let events = Parser::new_from_str_with_options(text, options).map_while(Result::ok);
    events
        .filter(|(event, _)| matches!(event, Event::Comment(..)))
        .count()
}
