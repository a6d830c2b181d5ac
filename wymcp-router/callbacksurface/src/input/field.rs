//! One field of a form (wire contract I13).

use serde_json::{Value, json};

use crate::Object;

/// One field of a [`Form`](crate::Form): its name, what may stand in it, and how it is shown.
///
/// A field has to be filled in unless it is [`optional`](Self::optional). What a method does not fit (a length of a number) is a mistake that
/// is told when the form is asked.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Field, Form};
///
/// let form = Form::new("order", "What shall it be?")
///     .field(Field::email("mail").title("Your address"))
///     .field(Field::integer("pieces").at_least(1).at_most(12).default_to(1))
///     .field(Field::choice("size", ["s", "m", "l"]).default_to("m"))
///     .field(Field::choices("toppings", [("ch", "Cheese"), ("to", "Tomato")]).at_most(2).optional());
/// # let _ = form;
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    pub(super) name: String,
    pub(super) schema: Object,
    pub(super) is_optional: bool,
}

impl Field {
    /// A text.
    #[must_use]
    pub fn text(name: impl Into<String>) -> Self {
        Self::of(name, json!({"type": "string"}))
    }

    /// A mail address.
    #[must_use]
    pub fn email(name: impl Into<String>) -> Self {
        Self::of(name, json!({"type": "string", "format": "email"}))
    }

    /// A URI.
    #[must_use]
    pub fn uri(name: impl Into<String>) -> Self {
        Self::of(name, json!({"type": "string", "format": "uri"}))
    }

    /// A day, `2026-07-28`.
    #[must_use]
    pub fn date(name: impl Into<String>) -> Self {
        Self::of(name, json!({"type": "string", "format": "date"}))
    }

    /// A moment, `2026-07-28T12:00:00Z`.
    #[must_use]
    pub fn date_time(name: impl Into<String>) -> Self {
        Self::of(name, json!({"type": "string", "format": "date-time"}))
    }

    /// A whole number.
    #[must_use]
    pub fn integer(name: impl Into<String>) -> Self {
        Self::of(name, json!({"type": "integer"}))
    }

    /// A number.
    #[must_use]
    pub fn number(name: impl Into<String>) -> Self {
        Self::of(name, json!({"type": "number"}))
    }

    /// Yes or no.
    #[must_use]
    pub fn boolean(name: impl Into<String>) -> Self {
        Self::of(name, json!({"type": "boolean"}))
    }

    /// One of several: values, or pairs of a value and the title that it is shown by.
    #[must_use]
    pub fn choice<C: Choice>(name: impl Into<String>, choices: impl IntoIterator<Item = C>) -> Self {
        let mut schema = C::schema(choices, "oneOf");
        schema.insert("type".to_owned(), "string".into());
        Self::of(name, Value::Object(schema))
    }

    /// Any number of several: values, or pairs of a value and the title that it is shown by. How many,
    /// [`at_least`](Self::at_least) and [`at_most`](Self::at_most) say.
    #[must_use]
    pub fn choices<C: Choice>(name: impl Into<String>, choices: impl IntoIterator<Item = C>) -> Self {
        let mut items = C::schema(choices, "anyOf");
        if items.contains_key("enum") {
            items.insert("type".to_owned(), "string".into());
        }
        Self::of(name, json!({"type": "array", "items": items}))
    }

    /// What it is called on the form.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> Self {
        self.with("title", title.into())
    }

    /// What belongs in it.
    #[must_use]
    pub fn description(self, description: impl Into<String>) -> Self {
        self.with("description", description.into())
    }

    /// It may be left empty.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.is_optional = true;
        self
    }

    /// What the form shows before anything is filled in. The client applies it, or does not: what is left out stays out.
    #[must_use]
    pub fn default_to(self, value: impl Into<Value>) -> Self {
        self.with("default", value)
    }

    /// Characters of a text, at least.
    #[must_use]
    pub fn min_length(self, characters: u64) -> Self {
        self.with("minLength", characters)
    }

    /// Characters of a text, at most.
    #[must_use]
    pub fn max_length(self, characters: u64) -> Self {
        self.with("maxLength", characters)
    }

    /// The least number, or the least number of choices.
    #[must_use]
    pub fn at_least(self, least: impl Into<Value>) -> Self {
        let key = if self.is_list() { "minItems" } else { "minimum" };
        self.with(key, least)
    }

    /// The greatest number, or the greatest number of choices.
    #[must_use]
    pub fn at_most(self, most: impl Into<Value>) -> Self {
        let key = if self.is_list() { "maxItems" } else { "maximum" };
        self.with(key, most)
    }

    fn is_list(&self) -> bool {
        self.schema.get("type").is_some_and(|word| word == "array")
    }

    fn of(name: impl Into<String>, schema: Value) -> Self {
        let schema = match schema {
            Value::Object(schema) => schema,
            _ => Object::new(),
        };
        Self {
            name: name.into(),
            schema,
            is_optional: false,
        }
    }

    fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.schema.insert(key.to_owned(), value.into());
        self
    }
}

/// What a person chooses from: a value, or a value and its title.
pub trait Choice: Sized {
    #[doc(hidden)]
    fn schema(choices: impl IntoIterator<Item = Self>, titled: &str) -> Object;
}

macro_rules! plain_choice {
    ($($type:ty),+) => { $(
        impl Choice for $type {
            fn schema(choices: impl IntoIterator<Item = Self>, _: &str) -> Object {
                let values: Vec<Value> = choices.into_iter().map(Value::from).collect();
                Object::from_iter([("enum".to_owned(), Value::from(values))])
            }
        }
    )+ };
}

plain_choice!(&str, String);

impl<V: Into<String>, T: Into<String>> Choice for (V, T) {
    fn schema(choices: impl IntoIterator<Item = Self>, titled: &str) -> Object {
        let pairs = choices.into_iter().map(|(value, title)| {
            let (value, title): (String, String) = (value.into(), title.into());
            json!({"const": value, "title": title})
        });
        Object::from_iter([(titled.to_owned(), Value::from(pairs.collect::<Vec<_>>()))])
    }
}
