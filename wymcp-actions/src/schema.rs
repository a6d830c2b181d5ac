//! The declaration of one action, as its author writes it: a builder, or JSON (ACT-1 to ACT-8).

mod json;
mod rules;

use std::panic::Location;

use serde::Serialize;
use serde_json::Value;

use crate::offence::{Offence, OffenceCode};
use crate::{CheckedAction, Examined, NotJson, Object, Payload, check, checked_value, pointer};

/// The eight keys of an action schema, in the order in which its offences are told (ACT-1).
pub const VOCABULARY: [&str; 8] = [
    "description",
    "properties",
    "required",
    "required_one_of",
    "defaults",
    "notes",
    "related",
    "examples",
];

/// Something declared, with its place in the action schema and the builder call that wrote it.
#[derive(Debug, Clone)]
pub(crate) struct Declared<T> {
    pub(crate) value: T,
    pub(crate) pointer: String,
    pub(crate) location: Option<&'static Location<'static>>,
}

/// Where a description comes from.
#[derive(Debug, Clone)]
pub(crate) enum Description {
    /// Written by the author.
    Written(Declared<String>),
    /// The payload type's own documentation.
    OfPayload(&'static Location<'static>),
    /// Absent, or already an offence.
    Absent,
}

/// The declaration of one action: what it does and which `data` it takes (ACT-1 to ACT-8).
///
/// A builder; nothing is judged until [`ActionSchema::check`], which tells every mistake at once and names the source line of
/// the call that made it. What an action does not take is not declared: an action without properties takes no data.
///
/// ```
/// use serde_json::json;
/// # use wymcp_actions as wymcp_router;
/// use wymcp_router::ActionSchema;
///
/// let schema = ActionSchema::new("Find tasks by name or by number")
///     .property("name", json!({"type": "string", "description": "Part of the name"}))
///     .property("number", json!({"type": "integer", "minimum": 1}))
///     .property("limit", json!({"type": "integer", "minimum": 1}))
///     .required_one_of([["name"], ["number"]])
///     .default_to("limit", 20)
///     .notes("Names are compared without regard to case.")
///     .related(["list"])
///     .example(json!({"name": "milk"}));
/// assert!(schema.check("find", None).is_ok());
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct ActionSchema {
    pub(crate) description: Description,
    pub(crate) properties: Vec<Declared<(String, Value)>>,
    /// Whether `properties` is known at all; false where JSON gave none that can be read.
    pub(crate) properties_read: bool,
    pub(crate) required: Vec<Declared<String>>,
    pub(crate) groups: Vec<Declared<Vec<String>>>,
    pub(crate) defaults: Vec<Declared<(String, Value)>>,
    pub(crate) notes: Option<Declared<String>>,
    pub(crate) related: Vec<Declared<String>>,
    pub(crate) examples: Vec<Declared<Object>>,
    /// Found while reading; told by `check` with all others.
    pub(crate) offences: Vec<Offence>,
}

impl ActionSchema {
    fn empty(description: Description) -> Self {
        Self {
            description,
            properties: Vec::new(),
            properties_read: true,
            required: Vec::new(),
            groups: Vec::new(),
            defaults: Vec::new(),
            notes: None,
            related: Vec::new(),
            examples: Vec::new(),
            offences: Vec::new(),
        }
    }

    /// An action with a description: one line, for a model that chooses among actions (ACT-2).
    #[track_caller]
    pub fn new(description: impl Into<String>) -> Self {
        let location = Some(Location::caller());
        Self::empty(Description::Written(Declared {
            value: description.into(),
            pointer: "/description".to_owned(),
            location,
        }))
    }

    /// An action whose description is the first paragraph of its payload type's documentation (DEF-5).
    ///
    /// For an action without a payload type that is an offence.
    #[track_caller]
    pub fn of_payload() -> Self {
        Self::empty(Description::OfPayload(Location::caller()))
    }

    /// Declare a property: its name and its JSON Schema, 2020-12, a document of its own (ACT-3, ACT-4).
    ///
    /// `#` in it is the property itself. Objects in it are closed: they admit only the keys they name, unless they say
    /// `additionalProperties`.
    #[track_caller]
    pub fn property(mut self, name: impl Into<String>, schema: Value) -> Self {
        let name = name.into();
        let pointer = pointer::join("/properties", &name);
        self.properties.push(Declared {
            value: (name, schema),
            pointer,
            location: Some(Location::caller()),
        });
        self
    }

    /// Properties that every call must supply (ACT-5).
    #[track_caller]
    pub fn required<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        let location = Some(Location::caller());
        for name in names {
            let pointer = format!("/required/{}", self.required.len());
            self.required.push(Declared {
                value: name.into(),
                pointer,
                location,
            });
        }
        self
    }

    /// Groups of properties: every call must supply at least one group whole (ACT-6).
    ///
    /// `[["name"], ["number"]]` reads "by name or by number". Groups of different lengths are declared one by one, by
    /// [`ActionSchema::required_group`].
    #[track_caller]
    pub fn required_one_of<S: Into<String>, G: IntoIterator<Item = S>>(
        mut self,
        groups: impl IntoIterator<Item = G>,
    ) -> Self {
        let location = Some(Location::caller());
        for group in groups {
            self.push_group(group.into_iter().map(Into::into).collect(), location);
        }
        self
    }

    /// One more group of [`ActionSchema::required_one_of`].
    #[track_caller]
    pub fn required_group<S: Into<String>>(mut self, group: impl IntoIterator<Item = S>) -> Self {
        self.push_group(group.into_iter().map(Into::into).collect(), Some(Location::caller()));
        self
    }

    fn push_group(&mut self, value: Vec<String>, location: Option<&'static Location<'static>>) {
        let pointer = format!("/required_one_of/{}", self.groups.len());
        self.groups.push(Declared {
            value,
            pointer,
            location,
        });
    }

    /// The value that the action gets for a property that a call leaves out (ACT-7, ACT-12).
    #[track_caller]
    pub fn default_to(mut self, name: impl Into<String>, value: impl Serialize) -> Self {
        let (name, location) = (name.into(), Some(Location::caller()));
        let pointer = pointer::join("/defaults", &name);
        match checked_value(&value) {
            Ok(value) => self.defaults.push(Declared {
                value: (name, value),
                pointer,
                location,
            }),
            Err(error) => self.offences.push(not_json(&error, &pointer).at(location)),
        }
        self
    }

    /// What a caller should know beyond the description; shown by help (ACT-8).
    #[track_caller]
    pub fn notes(mut self, notes: impl Into<String>) -> Self {
        let location = Some(Location::caller());
        if self.notes.is_some() {
            self.offences.push(
                Offence::new(OffenceCode::DeclaredTwice, "/notes")
                    .wants("one string")
                    .because("`notes` is set twice, and one of the two would be lost")
                    .mended_by("join the two texts and set `notes` once")
                    .at(location),
            );
        }
        self.notes = Some(Declared {
            value: notes.into(),
            pointer: "/notes".to_owned(),
            location,
        });
        self
    }

    /// Names of actions that a caller may want next to this one (ACT-8).
    #[track_caller]
    pub fn related<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        let location = Some(Location::caller());
        for name in names {
            let pointer = format!("/related/{}", self.related.len());
            self.related.push(Declared {
                value: name.into(),
                pointer,
                location,
            });
        }
        self
    }

    /// A payload of `data` that shows a typical call (ACT-8).
    #[track_caller]
    pub fn example(mut self, data: impl Serialize) -> Self {
        let location = Some(Location::caller());
        let pointer = format!("/examples/{}", self.examples.len());
        match checked_value(&data) {
            Ok(Value::Object(value)) => self.examples.push(Declared {
                value,
                pointer,
                location,
            }),
            Ok(value) => self.offences.push(rules::EXAMPLE.broken(&pointer, &value).at(location)),
            Err(error) => self.offences.push(not_json(&error, &pointer).at(location)),
        }
        self
    }

    /// Check the declaration under the action's name; `payload` is where the properties come from if the action carries a type.
    ///
    /// # Errors
    /// Every offence at once, in a stable order (ACT-11). What a validator must judge is not among them.
    pub fn check(self, name: &str, payload: Option<Payload>) -> Result<CheckedAction, Vec<Offence>> {
        self.examine(name, payload).into_result()
    }

    /// [`ActionSchema::check`] for who goes on to judge values: beside the offences it keeps what can still be judged.
    pub fn examine(self, name: &str, payload: Option<Payload>) -> Examined {
        check::examine(self, name, payload)
    }
}

/// A value of the declaration that JSON cannot carry (ACT-13).
fn not_json(error: &NotJson, pointer: &str) -> Offence {
    Offence::new(OffenceCode::NotJson, format!("{pointer}{}", error.pointer()))
        .wants("a value that JSON can carry")
        .because(error.why())
        .mended_by("give a finite number, an integer within i64 and u64, and objects whose keys are strings")
}
