//! Icons, as MCP defines them.

use serde_json::Value;

use crate::offence::{Findings, code};
use crate::{Callback, Offence};

pub(super) fn check(value: Value, findings: &mut Findings) -> Option<Value> {
    for problem in icon_offences(&value) {
        findings.push(problem.said_by(Callback::Icons));
    }
    super::meta::depth([&value], code::INVALID_ICONS, Callback::Icons, findings);
    Some(value)
}

/// What is wrong with a list of icons, a tool's or a server's.
#[doc(hidden)]
#[must_use]
pub fn icon_offences(value: &Value) -> Vec<Offence> {
    let mut offences = Vec::new();
    match value {
        Value::Array(icons) => {
            for (index, icon) in icons.iter().enumerate() {
                check_icon(&format!("/{index}"), icon, &mut offences);
            }
        }
        _ => offences.push(offence(
            String::new(),
            "an array of icon objects",
            "icons are a list",
            value,
        )),
    }
    offences
}

fn check_icon(at: &str, icon: &Value, offences: &mut Vec<Offence>) {
    let Value::Object(members) = icon else {
        offences.push(offence(
            at.to_owned(),
            "an object with `src`",
            "an icon is an object",
            icon,
        ));
        return;
    };
    match members.get("src") {
        None => offences.push(offence(
            at.to_owned(),
            "a member `src`",
            "an icon without `src` shows nothing",
            icon,
        )),
        Some(Value::String(src)) if has_scheme(src) => {}
        Some(src) => offences.push(offence(
            format!("{at}/src"),
            "an http, https or data URI",
            "`src` is the icon's address",
            src,
        )),
    }
    if let Some(mime) = members.get("mimeType").filter(|mime| !mime.is_string()) {
        offences.push(offence(
            format!("{at}/mimeType"),
            "a string",
            "`mimeType` names a media type",
            mime,
        ));
    }
    match members.get("sizes") {
        None => {}
        Some(Value::Array(sizes)) => {
            for (index, size) in sizes.iter().enumerate().filter(|(_, size)| !size.is_string()) {
                offences.push(offence(
                    format!("{at}/sizes/{index}"),
                    "a string such as `48x48`, or `any`",
                    "a size is text",
                    size,
                ));
            }
        }
        Some(sizes) => offences.push(offence(
            format!("{at}/sizes"),
            "an array of strings",
            "`sizes` is a list",
            sizes,
        )),
    }
    if let Some(theme) = members
        .get("theme")
        .filter(|theme| !matches!(theme.as_str(), Some("light" | "dark")))
    {
        offences.push(offence(
            format!("{at}/theme"),
            "`light` or `dark`",
            "MCP knows two themes",
            theme,
        ));
    }
}

fn has_scheme(uri: &str) -> bool {
    uri.split_once(':').is_some_and(|(scheme, rest)| {
        !rest.is_empty()
            && ["http", "https", "data"]
                .iter()
                .any(|known| scheme.eq_ignore_ascii_case(known))
    })
}

fn offence(at: String, wanted: &'static str, why: &'static str, value: &Value) -> Offence {
    Offence::new(code::INVALID_ICONS, why)
        .at(at)
        .wants(wanted)
        .finds(value)
        .mended_by("write the icon as MCP defines it: `src`, and perhaps `mimeType`, `sizes`, `theme`")
}
