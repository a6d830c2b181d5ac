//! MCP tool annotations (SRF-3).

use serde_json::Value;

use crate::offence::{Findings, code};
use crate::{Callback, Object, Offence};

/// What MCP defines as boolean, and the framework's own `sensitive`.
const FLAGS: [&str; 5] = [
    "destructiveHint",
    "idempotentHint",
    "openWorldHint",
    "readOnlyHint",
    "sensitive",
];

/// A wrong type is an offence: `"destructiveHint": "true"` must not read as harmless. Other keys pass through as written.
pub(super) fn check(value: Value, findings: &mut Findings) -> Option<Object> {
    let offence = |pointer: &str, wanted: &'static str, value: &Value, why: String| {
        Offence::new(code::INVALID_ANNOTATIONS, why)
            .said_by(Callback::Annotations)
            .at(pointer)
            .wants(wanted)
            .finds(value)
            .mended_by("write the value with the type that MCP defines for it, or leave it out")
    };
    let annotations = match value {
        Value::Object(annotations) => annotations,
        other => {
            findings.push(offence(
                "",
                "an object",
                &other,
                "annotations are a JSON object".to_owned(),
            ));
            return None;
        }
    };
    for flag in FLAGS {
        if let Some(value) = annotations.get(flag).filter(|value| !value.is_boolean()) {
            findings.push(offence(
                &format!("/{flag}"),
                "true or false",
                value,
                format!("a client would misread `{flag}`"),
            ));
        }
    }
    if let Some(value) = annotations.get("title").filter(|value| !value.is_string()) {
        findings.push(offence(
            "/title",
            "a string",
            value,
            "a client shows `title` as text".to_owned(),
        ));
    }
    super::meta::depth(
        annotations.values(),
        code::INVALID_ANNOTATIONS,
        Callback::Annotations,
        findings,
    );
    Some(annotations)
}

/// DEF-4: one way only.
pub(super) fn are_sensitive(annotations: &Object) -> bool {
    ["destructiveHint", "sensitive"]
        .into_iter()
        .any(|flag| annotations.get(flag) == Some(&Value::Bool(true)))
}
