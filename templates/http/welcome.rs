//! Whether a request may come from where it comes from. A web page in a browser on this machine must
//! not reach the server under a name of its own.

use axum::http::{HeaderMap, HeaderValue, header};

/// Whether the request uses a name of this server, and comes from no web page or from one that may
/// ask. Judged before anything else, so that nothing is told to others.
pub(super) fn is_welcome(headers: &HeaderMap, hosts: &[String], origins: &[String]) -> bool {
    let fits = |header, fits: &dyn Fn(&str) -> bool| {
        let mut values = headers.get_all(header).iter();
        values.all(|it: &HeaderValue| it.to_str().is_ok_and(fits))
    };
    let host = |host: &str| hosts.is_empty() || hosts.iter().any(|it| is_host(it, host));
    let origin = |origin: &str| origins.iter().any(|it| is_origin(it, origin));
    fits(header::HOST, &host) && fits(header::ORIGIN, &origin)
}

/// `allowed` is a name, with a port where only that port is allowed.
fn is_host(allowed: &str, host: &str) -> bool {
    let (name, port) = cut(host);
    let bare = allowed.trim_matches(['[', ']']);
    let is_name = name.trim_matches(['[', ']']).eq_ignore_ascii_case(bare);
    allowed.eq_ignore_ascii_case(host) || (is_name && port.is_none_or(is_port))
}

/// `allowed` is an origin; at any port where it ends in `:*` or has no port.
fn is_origin(allowed: &str, origin: &str) -> bool {
    let allowed = allowed.strip_suffix(":*").unwrap_or(allowed);
    let (start, port) = cut(origin);
    allowed.eq_ignore_ascii_case(origin)
        || (allowed.eq_ignore_ascii_case(start) && port.is_some_and(is_port))
}

/// The text before the port, and the port. A colon inside brackets or of `http://` begins none.
fn cut(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(':') {
        Some((start, port)) if !port.contains([']', '/']) => (start, Some(port)),
        _ => (text, None),
    }
}

fn is_port(text: &str) -> bool {
    text.bytes().all(|it| it.is_ascii_digit()) && text.parse::<u16>().is_ok()
}
