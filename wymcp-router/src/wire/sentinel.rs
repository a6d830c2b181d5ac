//! The Base64 sentinel of `Mcp-Name` and `Mcp-Param-*` (D19 to D22).

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// How to send what a header cannot carry as it is, as errors say it.
pub(crate) const HOW: &str = ", and what is no visible ASCII as `=?base64?…?=`";

/// What a header value means: itself, or what stands in Base64 between `=?base64?` and `?=`. Nothing when that cannot be read.
pub(crate) fn decode(value: &str) -> Option<Cow<'_, str>> {
    let Some(encoded) = value.strip_prefix("=?base64?").and_then(|rest| rest.strip_suffix("?=")) else {
        return Some(Cow::Borrowed(value));
    };
    let bytes = STANDARD.decode(encoded).ok()?;
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn d_19_to_d_21_the_vectors_of_the_official_suite() {
        assert_eq!(decode("=?base64?SGVsbG8=?=").as_deref(), Some("Hello"));
        assert_eq!(decode("=?base64?SGVsbG8?="), None, "padding is wanted");
        assert_eq!(decode("=?base64?SGVs!!!bG8=?="), None, "not of the alphabet");
        assert_eq!(decode("=?base64?/w==?="), None, "not UTF-8");
        assert_eq!(decode("=?base64?SGVsbG9=?="), None, "trailing bits");
    }

    #[test]
    fn d_20_without_prefix_and_suffix_a_value_is_itself() {
        for literal in [
            "SGVsbG8=",
            "=?base64?SGVsbG8=",
            "SGVsbG8=?=",
            "=?BASE64?SGVsbG8=?=",
            "=?base64?=",
            "",
        ] {
            assert_eq!(decode(literal).as_deref(), Some(literal));
        }
        assert_eq!(decode("=?base64??=").as_deref(), Some(""));
    }

    proptest! {
        #[test]
        fn d_19_any_text_can_be_sent(text in any::<String>()) {
            let header = format!("=?base64?{}?=", STANDARD.encode(&text));
            prop_assert_eq!(decode(&header), Some(Cow::Owned(text)));
        }
    }
}
