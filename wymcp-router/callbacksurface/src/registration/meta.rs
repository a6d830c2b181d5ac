//! `_meta` of a definition, as MCP defines it.

use serde_json::Value;
use wymcp_bound::limits;
use wymcp_bound::pointer::join;

use crate::offence::{Findings, code};
use crate::{Callback, Object, Offence};

pub(super) fn check(value: Value, findings: &mut Findings) -> Option<Object> {
    for problem in meta_offences(&value) {
        findings.push(problem.said_by(Callback::Meta));
    }
    let Value::Object(meta) = value else { return None };
    depth(meta.values(), code::INVALID_META, Callback::Meta, findings);
    Some(meta)
}

/// What is wrong with the `_meta` of a definition, a tool's or any other's.
pub(crate) fn meta_offences(value: &Value) -> Vec<Offence> {
    let Value::Object(meta) = value else {
        let offence = Offence::new(code::INVALID_META, "`_meta` is a JSON object")
            .wants("an object")
            .finds(value)
            .mended_by("give an object, or nothing");
        return vec![offence];
    };
    let mut wrong: Vec<&str> = meta.keys().map(String::as_str).filter(|key| !is_key(key)).collect();
    wrong.sort_unstable();
    let offence = |key: &str| {
        Offence::new(
            code::INVALID_META,
            format!("`{key}` is no key that MCP allows in `_meta`"),
        )
        .at(join("", key))
        .wants("an optional prefix of dotted labels and a slash, then a name of letters, digits, `-`, `_` and `.`")
        .mended_by("rename the key, for instance `com.example/name`")
    };
    wrong.into_iter().map(offence).collect()
}

/// What is listed is written by a walk that recurses; a message does not nest deeper than this either.
pub(super) fn depth<'v>(
    values: impl IntoIterator<Item = &'v Value>,
    code: &'static str,
    callback: Callback,
    findings: &mut Findings,
) {
    let mut values = values.into_iter();
    if values.any(|value| wymcp_bound::json::depth_exceeds(value, limits::SCHEMA_NESTING)) {
        findings.push(
            Offence::new(code, format!("it nests deeper than {} levels", limits::SCHEMA_NESTING))
                .said_by(callback)
                .wants("a flatter value")
                .mended_by("flatten it, or refer to it by address"),
        );
    }
}

/// `prefix/name`: labels begin with a letter and end with a letter or digit; a name begins and ends with a letter or digit,
/// unless it is empty.
fn is_key(key: &str) -> bool {
    let (prefix, name) = match key.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    let is_label = |label: &str| {
        label.starts_with(|c: char| c.is_ascii_alphabetic())
            && label.ends_with(|c: char| c.is_ascii_alphanumeric())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let is_name = name.is_empty()
        || (name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name.ends_with(|c: char| c.is_ascii_alphanumeric())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')));
    is_name && !(prefix.is_none() && name.is_empty()) && prefix.is_none_or(|prefix| prefix.split('.').all(is_label))
}

#[cfg(test)]
mod tests {
    use super::is_key;

    #[test]
    fn srf_3_meta_keys_are_those_of_mcp() {
        for key in [
            "ui",
            "com.example/name",
            "openai/outputTemplate",
            "com.example/",
            "a-b.c/x_y.z",
            "A1",
        ] {
            assert!(is_key(key), "{key}");
        }
        for key in ["", "/x", "1a/x", "a./x", "a b", "-a", "a-", "com.example/a/b", "ü"] {
            assert!(!is_key(key), "{key}");
        }
    }
}
