//! The two halves of a summary: name and description (ACT-2, TXT-3).

use super::Findings;
use crate::names::{blank, good_name, has_newline};
use crate::offence::{Offence, OffenceCode};
use crate::schema::Declared;

pub(super) fn action_name(name: &str, findings: &mut Findings) {
    if good_name(name) {
        return;
    }
    let what = if blank(name) { "is blank" } else { "holds a newline" };
    findings.push(
        Offence::new(OffenceCode::InvalidActionName, "")
            .wants("a name that is not blank and stands on one line")
            .because(format!(
                "the action's name {what}, and it is the first half of a summary line"
            ))
            .mended_by("name the action by what it does, such as `create`"),
    );
}

/// The description, which is already an offence where there is none.
pub(super) fn description(text: &Option<Declared<String>>, findings: &mut Findings) -> String {
    let Some(text) = text else { return String::new() };
    let offence = |code| {
        Offence::new(code, text.pointer.clone())
            .wants("a string of one line that is not blank")
            .finds_type("string")
            .at(text.location)
    };
    if blank(&text.value) {
        findings.push(
            offence(OffenceCode::MissingDescription)
                .because("the description is blank, and it is what a model chooses by")
                .mended_by("say in one line what the action does"),
        );
    } else if has_newline(&text.value) {
        findings.push(
            offence(OffenceCode::NewlineInDescription)
                .because("the description holds a newline, and descriptions are listed one to a line")
                .mended_by("keep one line here and move the rest to `notes`"),
        );
    }
    text.value.clone()
}
