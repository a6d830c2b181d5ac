//! Which URIs are looked at at all (wire contract N2).

use iri_string::types::UriStr;
use wymcp_bound::limits;

/// Why a text is no URI that a resource may have; nothing where it is one.
pub(crate) fn fault_of(uri: &str) -> Option<&'static str> {
    if uri.len() > limits::URI_BYTES {
        Some("it is longer than 8192 bytes")
    } else if UriStr::new(uri).is_err() {
        Some("it is no URI of RFC 3986: a scheme, a colon, and characters that are percent-encoded where they must be")
    } else if climbs(uri) {
        Some("it has `..` as a segment, which would lead out of what is served")
    } else {
        None
    }
}

/// Whether some part between two separators is `..`, encoded or not: a value of a template's variable becomes a path in many a
/// handler, wherever in the URI it stood.
fn climbs(uri: &str) -> bool {
    let is_separator = |byte: &u8| matches!(byte, b'/' | b'\\' | b':' | b'?' | b'#' | b'&' | b'=' | b';' | b',');
    decoded(uri).split(is_separator).any(|part| part == b"..")
}

/// The bytes that a percent-encoded text stands for; a `%` that encodes nothing stays.
pub(crate) fn decoded(text: &str) -> Vec<u8> {
    let mut bytes = text.bytes();
    let mut out = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        let mut ahead = bytes.clone();
        let hex = |digit: Option<u8>| digit.and_then(|digit| char::from(digit).to_digit(16));
        match (byte, hex(ahead.next()), hex(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                out.extend(u8::try_from(high * 16 + low));
                bytes = ahead;
            }
            _ => out.push(byte),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn n_2_only_uris_that_lead_somewhere_are_looked_at() {
        for good in [
            "file:///a/b.txt",
            "test://x",
            "urn:isbn:0",
            "note://a..b/...",
            "x://a?q=%41#f",
            "mailto:a@b.c",
        ] {
            assert_eq!(fault_of(good), None, "{good}");
        }
        for bad in ["", "a", "/a", "x://a b", "x://ü", "x://%4", "1x://a", "x://a\n"] {
            assert!(fault_of(bad).is_some_and(|why| why.contains("RFC 3986")), "{bad}");
        }
        assert!(fault_of(&format!("x://{}", "a".repeat(limits::URI_BYTES))).is_some());
    }

    #[test]
    fn n_2_no_uri_climbs_however_it_is_written() {
        for bad in [
            "file:///a/../b",
            "file:///..",
            "file:///a/%2e%2E/b",
            "file:///a%2f..%2fb",
            "file:///a/..%5cb",
            "x://a?path=../b",
            "x://a?path=b&dir=..",
            "x:..",
        ] {
            assert!(fault_of(bad).is_some_and(|why| why.contains("`..`")), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn n_2_no_text_panics_the_check(any in "\\PC{0,40}", near in "[a-c]{0,2}:[%/\\[\\]:@.0-9a-fé?#]{0,30}") {
            let _ = (fault_of(&any), fault_of(&near));
        }
    }

    #[test]
    fn decoding_leaves_what_encodes_nothing() {
        assert_eq!(decoded("a%20b%2Fc%"), b"a b/c%");
        assert_eq!(decoded("%zz%2"), b"%zz%2");
        assert_eq!(decoded("%C3%A9"), "é".as_bytes());
    }
}
