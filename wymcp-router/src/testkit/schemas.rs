//! Schemas as a reader finds them: keywords that exist, properties that are described.

use serde_json::Value;
use wymcp_bound::pointer::join;
use wymcp_bound::subschemas::children;
use wymcp_callbacksurface::nearest;

use super::declared::advice;
use super::subject::Subject;
use super::{Finding, Report};

/// Keywords of JSON Schema 2020-12 that say which values a schema admits.
const ASSERTIONS: [&str; 39] = [
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "required",
    "then",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
];
/// Keywords that name schemas, and hold those that are referred to.
const NAMES: [&str; 7] = [
    "$anchor",
    "$defs",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$schema",
    "definitions",
];
/// Keywords that say something to a reader and nothing to a validator.
const ANNOTATIONS: [&str; 12] = [
    "$comment",
    "$vocabulary",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "deprecated",
    "description",
    "examples",
    "readOnly",
    "title",
    "writeOnly",
];

/// Whether a keyword says anything of values.
pub(super) fn is_assertion(keyword: &str) -> bool {
    ASSERTIONS.contains(&keyword)
}

pub(super) fn examine(subject: &Subject<'_>, report: &mut Report) {
    let schema = subject.schema();
    for place in places(schema, "") {
        keywords(subject, &place, report);
        if place.is_property && !is_described(place.schema, schema) {
            report.push(
                subject.found(
                    Finding::doubtful("undescribed_property", "the property has no description")
                        .at(place.pointer)
                        .mended_by("say in a `description` what a caller should put there"),
                ),
            );
        }
    }
    if let Some(output) = subject.output() {
        for place in places(output, "/output_schema") {
            keywords(subject, &place, report);
        }
    }
}

/// Keywords that JSON Schema does not know are read by nobody.
fn keywords(subject: &Subject<'_>, place: &Place<'_>, report: &mut Report) {
    let mut written: Vec<&String> = place
        .schema
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, _)| key)
        .collect();
    written.sort_unstable();
    for keyword in written {
        let word = keyword.as_str();
        if is_known(word) || word.starts_with("x-") {
            continue;
        }
        let near = nearest(word, ASSERTIONS.into_iter().chain(NAMES).chain(ANNOTATIONS));
        let what = format!("JSON Schema 2020-12 has no keyword `{word}`, so it has no effect");
        let finding = if near.first().is_some_and(|near| is_assertion(near)) {
            Finding::broken("misspelt_keyword", what)
        } else {
            Finding::doubtful("unknown_keyword", what)
        };
        report.push(subject.found(finding.at(join(&place.pointer, word)).mended_by(advice(
            &near,
            "leave it out, or begin it with `x-` if something else reads it",
        ))));
    }
}

fn is_known(keyword: &str) -> bool {
    ASSERTIONS.contains(&keyword) || NAMES.contains(&keyword) || ANNOTATIONS.contains(&keyword)
}

/// A schema, and where it stands.
struct Place<'s> {
    pointer: String,
    schema: &'s Value,
    /// Whether it describes a property that a caller may send.
    is_property: bool,
}

/// Every schema of a document, each below the one that holds it. Does not recurse.
fn places<'s>(root: &'s Value, pointer: &str) -> Vec<Place<'s>> {
    let mut found = vec![Place {
        pointer: pointer.to_owned(),
        schema: root,
        is_property: false,
    }];
    let mut next = 0;
    while let Some(place) = found.get(next) {
        let below: Vec<_> = children(place.schema)
            .iter()
            .map(|child| Place {
                pointer: child.pointer(&place.pointer),
                schema: child.schema,
                is_property: child.keyword == "properties",
            })
            .collect();
        found.extend(below);
        next += 1;
    }
    found
}

/// Whether a reader is told what a property is: by itself, by what it refers to, or by its value being fixed.
fn is_described(schema: &Value, root: &Value) -> bool {
    let said = |schema: &Value| {
        ["description", "title", "const"]
            .iter()
            .any(|keyword| schema.get(keyword).is_some())
    };
    let target = |schema: &Value| {
        let pointer = schema.get("$ref")?.as_str()?.strip_prefix('#')?;
        root.pointer(pointer).map(said)
    };
    let branches = ["anyOf", "oneOf", "allOf"]
        .iter()
        .filter_map(|keyword| schema.get(keyword)?.as_array())
        .flatten();
    said(schema)
        || std::iter::once(schema)
            .chain(branches)
            .any(|schema| said(schema) || target(schema) == Some(true))
}
