//! One keyword that looks at a value whole, judged by the validator crate.

use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::Value;

use crate::build::Engine;

/// A keyword and its value. Its validator is built when a value is refused for the first time: most never are.
#[derive(Debug)]
pub(crate) struct Leaf {
    keyword: &'static str,
    value: Value,
    built: OnceLock<Option<Box<Validator>>>,
}

impl Leaf {
    pub(crate) fn new(keyword: &'static str, value: &Value) -> Self {
        Self {
            keyword,
            value: value.clone(),
            built: OnceLock::new(),
        }
    }

    pub(crate) fn keyword(&self) -> &'static str {
        self.keyword
    }

    pub(crate) fn value(&self) -> &Value {
        &self.value
    }

    /// The keyword's value where it is a text.
    pub(crate) fn text(&self) -> &str {
        self.value.as_str().unwrap_or_default()
    }

    /// The members of an `enum`.
    pub(crate) fn members(&self) -> &[Value] {
        self.value.as_array().map_or(&[], Vec::as_slice)
    }

    pub(super) fn validator(&self, engine: &Engine) -> Option<&Validator> {
        self.built
            .get_or_init(|| engine.keyword(self.keyword, &self.value).map(Box::new))
            .as_deref()
    }
}
