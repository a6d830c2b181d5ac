//! The name and the description of a tool (SRF-3).

use crate::offence::{Findings, code};
use crate::{Callback, Offence};

/// The reserved name (HLP-1).
const HELP: &str = "help";

/// SRF-3: 1 to 128 of `A-Za-z0-9_.-`, and not the reserved name.
pub(super) fn name(name: Option<String>, is_framework: bool, findings: &mut Findings) -> Option<String> {
    let Some(name) = name.filter(|name| !name.trim().is_empty()) else {
        if findings.has_at(Callback::Name, "") {
            return None;
        }
        findings.push(
            Offence::new(code::MISSING_NAME, "the tool has no name")
                .said_by(Callback::Name)
                .wants("1 to 128 characters of A-Z, a-z, 0-9, `_`, `.` and `-`")
                .mended_by("name the tool"),
        );
        return None;
    };
    let is_legal = name.len() <= 128
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'));
    if !is_legal {
        findings.push(
            Offence::new(
                code::INVALID_NAME,
                "a name is sent to clients as an identifier, and this one is none",
            )
            .said_by(Callback::Name)
            .wants("1 to 128 characters of A-Z, a-z, 0-9, `_`, `.` and `-`")
            .mended_by("rename the tool"),
        );
    } else if name == HELP && !is_framework {
        findings.push(
            Offence::new(code::RESERVED_NAME, "`help` is the framework's own tool in every mount")
                .said_by(Callback::Name)
                .wants("any other name")
                .mended_by(
                    "rename the tool; what it would explain can stand in `notes` and in the mount's instructions",
                ),
        );
    }
    Some(name)
}

/// A model chooses by it, so it is there and says something. Newlines are legal (TXT-3).
pub(super) fn description(description: Option<String>, findings: &mut Findings) -> Option<String> {
    let description = description.filter(|description| !description.trim().is_empty());
    if description.is_none() && !findings.has_at(Callback::Description, "") {
        findings.push(
            Offence::new(
                code::MISSING_DESCRIPTION,
                "a model chooses tools by their description, and this one is missing or blank",
            )
            .said_by(Callback::Description)
            .wants("a string that is not blank")
            .mended_by("say what the tool is for"),
        );
    }
    description
}
