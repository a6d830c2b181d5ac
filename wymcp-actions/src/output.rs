//! The schema of a structured output: JSON, or that of a type (RUN-6, DEF-5).

use serde_json::Value;

use crate::{Object, Offence, Payload};

/// The JSON Schema of a structured output, 2020-12: written as JSON, or that of a type.
///
/// It is enforced as written, without closure (VAL-7). Equal schemas of several actions are listed as one; different ones must each be
/// of `type: object` at the root (RUN-6).
///
/// ```
/// use serde_json::json;
/// # use wymcp_actions as wymcp_router;
/// use wymcp_router::OutputSchema;
///
/// let any = OutputSchema::from(json!({}));
/// assert_eq!(any.document(), Ok(json!({})));
/// ```
///
/// With the feature `typed`, a type that serialises and derives schemars' `JsonSchema` gives it:
///
#[cfg_attr(feature = "typed", doc = "```")]
#[cfg_attr(not(feature = "typed"), doc = "```ignore")]
/// # use wymcp_actions as wymcp_router;
/// use wymcp_router::OutputSchema;
/// use wymcp_router::schemars::{self, JsonSchema};
///
/// #[derive(serde::Serialize, JsonSchema)]
/// struct Created { id: u32 }
///
/// let schema = OutputSchema::of::<Created>().document().map_err(|offences| offences[0].to_string())?;
/// assert_eq!(schema["properties"]["id"]["maximum"], u32::MAX);
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone)]
pub struct OutputSchema(Source);

#[derive(Debug, Clone)]
enum Source {
    Json(Value),
    Type(Payload),
}

impl OutputSchema {
    /// The schema of what a type serialises to (feature `typed`).
    #[cfg(feature = "typed")]
    #[must_use]
    pub fn of<T: serde::Serialize + schemars::JsonSchema + ?Sized>() -> Self {
        let schema = crate::typed::schema_of_serialized::<T>;
        Self::from(Payload::new(std::any::type_name::<T>(), schema))
    }

    /// The schema as one document that can be listed as it stands.
    ///
    /// # Errors
    /// What the type holds and no JSON number here can carry; pointers lead into the document.
    pub fn document(&self) -> Result<Value, Vec<Offence>> {
        match &self.0 {
            Source::Json(schema) => Ok(schema.clone()),
            Source::Type(payload) => match crate::payload::document(*payload)? {
                // Listed as a JSON object, which says the same.
                Value::Bool(true) => Ok(Value::Object(Object::new())),
                schema => Ok(schema),
            },
        }
    }
}

/// The schema that a generator writes for a type: its number formats become bounds (DEF-5).
impl From<Payload> for OutputSchema {
    fn from(payload: Payload) -> Self {
        Self(Source::Type(payload))
    }
}

impl From<Value> for OutputSchema {
    fn from(schema: Value) -> Self {
        Self(Source::Json(schema))
    }
}

impl From<Object> for OutputSchema {
    fn from(schema: Object) -> Self {
        Self::from(Value::Object(schema))
    }
}
