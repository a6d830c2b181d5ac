//! What the validator crate does not judge, or judges without saying where: dialects, identifiers, formats, legacy keywords.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::position::{Position, Positions};
use super::validator::Engine;
use crate::offence::{Offence, code};
use crate::words::quoted;
use wymcp_bound::pointer::join;

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Judge every position on its own, whether a value can reach it or not.
pub(super) fn judge(positions: &Positions<'_>, engine: &Engine, offences: &mut Vec<Offence>) {
    let mut anchors = HashMap::new();
    for position in positions.all() {
        let Value::Object(members) = position.schema else {
            continue;
        };
        dialect(position, members, offences);
        identifiers(position, members, offences);
        format(position, members, engine, offences);
        legacy(position, members, offences);
        equal_anchors(position, members, &mut anchors, offences);
    }
}

fn dialect(position: &Position<'_>, members: &Map<String, Value>, offences: &mut Vec<Offence>) {
    let Some(Value::String(written)) = members.get("$schema") else {
        return;
    };
    let pointer = format!("{}/$schema", position.pointer);
    if position.parent.is_some() {
        offences.push(Offence::new(
            pointer,
            code::DIALECT,
            "a nested `$schema` would change the dialect of a part",
            "leave it out: JSON Schema 2020-12 holds for the whole",
        ));
    } else if written.strip_suffix('#').unwrap_or(written) != DIALECT {
        offences.push(Offence::new(
            pointer,
            code::DIALECT,
            format!("{} is another dialect than JSON Schema 2020-12", quoted(written)),
            format!("rewrite the schema for 2020-12 and write \"{DIALECT}\" or nothing"),
        ));
    }
}

fn identifiers(position: &Position<'_>, members: &Map<String, Value>, offences: &mut Vec<Offence>) {
    let mut refuse = |keyword: &str, why: &str, mend: &str| {
        if members.contains_key(keyword) {
            offences.push(Offence::new(
                format!("{}/{keyword}", position.pointer),
                code::IDENTIFIER,
                why,
                mend,
            ));
        }
    };
    if position.parent.is_some() {
        refuse(
            "$id",
            "a nested `$id` would change what references inside it mean",
            "leave it out and refer by `#/…`",
        );
    }
    refuse("$dynamicRef", "dynamic references are not supported", "write `$ref`");
}

fn format(position: &Position<'_>, members: &Map<String, Value>, engine: &Engine, offences: &mut Vec<Offence>) {
    let Some(Value::String(name)) = members.get("format") else {
        return;
    };
    if !engine.knows_format(name) {
        offences.push(Offence::new(
            format!("{}/format", position.pointer),
            code::FORMAT,
            format!("{} is no format of JSON Schema 2020-12 that is checked here", quoted(name)),
            "use a known format (date, date-time, time, duration, email, hostname, ipv4, ipv6, uri, uri-reference, \
             uri-template, iri, iri-reference, uuid, json-pointer, relative-json-pointer, regex), or say it with `pattern` or \
             bounds",
        ));
    }
}

fn legacy(position: &Position<'_>, members: &Map<String, Value>, offences: &mut Vec<Offence>) {
    if members.contains_key("dependencies") {
        offences.push(Offence::new(
            format!("{}/dependencies", position.pointer),
            code::LEGACY,
            "`dependencies` is not of JSON Schema 2020-12",
            "write `dependentRequired` or `dependentSchemas`",
        ));
    }
}

fn equal_anchors<'s>(
    position: &Position<'s>,
    members: &'s Map<String, Value>,
    seen: &mut HashMap<&'s str, String>,
    offences: &mut Vec<Offence>,
) {
    for keyword in ["$anchor", "$dynamicAnchor"] {
        let Some(Value::String(name)) = members.get(keyword) else {
            continue;
        };
        let pointer = format!("{}/{keyword}", position.pointer);
        if let Some(first) = seen.get(name.as_str()) {
            offences.push(Offence::new(
                pointer,
                code::ANCHOR,
                format!("the anchor {} also stands at {first}", quoted(name)),
                "give each its own name",
            ));
        } else {
            seen.insert(name, pointer);
        }
    }
}

/// The patterns of a position: the pointer of each and the pattern.
pub(super) fn patterns<'s>(position: &Position<'s>) -> Vec<(String, &'s str)> {
    let Value::Object(members) = position.schema else {
        return Vec::new();
    };
    let own = members
        .get("pattern")
        .and_then(Value::as_str)
        .map(|p| (format!("{}/pattern", position.pointer), p));
    let keys = members
        .get("patternProperties")
        .and_then(Value::as_object)
        .into_iter()
        .flat_map(Map::keys);
    let keys = keys.map(|p| (join(&format!("{}/patternProperties", position.pointer), p), p.as_str()));
    own.into_iter().chain(keys).collect()
}
