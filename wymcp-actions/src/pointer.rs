//! JSON Pointers (RFC 6901), as text and as URI fragments.

use std::borrow::Cow;
use std::fmt::Write as _;

use wymcp_bound::pointer::escape;
pub(crate) use wymcp_bound::pointer::join;

/// A pointer token as it stands in a URI fragment: escaped as a pointer, then percent-encoded (RFC 3986, 3.5).
pub(crate) fn fragment_token(token: &str) -> String {
    let escaped = escape(token);
    let mut out = String::with_capacity(escaped.len());
    for byte in escaped.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' => out.push(char::from(byte)),
            b'-' | b'.' | b'_' | b'~' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'='
            | b':' | b'@' => {
                out.push(char::from(byte));
            }
            // Writing to a string cannot fail.
            byte => drop(write!(out, "%{byte:02X}")),
        }
    }
    out
}

/// The text behind percent escapes; nothing where an escape is malformed or the bytes are no UTF-8.
pub(crate) fn percent_decode(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        if *first != b'%' {
            bytes.push(*first);
            rest = tail;
            continue;
        }
        let [high, low, tail @ ..] = tail else { return None };
        let (high, low) = (char::from(*high).to_digit(16)?, char::from(*low).to_digit(16)?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
        rest = tail;
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}
