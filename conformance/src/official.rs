//! Answers against the protocol's own JSON Schemas, where they are at hand.
//!
//! The files are not part of this repository. They are looked for where `WYMCP_MCP_SCHEMA` says, else in `../shared/mcp-schema`
//! beside the checkout; where they are missing, whoever asks has to say so aloud.

use std::collections::BTreeMap;
use std::path::PathBuf;

use jsonschema::Draft;
use serde_json::{Value, json};

/// The revisions whose schemas are asked for.
pub const REVISIONS: [&str; 4] = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// The official schemas, by revision.
#[derive(Debug)]
pub struct Official(BTreeMap<&'static str, Value>);

impl Official {
    /// Read all of them.
    ///
    /// # Errors
    ///
    /// A line that begins with `not run:` and says what is missing.
    pub fn read() -> Result<Self, String> {
        let folder = std::env::var_os("WYMCP_MCP_SCHEMA").map_or_else(
            || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/mcp-schema")),
            PathBuf::from,
        );
        let mut schemas = BTreeMap::new();
        for revision in REVISIONS {
            let file = folder.join(format!("{revision}.json"));
            let text = std::fs::read_to_string(&file).map_err(|error| {
                format!(
                    "not run: answers against the official schema of {revision} ({}: {error})",
                    file.display()
                )
            })?;
            let schema = serde_json::from_str(&text)
                .map_err(|error| format!("not run: {} is no JSON ({error})", file.display()))?;
            schemas.insert(revision, schema);
        }
        Ok(Self(schemas))
    }

    /// Judge an answer by a definition of a revision, e.g. `ListToolsResult` of `2025-11-25`.
    ///
    /// # Errors
    ///
    /// What the schema says against it.
    pub fn judge(&self, revision: &str, definition: &str, answer: &Value) -> Result<(), String> {
        let schema = self.0.get(revision).ok_or_else(|| format!("no schema of {revision}"))?;
        let (word, draft) = if schema.get("$defs").is_some() {
            ("$defs", Draft::Draft202012)
        } else {
            ("definitions", Draft::Draft7)
        };
        let named = schema.get(word).and_then(|named| named.get(definition));
        named.ok_or_else(|| format!("{revision} defines no {definition}"))?;
        let asked = json!({ "$ref": format!("#/{word}/{definition}"), word: schema[word] });
        let validator = jsonschema::options()
            .with_draft(draft)
            .offline()
            .build(&asked)
            .map_err(|error| error.to_string())?;
        let problems: Vec<String> = validator
            .iter_errors(answer)
            .map(|error| format!("{error} at {}", error.instance_path().as_str()))
            .collect();
        if problems.is_empty() {
            Ok(())
        } else {
            Err(format!("{definition} of {revision}: {}", problems.join("; ")))
        }
    }
}
