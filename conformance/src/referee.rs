//! The independent referee: JSON Schema 2020-12 by the validator crate itself, with formats asserted and nothing of ours between.

use jsonschema::{Draft, Validator};
use serde_json::Value;

/// A validator for a whole document, or why there is none.
///
/// # Errors
///
/// The validator's own words when it does not build.
pub fn validator(document: &Value) -> Result<Validator, String> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .should_ignore_unknown_formats(false)
        .offline()
        .build(document)
        .map_err(|error| error.to_string())
}
