//! Arguments that clients mirror into HTTP headers (wire contract D23 to D25).

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::Value;
use wymcp_bound::subschemas::children;

use crate::offence::{Findings, code};
use crate::{Callback, Object, Offence};

/// The annotation.
const KEYWORD: &str = "x-mcp-header";

/// An argument of a plain tool whose value a client sends as an HTTP header too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderArgument {
    name: String,
    path: Vec<String>,
    kind: HeaderType,
}

/// The JSON types whose values can stand in a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeaderType {
    /// Text.
    String,
    /// A whole number within ±(2^53−1).
    Integer,
    /// `true` or `false`.
    Boolean,
}

impl HeaderArgument {
    /// The name as annotated; the header is `Mcp-Param-` and this, compared without regard to case.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The header's whole name, `Mcp-Param-<name>`.
    #[must_use]
    pub fn header(&self) -> String {
        format!("Mcp-Param-{}", self.name)
    }

    /// The value in the arguments of a call; nothing where the path is absent.
    #[must_use]
    pub fn find<'a>(&self, arguments: &'a Object) -> Option<&'a Value> {
        let (first, rest) = self.path.split_first()?;
        rest.iter().try_fold(arguments.get(first)?, |value, key| value.get(key))
    }

    /// The keys that lead from `arguments` to the value.
    #[must_use]
    pub fn path(&self) -> &[String] {
        &self.path
    }

    /// The type of the value.
    #[must_use]
    pub const fn kind(&self) -> HeaderType {
        self.kind
    }
}

/// Every annotation of an input schema, or what is wrong with them. The schema has built, so it does not nest deeply.
pub(super) fn read(schema: &Value, findings: &mut Findings) -> Vec<HeaderArgument> {
    let mut reader = Reader {
        found: BTreeMap::new(),
        findings,
    };
    reader.walk(schema, &mut Vec::new(), "", true);
    reader.found.into_values().collect()
}

struct Reader<'f> {
    /// By name without regard to case.
    found: BTreeMap<String, HeaderArgument>,
    findings: &'f mut Findings,
}

impl Reader<'_> {
    /// `reachable`: only `properties` keywords lead here from the root.
    fn walk(&mut self, schema: &Value, path: &mut Vec<String>, pointer: &str, reachable: bool) {
        if let Some(annotation) = schema.get(KEYWORD) {
            self.annotation(
                annotation,
                schema,
                path,
                &format!("{pointer}/{KEYWORD}"),
                reachable && !path.is_empty(),
            );
        }
        for child in children(schema) {
            let below = child.pointer(pointer);
            path.push(child.key.map(Cow::into_owned).unwrap_or_default());
            self.walk(child.schema, path, &below, reachable && child.keyword == "properties");
            path.pop();
        }
    }

    fn annotation(&mut self, annotation: &Value, schema: &Value, path: &[String], pointer: &str, reachable: bool) {
        let mut refuse = |why: String, wanted: &'static str, mend: &'static str| {
            let offence = Offence::new(code::INVALID_HEADER, why)
                .said_by(Callback::InputSchema)
                .at(pointer)
                .wants(wanted)
                .mended_by(mend);
            // Of a string it is the text, or its neighbour, that is wrong, and not the type.
            self.findings.push(if annotation.is_string() {
                offence
            } else {
                offence.finds(annotation)
            });
        };
        let Some(name) = annotation.as_str().filter(|name| is_token(name)) else {
            let wanted = "a string that is an HTTP token: letters, digits and !#$%&'*+-.^_`|~";
            return refuse(
                "a header needs a name that HTTP allows".to_owned(),
                wanted,
                "name the header, for instance `Region`",
            );
        };
        if !reachable {
            let why = "a client reads the annotation only where `properties` alone lead from the root".to_owned();
            return refuse(
                why,
                "a property reached through `properties` keys only",
                "move the annotation, or leave it out",
            );
        }
        let kind = match schema.get("type").and_then(Value::as_str) {
            Some("string") => HeaderType::String,
            Some("integer") => HeaderType::Integer,
            Some("boolean") => HeaderType::Boolean,
            _ => {
                let why = format!("only a string, an integer or a boolean can be mirrored into the header `{name}`");
                return refuse(
                    why,
                    "`type` string, integer or boolean beside it",
                    "give the property one of these types",
                );
            }
        };
        let key = name.to_ascii_lowercase();
        if let Some(first) = self.found.get(&key) {
            let why = format!(
                "the header `{name}` is taken by the argument at /{}",
                first.path.join("/")
            );
            return refuse(
                why,
                "names that differ by more than case",
                "rename one of the two headers",
            );
        }
        self.found.insert(
            key,
            HeaderArgument {
                name: name.to_owned(),
                path: path.to_vec(),
                kind,
            },
        );
    }
}

/// RFC 9110, 5.6.2.
fn is_token(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}
