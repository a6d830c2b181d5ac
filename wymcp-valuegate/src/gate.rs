//! The gate: built once from a schema, asked for every call.

use std::fmt;

use jsonschema::Validator;
use serde_json::Value;

use crate::build::{self, Engine, Positions};
use crate::fit::Fit;
use crate::graph::Graph;
use crate::invalid::InvalidValues;
use crate::number::any_out_of_range;
use crate::offence::Offence;
use crate::problem;

/// A validator for one document of JSON Schema 2020-12, formats asserted (VAL-1).
///
/// ```
/// use serde_json::json;
/// use wymcp_valuegate::ValueGate;
///
/// let gate = ValueGate::build(&json!({"type": "object", "properties": {"due": {"type": "string", "format": "date"}}})).unwrap();
/// assert!(gate.is_valid(&json!({"due": "2024-02-29"})));
/// let invalid = gate.check(&json!({"due": "2026-02-30"})).unwrap();
/// assert_eq!(invalid.first()[0].path, "/due");
/// assert_eq!(invalid.first()[0].problems, ["must be a string in `date` format"]);
/// ```
pub struct ValueGate {
    validator: Validator,
    graph: Graph,
    /// Whether VAL-5's range can refuse what the validator accepts.
    narrows_numbers: bool,
    /// Steps that one place of the data may take, which bounds how deep judging recurses.
    in_place: usize,
}

impl ValueGate {
    /// Build the validator of a schema: any document, be it an action's, a plain tool's or that of an output.
    ///
    /// Nothing is ever fetched.
    ///
    /// # Errors
    ///
    /// Every offence of the document at once, sorted by pointer (VAL-1): a type that is none, an unknown format, a reference that
    /// resolves nowhere, leads to another document or in a circle that takes no step into the data, a pattern that does not
    /// compile or needs backtracking, nesting beyond 64 schemas, another dialect, or whatever the meta-schema refuses; in every
    /// subschema, also one that no value can reach.
    ///
    /// ```
    /// use serde_json::json;
    /// use wymcp_valuegate::ValueGate;
    ///
    /// let offences = ValueGate::build(&json!({"$defs": {"unused": {"format": "uint64"}, "far": {"$ref": "https://a.example/x"}}}));
    /// let codes: Vec<_> = offences.unwrap_err().iter().map(|offence| offence.code()).collect();
    /// assert_eq!(codes, ["remote_reference", "unknown_format"]);
    /// ```
    pub fn build(schema: &Value) -> Result<Self, Vec<Offence>> {
        let positions = Positions::of(schema).map_err(|offence| vec![offence])?;
        let engine = Engine::default();
        let compiled = build::compile(schema, &positions, &engine)?;
        let graph = Graph::of(&positions, &compiled.targets, engine);
        let narrows_numbers = graph.narrows_numbers();
        Ok(Self {
            validator: compiled.validator,
            graph,
            narrows_numbers,
            in_place: compiled.in_place,
        })
    }

    /// Whether data fits, numbers as VAL-5 reads them.
    #[must_use]
    pub fn is_valid(&self, data: &Value) -> bool {
        self.validator.is_valid(data)
            && (!self.narrows_numbers
                || !any_out_of_range(data)
                || Fit::new(&self.graph).node(Graph::ROOT, data))
    }

    /// Why data does not fit, or nothing if it does.
    #[must_use]
    pub fn check(&self, data: &Value) -> Option<InvalidValues> {
        if self.is_valid(data) {
            return None;
        }
        let (listed, _steps) = problem::explain(&self.graph, data);
        Some(InvalidValues::new(listed))
    }
}

impl fmt::Debug for ValueGate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ValueGate")
            .field("in_place", &self.in_place)
            .finish_non_exhaustive()
    }
}
