//! Reading one header that mirrors a part of the body (D10 to D18).

use http::HeaderMap;
use http::header::{AsHeaderName, HeaderName};

pub(crate) const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
pub(crate) const METHOD: HeaderName = HeaderName::from_static("mcp-method");
#[cfg(feature = "http")]
pub(crate) const SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
pub(crate) const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// What a header says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field<'h> {
    Absent,
    /// Its value, without the white space around it (D15).
    Value(&'h str),
    /// It holds other than visible ASCII, spaces and tabs (D16), or was given twice with different values (D18).
    Malformed,
}

/// Read a header; its name in any case (D14).
pub(crate) fn field<'h>(headers: &'h HeaderMap, name: impl AsHeaderName) -> Field<'h> {
    let mut values = headers
        .get_all(name)
        .iter()
        .map(|value| value.to_str().ok().map(|text| text.trim_matches([' ', '\t'])));
    match values.next() {
        None => Field::Absent,
        Some(Some(first)) if values.all(|other| other == Some(first)) => Field::Value(first),
        Some(_) => Field::Malformed,
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn read(values: &[&[u8]]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("mcp-name", HeaderValue::from_bytes(value).unwrap());
        }
        match field(&headers, "Mcp-Name") {
            Field::Absent => None,
            Field::Value(value) => Some(value.to_owned()),
            Field::Malformed => Some("<malformed>".to_owned()),
        }
    }

    #[test]
    fn d_15_white_space_around_a_value_is_not_part_of_it() {
        assert_eq!(read(&[b" \t a b \t"]).as_deref(), Some("a b"));
        assert_eq!(read(&[]), None);
        assert_eq!(read(&[b""]).as_deref(), Some(""));
    }

    #[test]
    fn d_16_other_than_visible_ascii_is_malformed() {
        assert_eq!(read(&["é".as_bytes()]).as_deref(), Some("<malformed>"));
        assert_eq!(read(&[b"\xff"]).as_deref(), Some("<malformed>"));
    }

    #[test]
    fn d_18_a_header_given_twice_must_say_the_same() {
        assert_eq!(read(&[b"a", b" a"]).as_deref(), Some("a"));
        assert_eq!(read(&[b"a", b"A"]).as_deref(), Some("<malformed>"));
        assert_eq!(read(&[b"a", b"\xff"]).as_deref(), Some("<malformed>"));
    }
}
