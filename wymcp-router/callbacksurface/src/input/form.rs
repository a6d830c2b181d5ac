//! Forms: elicitation in form mode (wire contract I13, I14).

use std::fmt;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use wymcp_bound::json_type;
use wymcp_valuegate::{InvalidValues, ValueGate, normalise};

use super::question::{Misread, sealed};
use super::{Capability, Elicited, Field, InputRequest, Question, elicited, form_schema};
use crate::{Data, Object};

/// A form for a person to fill in.
///
/// Its fields are flat: texts, numbers, yes or no, and choices. What a client sends is checked against them before the tool sees it
/// (INP-4), and what does not fit is asked again, with the reason below the message; keys that are no fields are left out. Never ask
/// for a password or another secret here, which the client, and perhaps its model, would read: that is what [`Visit`](crate::Visit) is for.
///
/// The answer is an object, or with the feature `typed` a type of your own (`Form::typed`).
///
/// ```
/// use serde_json::json;
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Context, Failure, Field, Form, Reply};
///
/// async fn delete_all(ctx: &Context) -> Result<Reply, Failure> {
///     let sure = Form::new("sure", "Delete all 17 notes?").field(Field::boolean("sure"));
///     let is_sure = ctx.ask(sure)?.accepted().is_some_and(|form| form["sure"] == true);
///     Ok(Reply::new(json!({"deleted": if is_sure { 17 } else { 0 }})))
/// }
/// ```
pub struct Form<T = Object> {
    id: String,
    message: String,
    /// A schema that the protocol admits, or why there is none.
    schema: Result<Object, String>,
    answer: PhantomData<fn() -> T>,
}

impl Form {
    /// A form by the tool's own id for it, and what the person reads above it. Without fields, it is accepted or not.
    #[must_use]
    pub fn new(id: impl Into<String>, message: impl Into<String>) -> Self {
        let schema = json!({"type": "object", "properties": {}});
        Self::of(id, message, form_schema::admitted(schema))
    }

    /// Add a field; shown in the order in which clients show an object's keys.
    #[must_use]
    pub fn field(mut self, field: Field) -> Self {
        self.schema = self.schema.and_then(|schema| form_schema::with_field(schema, field));
        self
    }

    /// A form by its `requestedSchema`, as the protocol has it: for fields that the builder has no word for, such as `enumNames`.
    ///
    /// ```
    /// use serde_json::json;
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::Form;
    ///
    /// let form = Form::of_schema("mood", "How are you?", json!({
    ///     "type": "object",
    ///     "properties": {"mood": {"type": "string", "enum": ["g", "b"], "enumNames": ["Good", "Bad"]}},
    /// }));
    /// # let _ = form;
    /// ```
    #[must_use]
    pub fn of_schema(id: impl Into<String>, message: impl Into<String>, schema: impl Into<Value>) -> Self {
        Self::of(id, message, form_schema::admitted(schema.into()))
    }
}

impl<T> Form<T> {
    pub(super) fn of(id: impl Into<String>, message: impl Into<String>, schema: Result<Object, String>) -> Self {
        Self {
            id: id.into(),
            message: message.into(),
            schema,
            answer: PhantomData,
        }
    }

    /// What is wrong with the form, for a test of the tool: such a form is never sent, and asking it is a fault of the tool.
    ///
    /// # Errors
    /// Words that name the field and what the protocol admits there.
    pub fn check(&self) -> Result<(), &str> {
        self.schema.as_ref().map(|_| ()).map_err(String::as_str)
    }

    /// The content as the fields have it, or what does not fit.
    fn fitting(&self, content: Option<&Value>) -> Result<Object, String> {
        let schema = self.schema.as_ref().map_err(Clone::clone)?;
        let properties = schema.get("properties").and_then(Value::as_object);
        let content = match content {
            None => Object::new(),
            Some(Value::Object(content)) => content.clone(),
            Some(other) => return Err(format!("`content` must be an object, got {}.", json_type(other))),
        };
        let is_field = |name: &str| properties.is_some_and(|fields| fields.contains_key(name));
        let known = content.into_iter().filter(|(name, _)| is_field(name));
        let mut content = Value::Object(known.collect());
        // Rare enough: once for each answer.
        let gate = ValueGate::build(&Value::Object(schema.clone()))
            .map_err(|offences| offences.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
        if let Some(invalid) = gate.check(&content) {
            return Err(unfit(&invalid));
        }
        normalise(&mut content);
        match content {
            Value::Object(content) => Ok(content),
            _ => Ok(Object::new()),
        }
    }
}

/// What does not fit, field by field, for a person to read; nothing of what was sent is in it (INP-4, VAL-4).
fn unfit(invalid: &InvalidValues) -> String {
    let told = invalid.first().iter().map(|invalid| {
        let problems = invalid.problems.join(", and ");
        match invalid.path.strip_prefix('/') {
            None => problems,
            Some(field) => format!("`{field}` {problems}"),
        }
    });
    let told = told.collect::<Vec<_>>().join("; ");
    match invalid.count() - invalid.first().len() {
        0 => format!("{told}."),
        more => format!("{told}; and {more} more."),
    }
}

impl<T> sealed::Sealed for Form<T> {}

impl<T: DeserializeOwned + Send> Question for Form<T> {
    type Answer = Elicited<T>;

    fn id(&self) -> &str {
        &self.id
    }

    fn request(&self) -> Result<InputRequest, String> {
        let schema = self.schema.clone()?;
        Ok(InputRequest {
            method: "elicitation/create",
            params: Object::from_iter([
                ("message".to_owned(), self.message.clone().into()),
                ("requestedSchema".to_owned(), Value::Object(schema)),
            ]),
            needs: Capability::Elicitation,
        })
    }

    fn read(&self, response: &Value) -> Result<Elicited<T>, Misread> {
        Ok(match elicited::read(response)? {
            Elicited::Accepted(content) => {
                let content = self.fitting(content).map_err(Misread::Unfit)?;
                Elicited::Accepted(Data::from(content).decode().map_err(Misread::Undecoded)?)
            }
            Elicited::Declined => Elicited::Declined,
            Elicited::Cancelled => Elicited::Cancelled,
        })
    }
}

impl<T> Clone for Form<T> {
    fn clone(&self) -> Self {
        Self::of(self.id.clone(), self.message.clone(), self.schema.clone())
    }
}

impl<T> fmt::Debug for Form<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Form")
            .field("id", &self.id)
            .field("schema", &self.schema)
            .finish_non_exhaustive()
    }
}
