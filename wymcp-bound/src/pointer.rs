//! JSON Pointers (RFC 6901) as text, into schemas and declarations; places in a caller's data are [`DataPath`](crate::DataPath)s.

use std::borrow::Cow;

/// A key as a token of a pointer.
///
/// ```
/// assert_eq!(wymcp_bound::pointer::escape("a/b~c"), "a~1b~0c");
/// ```
#[must_use]
pub fn escape(key: &str) -> Cow<'_, str> {
    if key.contains(['~', '/']) {
        Cow::Owned(key.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(key)
    }
}

/// A token of a pointer as the key that it stands for.
///
/// ```
/// assert_eq!(wymcp_bound::pointer::unescape("a~1b~0c~01"), "a/b~c~1");
/// ```
#[must_use]
pub fn unescape(token: &str) -> Cow<'_, str> {
    if token.contains('~') {
        Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(token)
    }
}

/// The pointer one step further down.
///
/// ```
/// assert_eq!(wymcp_bound::pointer::join("/properties", "a/b"), "/properties/a~1b");
/// ```
#[must_use]
pub fn join(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", escape(key))
}

/// What is left of a pointer behind another that it is or lies below; nothing where it does neither.
///
/// ```
/// use wymcp_bound::pointer::below;
///
/// assert_eq!(below("/tools/0/name", "/tools/0"), Some("/name"));
/// assert_eq!(below("/tools/01", "/tools/0"), None);
/// ```
#[must_use]
pub fn below<'p>(pointer: &'p str, above: &str) -> Option<&'p str> {
    pointer
        .strip_prefix(above)
        .filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A pointer as it stands in a URI fragment, behind the `#` of a reference: percent-encoded where RFC 3986, 3.5 wants it.
///
/// ```
/// assert_eq!(wymcp_bound::pointer::to_fragment("/$defs/a b"), "/$defs/a%20b");
/// ```
#[must_use]
pub fn to_fragment(pointer: &str) -> String {
    let mut fragment = String::with_capacity(pointer.len());
    for byte in pointer.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?".contains(&byte) {
            fragment.push(char::from(byte));
        } else {
            fragment.push_str(&format!("%{byte:02X}"));
        }
    }
    fragment
}

/// The text behind the percent escapes of a URI fragment; nothing where an escape is malformed or the bytes are no UTF-8.
///
/// ```
/// use wymcp_bound::pointer::from_fragment;
///
/// assert_eq!(from_fragment("/$defs/a%20b").as_deref(), Some("/$defs/a b"));
/// assert_eq!(from_fragment("/$defs/50%"), None);
/// ```
#[must_use]
pub fn from_fragment(fragment: &str) -> Option<Cow<'_, str>> {
    if !fragment.contains('%') {
        return Some(Cow::Borrowed(fragment));
    }
    let mut bytes = fragment.bytes();
    let mut decoded = Vec::with_capacity(fragment.len());
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'%' => {
                let high = char::from(bytes.next()?).to_digit(16)?;
                let low = char::from(bytes.next()?).to_digit(16)?;
                u8::try_from(high * 16 + low).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(decoded).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_pointer_reads_back_from_its_fragment(keys in proptest::collection::vec(".{0,8}", 0..4)) {
            let pointer = keys.iter().fold(String::new(), |above, key| join(&above, key));
            let fragment = to_fragment(&pointer);
            prop_assert!(fragment.is_ascii());
            let read = from_fragment(&fragment);
            prop_assert_eq!(read.as_deref(), Some(pointer.as_str()));
            let read: Vec<_> = pointer.split('/').skip(1).map(|token| unescape(token).into_owned()).collect();
            prop_assert_eq!(read, keys);
        }
    }

    #[test]
    fn what_is_no_fragment_is_no_text() {
        for bad in ["%", "%f", "%zz", "%2z", "%z2", "a%2", "%+f", "%ff"] {
            assert_eq!(from_fragment(bad), None, "{bad}");
        }
    }
}
