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
