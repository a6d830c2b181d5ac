//! What a property schema may not hold, and what becomes of it (ACT-3, ACT-4).

use std::collections::{BTreeMap, BTreeSet};
use std::panic::Location;

use serde_json::Value;
use wymcp_bound::{json, limits};

use super::positions::{Position, positions};
use super::rewrite::{Edit, referred, rewritten};
use crate::offence::{Offence, OffenceCode};
use crate::pointer;

/// Levels that a property schema, a default or an example may nest, so that every answer that shows it can be parsed again: a help
/// page holds it four levels below its root.
pub(crate) const PART_NESTING: usize = limits::MESSAGE_NESTING - 4;

/// The anchors of one action so far, with the pointer of each.
pub(crate) type Anchors = BTreeMap<String, String>;

/// A property schema after it was judged.
#[derive(Debug)]
pub(crate) struct Judged {
    /// The schema as it stands inside P, without what is an offence; nothing where no one can judge the rest.
    pub(crate) schema: Option<Value>,
    /// In the order of their pointers.
    pub(crate) offences: Vec<Offence>,
}

/// Judge the schema of one property as a document of its own, and lead its references to its place in P.
pub(crate) fn judge(
    name: &str,
    schema: &Value,
    location: Option<&'static Location<'static>>,
    anchors: &mut Anchors,
) -> Judged {
    let mut judge = Judge::new(name, schema);
    if let Some(offence) = judge.unfit() {
        return Judged {
            schema: None,
            offences: vec![offence.at(location)],
        };
    }
    judge.positions = positions(schema);
    judge.collect_anchors(anchors);
    for position in judge.positions.clone().values() {
        judge.position(position);
    }
    let mut offences = judge.offences;
    offences.sort_by(|left, right| left.pointer.cmp(&right.pointer));
    let schema = (!judge.fatal).then(|| rewritten(schema, &judge.edits));
    Judged {
        schema,
        offences: offences.into_iter().map(|offence| offence.at(location)).collect(),
    }
}

struct Judge<'v> {
    name: &'v str,
    schema: &'v Value,
    /// The property's place in the action schema.
    place: String,
    positions: BTreeMap<String, Position<'v>>,
    anchors: BTreeSet<&'v str>,
    /// Whether an `$id` makes the meaning of references doubtful.
    rebased: bool,
    edits: Vec<(String, Edit)>,
    fatal: bool,
    offences: Vec<Offence>,
}

impl<'v> Judge<'v> {
    fn new(name: &'v str, schema: &'v Value) -> Self {
        Self {
            name,
            schema,
            place: pointer::join("/properties", name),
            positions: BTreeMap::new(),
            anchors: BTreeSet::new(),
            rebased: false,
            edits: Vec::new(),
            fatal: false,
            offences: Vec::new(),
        }
    }

    fn offence(&self, code: OffenceCode, below: &str) -> Offence {
        Offence::new(code, format!("{}{below}", self.place))
    }

    /// What keeps the whole from being read.
    fn unfit(&self) -> Option<Offence> {
        if !is_schema(self.schema) {
            let offence = self
                .offence(OffenceCode::MalformedSchema, "")
                .wants("a JSON Schema: an object or a boolean");
            return Some(
                offence
                    .finds(self.schema)
                    .because(format!("property `{}` is described by no JSON Schema", self.name))
                    .mended_by("write an object such as `{\"type\": \"string\"}`, or `{}` for a property of any kind"),
            );
        }
        json::depth_exceeds(self.schema, PART_NESTING).then(|| {
            self.offence(OffenceCode::SchemaNesting, "")
                .wants(format!("at most {PART_NESTING} levels of JSON"))
                .finds(self.schema)
                .because(format!(
                    "property `{}` nests deeper than an answer can show it",
                    self.name
                ))
                .mended_by("move inner parts to `$defs` and refer to them")
        })
    }

    fn collect_anchors(&mut self, all: &mut Anchors) {
        for position in self.positions.values() {
            let Some(keywords) = position.keywords() else { continue };
            self.rebased |= keywords.contains_key("$id");
            for keyword in ["$anchor", "$dynamicAnchor"] {
                let Some(Value::String(anchor)) = keywords.get(keyword) else {
                    continue;
                };
                let at = format!("{}{}/{keyword}", self.place, position.pointer);
                self.anchors.insert(anchor);
                match all.get(anchor) {
                    Some(first) => {
                        self.edits.push((position.pointer.clone(), Edit::Drop(keyword)));
                        self.offences.push(
                            Offence::new(OffenceCode::DuplicateAnchor, at)
                                .wants("an anchor that no other subschema of the action has")
                                .finds_type("string")
                                .because(format!(
                                    "the anchor `{anchor}` is also at {first}, and the action is shown as one document"
                                ))
                                .mended_by("rename one of the two, and the references to it"),
                        );
                    }
                    None => drop(all.insert(anchor.clone(), at)),
                }
            }
        }
    }

    fn position(&mut self, position: &Position<'v>) {
        let at = &position.pointer;
        let Some(keywords) = position.keywords() else {
            self.no_object(position);
            return;
        };
        if let Some(properties) = keywords.get("properties").filter(|properties| !properties.is_object()) {
            self.fatal = true;
            self.offences.push(
                self.offence(OffenceCode::MalformedSchema, &format!("{at}/properties"))
                    .wants("an object of JSON Schemas")
                    .finds(properties)
                    .because("`properties` maps names to schemas")
                    .mended_by("write `\"properties\": {\"<name>\": {…}}`"),
            );
        }
        for (keyword, code, why, mend) in FORBIDDEN {
            let Some(value) = keywords.get(keyword) else { continue };
            self.edits.push((at.clone(), Edit::Drop(keyword)));
            self.offences.push(
                self.offence(code, &format!("{at}/{keyword}"))
                    .wants(format!("a property schema without `{keyword}`"))
                    .finds(value)
                    .because(why)
                    .mended_by(mend),
            );
        }
        if let Some(Value::String(reference)) = keywords.get("$ref") {
            self.reference(at, reference);
        }
    }

    /// A boolean is a schema. What else stands in `properties` or `additionalProperties` is not, and that is ACT-4's to say; in
    /// other places a validator says so.
    fn no_object(&mut self, position: &Position<'v>) {
        if position.schema.is_boolean() {
            return;
        }
        let why = match position.keyword {
            Some("properties") => "a member of `properties` is a schema",
            Some("additionalProperties") => "`additionalProperties` is `true`, `false` or a schema",
            _ => return,
        };
        self.fatal = true;
        self.offences.push(
            self.offence(OffenceCode::MalformedSchema, &position.pointer)
                .wants("a JSON Schema: an object or a boolean")
                .finds(position.schema)
                .because(why)
                .mended_by("write an object such as `{\"type\": \"string\"}`, or `true` or `false`"),
        );
    }

    fn reference(&mut self, at: &str, reference: &str) {
        if !reference.is_empty() && !reference.starts_with('#') {
            // Another document: a validator refuses to fetch it, and says so (VAL-1).
            return;
        }
        let fragment = reference.strip_prefix('#').unwrap_or(reference);
        let decoded = pointer::from_fragment(fragment);
        let resolves = decoded.as_ref().is_some_and(|decoded| {
            if decoded.is_empty() || decoded.starts_with('/') {
                self.positions.contains_key(decoded.as_ref())
            } else {
                self.anchors.contains(decoded.as_ref())
            }
        });
        if resolves {
            if let Some(reference) = referred(self.name, reference) {
                self.edits.push((at.to_owned(), Edit::Refer(reference)));
            }
            return;
        }
        self.edits.push((at.to_owned(), Edit::Drop("$ref")));
        if self.rebased {
            return;
        }
        let exists = decoded.is_some_and(|decoded| decoded.starts_with('/') && self.schema.pointer(&decoded).is_some());
        let what = if exists {
            "a place that holds no schema"
        } else {
            "no place"
        };
        self.offences.push(
            self.offence(OffenceCode::UnresolvedReference, &format!("{at}/$ref"))
                .wants("a reference to a schema inside this property")
                .finds_type("string")
                .because(format!(
                    "`{reference}` names {what} in property `{}`, and each property is a document of its own",
                    self.name
                ))
                .mended_by("declare the schema under `$defs` of this property and refer by `#/$defs/<name>`"),
        );
    }
}

/// Keywords with no place in a property schema: the code, why, and what to do.
const FORBIDDEN: [(&str, OffenceCode, &str, &str); 5] = [
    (
        "$id",
        OffenceCode::UnsupportedIdentifier,
        "`$id` would change what the references beside and below it mean",
        "remove it; `#` is the property's own schema",
    ),
    (
        "$schema",
        OffenceCode::UnsupportedDialect,
        "every property schema is JSON Schema 2020-12, and `$schema` inside one would switch the dialect of a part",
        "remove it",
    ),
    (
        "$dynamicRef",
        OffenceCode::UnsupportedIdentifier,
        "`$dynamicRef` means something else depending on where a schema is reached from",
        "refer by `$ref`",
    ),
    (
        "dependencies",
        OffenceCode::LegacyKeyword,
        "`dependencies` is not of JSON Schema 2020-12",
        "write `dependentRequired` for lists of names, `dependentSchemas` for schemas",
    ),
    (
        "x-mcp-header",
        OffenceCode::HeaderInAction,
        "`x-mcp-header` counts in the input schema that a tool is listed with, and the properties of an action are not listed there",
        "remove it, or make the action a plain tool",
    ),
];

fn is_schema(value: &Value) -> bool {
    value.is_object() || value.is_boolean()
}
