//! The one place that knows how the validator crate is set up.

use jsonschema::{Draft, PatternCache, PatternOptions, ValidationOptions, Validator};
use serde_json::{Map, Value, json};

use super::position::Positions;
use super::reference::Targets;
use super::{judge, malformed, pattern, reach, reference};
use crate::offence::{Offence, code};
use crate::words::cut;

/// Bytes that a compiled pattern may take.
const PATTERN_BYTES: usize = 1 << 20;

/// The validator crate with our options: 2020-12, formats asserted and known, linear patterns, nothing fetched (VAL-1, VAL-6).
///
/// Patterns that were compiled once are shared by all that one engine builds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Engine {
    patterns: PatternCache,
}

impl Engine {
    fn options(&self) -> ValidationOptions<'static> {
        jsonschema::options()
            .with_draft(Draft::Draft202012)
            .should_validate_formats(true)
            .should_ignore_unknown_formats(false)
            .with_pattern_options(PatternOptions::regex().size_limit(PATTERN_BYTES))
            .with_pattern_cache(self.patterns.clone())
            .offline()
    }

    /// A validator of one keyword; none if the keyword does not build.
    pub(crate) fn keyword(&self, keyword: &str, value: &Value) -> Option<Validator> {
        let mut schema = Map::new();
        schema.insert(keyword.to_owned(), value.clone());
        self.options().build(&Value::Object(schema)).ok()
    }

    pub(super) fn knows_format(&self, name: &str) -> bool {
        self.options().is_known_format(Draft::Draft202012, name)
    }

    pub(super) fn compiles_pattern(&self, pattern: &str) -> bool {
        self.keyword("pattern", &Value::from(pattern)).is_some()
    }
}

/// What a schema becomes once it passed.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) validator: Validator,
    pub(crate) targets: Targets,
    /// Steps that the validator may take at one place of the data.
    pub(crate) in_place: usize,
    /// Whether the validator's time would double with the depth of the data.
    pub(crate) doubles: bool,
}

/// Judge a document whole and compile it; every offence at once, sorted by pointer (VAL-1).
pub(crate) fn compile(root: &Value, positions: &Positions<'_>, engine: &Engine) -> Result<Compiled, Vec<Offence>> {
    let mut offences = Vec::new();
    judge::judge(positions, engine, &mut offences);
    let targets = reference::resolve(positions, &mut offences);
    let in_place = reach::longest_in_place(positions, &targets).unwrap_or_else(|circles| {
        offences.extend(circles);
        0
    });
    // The crate checks the meta-schema and the patterns while it builds; they are asked one by one only to tell all that is wrong.
    let built = if offences.is_empty() {
        build(root, positions, &targets, engine)
    } else {
        Err(None)
    };
    match built {
        Ok(validator) => Ok(Compiled {
            validator,
            doubles: reach::unevaluated_recurs(positions, &targets),
            targets,
            in_place,
        }),
        Err(reported) => {
            malformed::judge(root, &mut offences);
            positions
                .all()
                .iter()
                .for_each(|position| pattern::judge(position, engine, &mut offences));
            if offences.is_empty() {
                offences.push(reported.unwrap_or_else(|| as_reported("for a reason that is not known")));
            }
            offences.sort_unstable();
            offences.dedup();
            Err(offences)
        }
    }
}

/// Build the validator, and once more with all that it would not read, which must build as well.
fn build(
    root: &Value,
    positions: &Positions<'_>,
    targets: &Targets,
    engine: &Engine,
) -> Result<Validator, Option<Offence>> {
    let validator = engine.options().build(root).map_err(|e| Some(as_reported(e)))?;
    let unread = reach::unread(positions, targets);
    if !unread.is_empty() {
        let mut probe = root.clone();
        if let Value::Object(members) = &mut probe {
            let references = unread
                .iter()
                .map(|&index| json!({"$ref": fragment(&positions.all()[index].pointer)}));
            match members.entry("allOf").or_insert_with(|| Value::Array(Vec::new())) {
                Value::Array(all) => all.extend(references),
                _ => return Err(None),
            }
        }
        engine.options().build(&probe).map_err(|e| Some(as_reported(e)))?;
    }
    Ok(validator)
}

/// A JSON Pointer as the fragment of a reference.
fn fragment(pointer: &str) -> String {
    let mut out = String::from("#");
    for byte in pointer.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~$".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

/// What the crate says, where our own judgement found nothing.
fn as_reported(error: impl Into<Reported>) -> Offence {
    let Reported { pointer, words } = error.into();
    Offence::new(
        pointer,
        code::MALFORMED,
        cut(format!("the schema does not build: {words}")),
        "write what JSON Schema 2020-12 allows there",
    )
}

struct Reported {
    pointer: String,
    words: String,
}

impl From<jsonschema::ValidationError<'_>> for Reported {
    fn from(error: jsonschema::ValidationError<'_>) -> Self {
        Self {
            pointer: error.instance_path().as_str().to_owned(),
            words: error.to_string(),
        }
    }
}

impl From<&str> for Reported {
    fn from(words: &str) -> Self {
        Self {
            pointer: String::new(),
            words: words.to_owned(),
        }
    }
}
