//! Icons, as MCP defines them.

use serde_json::Value;

use crate::offence::{Findings, code};
use crate::{Callback, Offence};

pub(super) fn check(value: Value, findings: &mut Findings) -> Option<Value> {
    let Value::Array(icons) = &value else {
        findings.push(offence(
            String::new(),
            "an array of icon objects",
            "icons are a list",
            &value,
        ));
        return None;
    };
    for (index, icon) in icons.iter().enumerate() {
        check_icon(&format!("/{index}"), icon, findings);
    }
    Some(value)
}

fn check_icon(at: &str, icon: &Value, findings: &mut Findings) {
    let Value::Object(members) = icon else {
        findings.push(offence(
            at.to_owned(),
            "an object with `src`",
            "an icon is an object",
            icon,
        ));
        return;
    };
    match members.get("src") {
        None => findings.push(offence(
            at.to_owned(),
            "a member `src`",
            "an icon without `src` shows nothing",
            icon,
        )),
        Some(Value::String(src)) if has_scheme(src) => {}
        Some(src) => findings.push(offence(
            format!("{at}/src"),
            "an http, https or data URI",
            "`src` is the icon's address",
            src,
        )),
    }
    if let Some(mime) = members.get("mimeType").filter(|mime| !mime.is_string()) {
        findings.push(offence(
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
                findings.push(offence(
                    format!("{at}/sizes/{index}"),
                    "a string such as `48x48`, or `any`",
                    "a size is text",
                    size,
                ));
            }
        }
        Some(sizes) => findings.push(offence(
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
        findings.push(offence(
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
        .said_by(Callback::Icons)
        .at(at)
        .wants(wanted)
        .finds(value)
        .mended_by("write the icon as MCP defines it: `src`, and perhaps `mimeType`, `sizes`, `theme`")
}
