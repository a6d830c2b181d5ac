//! From a document to tools that lack nothing but their handlers.

use std::sync::Arc;

use serde_json::Value;
use wymcp_bound::pointer::{below, join};

use super::document::{Document, Fault};
use super::{Entry, Manifest, Origin};
use crate::Offence;
use crate::builder::json::{self, Provenance};
use crate::offence::{Source, code};

/// The one key of a manifest.
const TOOLS: &str = "tools";

impl Manifest {
    pub(super) fn read(document: Document) -> Self {
        let Document { value, faults } = document;
        let mut offences = shape(&value, &faults);
        let entries = value.get(TOOLS).and_then(Value::as_array);
        let tools = entries.into_iter().flatten().enumerate();
        let tools: Vec<Entry> = tools
            .map(|(index, definition)| entry(index, definition, &faults))
            .collect();
        let is_a_tools = |fault: &&Fault| {
            (0..tools.len()).any(|index| below(&fault.pointer, &format!("/{TOOLS}/{index}")).is_some())
        };
        let own = faults.iter().filter(|fault| !is_a_tools(fault));
        offences.splice(
            0..0,
            own.map(|fault| told(fault).of_source(in_manifest(&fault.pointer))),
        );
        Self {
            tools,
            offences,
            file: None,
        }
    }
}

/// What is wrong with the shape of the manifest itself.
fn shape(value: &Value, faults: &[Fault]) -> Vec<Offence> {
    let is_stand_in = |pointer: &str| {
        faults
            .iter()
            .any(|fault| fault.is_stand_in() && fault.pointer == pointer)
    };
    let Value::Object(members) = value else {
        if is_stand_in("") {
            return Vec::new();
        }
        let offence = Offence::new(code::NOT_AN_OBJECT, "a manifest is an object")
            .wants("an object with `tools`")
            .finds(value)
            .mended_by("write `{\"tools\": [ … ]}`");
        return vec![offence.of_source(in_manifest(""))];
    };
    let mut offences = Vec::new();
    let mut unknown: Vec<_> = members.iter().filter(|(key, _)| *key != TOOLS).collect();
    unknown.sort_unstable_by_key(|(key, _)| *key);
    for (key, value) in unknown {
        let pointer = join("", key);
        offences.push(
            Offence::new(code::UNKNOWN_KEY, format!("`{key}` is no key of a manifest"))
                .at(pointer.clone())
                .wants("`tools`")
                .finds(value)
                .mended_by("remove it; what a tool declares stands in its entry of `tools`")
                .of_source(in_manifest(&pointer)),
        );
    }
    let pointer = format!("/{TOOLS}");
    let offence = match members.get(TOOLS) {
        Some(Value::Array(_)) => return offences,
        Some(_) if is_stand_in(&pointer) => return offences,
        Some(other) => Offence::new(code::INVALID_TYPE, "`tools` is a list, an entry for each tool").finds(other),
        None => Offence::new(code::MISSING_TOOLS, "a manifest lists its tools"),
    };
    offences.push(
        offence
            .at(pointer.clone())
            .wants("a list of definitions")
            .mended_by("write `\"tools\": [{\"name\": …}]`")
            .of_source(in_manifest(&pointer)),
    );
    offences
}

fn entry(index: usize, definition: &Value, faults: &[Fault]) -> Entry {
    let at = format!("/{TOOLS}/{index}");
    let own = || {
        faults
            .iter()
            .filter_map(|fault| Some((fault, below(&fault.pointer, &at)?)))
    };
    let origin = Origin::new(
        at.clone(),
        own()
            .filter(|(fault, _)| fault.is_stand_in())
            .map(|(fault, _)| fault.pointer.clone())
            .collect(),
    );
    let offences = own().map(|(fault, below)| origin.fault(told(fault), below)).collect();
    let from = Provenance {
        origin: Some(origin),
        offences,
        declared_at: None,
    };
    if json::has_actions(definition) {
        Entry::Actions(json::action_tool(definition, from))
    } else {
        Entry::Plain(json::plain_tool(definition, from))
    }
}

fn told(fault: &Fault) -> Offence {
    let wanted = if fault.is_stand_in() {
        "a value that JSON carries"
    } else {
        "each key once"
    };
    let offence = Offence::new(fault.code, fault.why.clone())
        .at(fault.pointer.clone())
        .wants(wanted)
        .mended_by(fault.mend);
    match fault.found {
        Some(found) => offence.finds_type(found),
        None => offence,
    }
}

fn in_manifest(pointer: &str) -> Source {
    Source {
        file: None::<Arc<str>>,
        pointer: pointer.to_owned(),
    }
}
