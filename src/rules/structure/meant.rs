//! What people write where the specification has another word for the same thing.

/// What was written, the allowed value that is meant, and what else belongs to that.
const MEANT: &[(&str, &str, &str)] = &[
    // Transports (§6.2)
    ("http", "streamable-http", ""),
    ("https", "streamable-http", ""),
    ("stream", "streamable-http", ""),
    ("http+sse", "sse", ""),
    ("server-sent-events", "sse", ""),
    ("local", "stdio", ""),
    ("process", "stdio", ""),
    ("command", "stdio", ""),
    // Security schemes (§7.2)
    ("bearer", "http", "scheme: bearer"),
    ("jwt", "http", "scheme: bearer"),
    ("token", "http", "scheme: bearer"),
    ("basic", "http", "scheme: basic"),
    ("digest", "http", "scheme: digest"),
    ("header", "apiKey", "in: header"),
    ("cookie", "apiKey", "in: cookie"),
    ("query", "apiKey", "in: query"),
    ("oidc", "openIdConnect", ""),
    ("openid", "openIdConnect", ""),
    // Content (§9.3)
    ("string", "text", ""),
    ("markdown", "text", ""),
    ("json", "text", ""),
    ("file", "resource", ""),
    ("link", "resource_link", ""),
    // Roles and audiences
    ("model", "assistant", ""),
    ("agent", "assistant", ""),
    ("ai", "assistant", ""),
    ("llm", "assistant", ""),
    ("human", "user", ""),
    // Elicitation and the steps of scenarios (§9.4, §12)
    ("elicit", "elicitation", ""),
    ("createMessage", "sampling", ""),
    ("link", "url", ""),
    ("yes", "accept", ""),
    ("submit", "accept", ""),
    ("no", "decline", ""),
    ("reject", "decline", ""),
    ("refuse", "decline", ""),
    ("dismiss", "cancel", ""),
    ("abort", "cancel", ""),
];

/// What to write instead of `text`, where it is another word for one of the `allowed` values.
pub(super) fn instead_of(text: &str, allowed: &[&str]) -> Option<String> {
    let is_meant =
        |it: &&(&str, &str, &str)| it.0.eq_ignore_ascii_case(text) && allowed.contains(&it.1);
    let (_, value, more) = MEANT.iter().find(is_meant)?;
    Some(match *more {
        "" => format!("write `{value}`"),
        more => format!("write `{value}`, and `{more}` beside it"),
    })
}
