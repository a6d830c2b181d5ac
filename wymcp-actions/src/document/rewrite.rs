//! A property schema as it stands inside P: the same document, its references led to where it now is (ACT-4).

use serde_json::Value;

use crate::pointer;

/// What happens to a keyword of one subschema.
#[derive(Debug)]
pub(super) enum Edit {
    /// `$ref` gets this text.
    Refer(String),
    /// The keyword is left out: it is an offence, and the rest is judged without it.
    Drop(&'static str),
}

/// A local reference of the document of property `name`, from inside P; nothing where it stays as it is.
///
/// `#` and `#/…` begin at the property's place; the author's own part is kept to the letter. An anchor has no place in its text.
pub(super) fn referred(name: &str, reference: &str) -> Option<String> {
    let fragment = reference.strip_prefix('#').unwrap_or(reference);
    let local = reference.is_empty() || reference.starts_with('#');
    let by_pointer =
        fragment.is_empty() || pointer::from_fragment(fragment).is_some_and(|decoded| decoded.starts_with('/'));
    (local && by_pointer).then(|| {
        let place = pointer::to_fragment(&pointer::join("/properties", name));
        format!("#{place}{fragment}")
    })
}

/// A copy with the edits made, each at the pointer of its subschema.
pub(super) fn rewritten(schema: &Value, edits: &[(String, Edit)]) -> Value {
    let mut copy = schema.clone();
    for (pointer, edit) in edits {
        let Some(Value::Object(keywords)) = copy.pointer_mut(pointer) else {
            continue;
        };
        match edit {
            Edit::Refer(reference) => drop(keywords.insert("$ref".to_owned(), Value::from(reference.as_str()))),
            Edit::Drop(keyword) => drop(keywords.remove(*keyword)),
        }
    }
    copy
}
