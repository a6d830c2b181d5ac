//! The gate: built once from a schema, asked for every call.

use std::fmt;

use jsonschema::Validator;
use serde_json::Value;
use wymcp_bound::{Listed, json, limits};

use crate::build::{self, Engine, Positions};
use crate::fit::{Fit, Reading};
use crate::graph::Graph;
use crate::invalid::InvalidValues;
use crate::offence::Offence;
use crate::survey::Survey;
use crate::{problem, repair, stack, witness};

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
    /// Whether the graph gives the verdict, because the validator's time would double with every level of the data (VAL-6).
    by_graph: bool,
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
            by_graph: compiled.doubles,
            in_place: compiled.in_place,
        })
    }

    /// Whether data fits, numbers as VAL-5 reads them. Data that nests deeper than 127 levels does not (SIZ).
    #[must_use]
    pub fn is_valid(&self, data: &Value) -> bool {
        self.passes(data, Self::survey(data))
    }

    /// Why data does not fit, or nothing if it does.
    #[must_use]
    pub fn check(&self, data: &Value) -> Option<InvalidValues> {
        let survey = Self::survey(data);
        if survey.levels > limits::MESSAGE_NESTING {
            return Some(InvalidValues::of_the_whole(format!(
                "must nest at most {} levels",
                limits::MESSAGE_NESTING
            )));
        }
        let judged = self.with_room(survey, || {
            (!self.fits(data, survey)).then(|| problem::explain(&self.graph, data, self.telling(data, survey)).0)
        });
        match judged {
            Some(found) => found.map(InvalidValues::new),
            None => Some(InvalidValues::of_the_whole(
                "could not be judged, because the server is out of threads".to_owned(),
            )),
        }
    }

    /// A small value that fits: found from the schema, and confirmed by the validator.
    ///
    /// Nothing means that none was found, not that there is none: the search is bounded, and what only a `not` or an arithmetic of
    /// several keywords leaves can escape it. The same schema gives the same value in every run.
    ///
    /// ```
    /// use serde_json::json;
    /// use wymcp_valuegate::ValueGate;
    ///
    /// let gate = ValueGate::build(&json!({
    ///     "type": "object",
    ///     "properties": {"id": {"type": "string", "pattern": "^t-[0-9]+$"}, "due": {"type": "string", "format": "date"}},
    ///     "required": ["id"],
    /// })).unwrap();
    /// assert_eq!(gate.witness(), Some(json!({"id": "t-0"})));
    /// assert_eq!(ValueGate::build(&json!(false)).unwrap().witness(), None);
    /// ```
    #[must_use]
    pub fn witness(&self) -> Option<Value> {
        self.witnesses(1).pop()
    }

    /// At most `most` different values that fit, the shallowest first; see [`witness`](Self::witness).
    ///
    /// ```
    /// use serde_json::json;
    /// use wymcp_valuegate::ValueGate;
    ///
    /// let gate = ValueGate::build(&json!({"enum": ["open", "done"]})).unwrap();
    /// assert_eq!(gate.witnesses(5), [json!("open"), json!("done")]);
    /// ```
    #[must_use]
    pub fn witnesses(&self, most: usize) -> Vec<Value> {
        let mut found = witness::find(&self.graph, most);
        found.retain(|value| self.is_valid(value));
        found
    }

    /// Read refused data as it may have been meant, where the schema leaves no doubt (GAT-9): JSON text where no string is admitted and
    /// an object, an array or a number is; and without the keys of nulls where no null is admitted and the key may be left out. Whether
    /// the data as read fits is not said: ask again.
    ///
    /// What was changed is listed by data path; a value that fits its place is not. Alternatives among which the data does not tell one
    /// leave all below them as it is. What is read nests no deeper than `levels`, and a text in a text in a text is read to a small
    /// depth, so that the time stays linear.
    ///
    /// ```
    /// use serde_json::json;
    /// use wymcp_valuegate::ValueGate;
    ///
    /// let gate = ValueGate::build(&json!({"type": "object", "properties": {
    ///     "limit": {"type": "integer"},
    ///     "tags": {"type": "array", "items": {"type": "string"}},
    ///     "due": {"type": "string", "format": "date"},
    /// }})).unwrap();
    /// let mut data = json!({"limit": "20", "tags": r#"["a", "7"]"#, "due": null});
    /// let changed = gate.repair(&mut data, 127);
    /// assert_eq!(data, json!({"limit": 20, "tags": ["a", "7"]}));
    /// assert_eq!(changed.first(), ["/due", "/limit", "/tags"]);
    /// ```
    pub fn repair(&self, data: &mut Value, levels: usize) -> Listed<String> {
        if json::depth_exceeds(data, levels.min(limits::MESSAGE_NESTING)) {
            return Listed::new();
        }
        repair::repair(&self.graph, data, levels.min(limits::MESSAGE_NESTING))
    }

    #[cfg(test)]
    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    fn survey(data: &Value) -> Survey {
        Survey::of(data, limits::MESSAGE_NESTING)
    }

    fn passes(&self, data: &Value, survey: Survey) -> bool {
        survey.levels <= limits::MESSAGE_NESTING && self.with_room(survey, || self.fits(data, survey)).unwrap_or(false)
    }

    fn fits(&self, data: &Value, survey: Survey) -> bool {
        let as_written = if self.by_graph {
            self.fits_when(Reading::AsWritten, data)
        } else {
            self.validator.is_valid(data)
        };
        // Both have to hold: within the range alone, a `oneOf` can have one match where JSON Schema sees two.
        as_written && (!self.range_matters(survey) || self.fits_when(Reading::WithinRange, data))
    }

    fn fits_when(&self, reading: Reading, data: &Value) -> bool {
        Fit::new(&self.graph, reading).node(Graph::ROOT, data)
    }

    const fn range_matters(&self, survey: Survey) -> bool {
        self.narrows_numbers && survey.has_out_of_range
    }

    /// The reading in which data that does not fit is explained: the range's own refusals are told with all others, unless it has
    /// none.
    fn telling(&self, data: &Value, survey: Survey) -> Reading {
        if self.range_matters(survey) && self.fits_when(Reading::WithinRange, data) {
            Reading::AsWritten
        } else {
            Reading::WithinRange
        }
    }

    /// Run what recurses with the data: here, or on a stack of its own where schema and data together go too deep for any stack.
    fn with_room<T: Send>(&self, survey: Survey, run: impl FnOnce() -> T + Send) -> Option<T> {
        if survey.levels <= stack::data_levels_here(self.in_place) {
            Some(run())
        } else {
            stack::with_room(limits::MESSAGE_NESTING.saturating_mul(self.in_place), run)
        }
    }
}

impl fmt::Debug for ValueGate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ValueGate")
            .field("in_place", &self.in_place)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
