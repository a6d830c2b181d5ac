//! What resources, templates and prompts say of themselves in the same way.

use serde_json::{Value, json};
use wymcp_bound::json::{depth_exceeds, dismantle};
use wymcp_bound::limits;

use crate::offence::code;
use crate::registration::{icon_offences, meta_offences};
use crate::{Object, Offence};

/// The members that all definitions share, as the author gave them.
#[derive(Debug, Clone, Default)]
pub(crate) struct About {
    pub(crate) name: String,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    icons: Option<Value>,
    meta: Option<Value>,
    annotations: Object,
    /// What nested too deep to be kept.
    too_deep: Vec<&'static str>,
}

impl About {
    pub(crate) fn named(name: String) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }

    pub(crate) fn set_icons(&mut self, icons: Value) {
        self.icons = self.flat(icons, "icons");
    }

    pub(crate) fn set_meta(&mut self, meta: Value) {
        self.meta = self.flat(meta, "_meta");
    }

    pub(crate) fn annotate(&mut self, key: &str, value: Value) {
        self.annotations.insert(key.to_owned(), value);
    }

    /// What is sent is written by a walk that recurses, and dropped by one.
    fn flat(&mut self, value: Value, what: &'static str) -> Option<Value> {
        if depth_exceeds(&value, limits::SCHEMA_NESTING) {
            dismantle(value);
            self.too_deep.push(what);
            return None;
        }
        Some(value)
    }

    /// What is wrong, with pointers from the definition's root.
    pub(crate) fn offences(&self) -> Vec<Offence> {
        let mut found = Vec::new();
        if self.name.trim().is_empty() {
            found.push(
                Offence::new(code::MISSING_NAME, "clients show it by its name, and the name is blank")
                    .at("/name")
                    .wants("a string that is not blank")
                    .mended_by("name it"),
            );
        }
        if self
            .description
            .as_ref()
            .is_some_and(|description| description.trim().is_empty())
        {
            found.push(
                Offence::new(code::MISSING_DESCRIPTION, "the description is blank")
                    .at("/description")
                    .wants("a string that is not blank")
                    .mended_by("say what it is, in words for a model"),
            );
        }
        for what in &self.too_deep {
            let code = if *what == "icons" {
                code::INVALID_ICONS
            } else {
                code::INVALID_META
            };
            found.push(
                Offence::new(code, format!("it nests deeper than {} levels", limits::SCHEMA_NESTING))
                    .at(format!("/{what}"))
                    .wants("a flatter value")
                    .mended_by("flatten it"),
            );
        }
        if let Some(Value::Array(roles)) = self.annotations.get("audience")
            && !roles
                .iter()
                .all(|role| matches!(role.as_str(), Some("user" | "assistant")))
        {
            found.push(
                Offence::new(code::INVALID_ANNOTATIONS, "MCP knows two audiences")
                    .at("/annotations/audience")
                    .wants("`user`, `assistant`, or both")
                    .mended_by("name one of them, or leave the audience out"),
            );
        }
        let below = |at: &'static str| {
            move |offence: Offence| {
                let pointer = format!("{at}{}", offence.pointer());
                offence.at(pointer)
            }
        };
        if let Some(icons) = &self.icons {
            found.extend(icon_offences(icons).into_iter().map(below("/icons")));
        }
        if let Some(meta) = &self.meta {
            found.extend(meta_offences(meta).into_iter().map(below("/_meta")));
        }
        found
    }

    /// The members, to which the kind of definition adds its own.
    pub(crate) fn members(&self) -> Object {
        let mut members = Object::new();
        let mut put = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                members.insert(key.to_owned(), value);
            }
        };
        put("name", Some(Value::String(self.name.clone())));
        put("title", self.title.clone().map(Value::String));
        put("description", self.description.clone().map(Value::String));
        put("icons", self.icons.clone());
        put("_meta", self.meta.clone());
        put(
            "annotations",
            (!self.annotations.is_empty()).then(|| Value::Object(self.annotations.clone())),
        );
        members
    }
}

/// A priority as MCP wants it; a NaN would be a null in JSON.
pub(crate) fn priority(priority: f64) -> Value {
    let priority = if priority.is_nan() { 0.0 } else { priority };
    json!(priority.clamp(0.0, 1.0))
}

/// The builder methods of what [`About`] holds.
macro_rules! describes_itself {
    ($type:ident) => {
        impl $type {
            /// A display title.
            #[must_use]
            pub fn title(mut self, title: impl Into<String>) -> Self {
                self.about.title = Some(title.into());
                self
            }

            /// Icons, an array of MCP icon objects.
            #[must_use]
            pub fn icons(mut self, icons: impl Into<serde_json::Value>) -> Self {
                self.about.set_icons(icons.into());
                self
            }

            /// `_meta` of the definition, an object.
            #[must_use]
            pub fn meta(mut self, meta: impl Into<serde_json::Value>) -> Self {
                self.about.set_meta(meta.into());
                self
            }
        }
    };
}

/// The annotations that MCP defines for resources and their templates.
macro_rules! is_annotated {
    ($type:ident) => {
        impl $type {
            /// What it is, in words for a model.
            #[must_use]
            pub fn description(mut self, description: impl Into<String>) -> Self {
                self.about.description = Some(description.into());
                self
            }

            /// For whom it is meant: `user`, `assistant`, or both.
            #[must_use]
            pub fn audience<S: Into<String>>(mut self, roles: impl IntoIterator<Item = S>) -> Self {
                let roles: Vec<String> = roles.into_iter().map(Into::into).collect();
                self.about.annotate("audience", roles.into());
                self
            }

            /// How important it is, from 0 to 1; what is no number counts as 0.
            #[must_use]
            pub fn priority(mut self, priority: f64) -> Self {
                self.about.annotate("priority", crate::about::priority(priority));
                self
            }

            /// When it last changed, as an ISO 8601 timestamp.
            #[must_use]
            pub fn last_modified(mut self, timestamp: impl Into<String>) -> Self {
                self.about.annotate("lastModified", timestamp.into().into());
                self
            }
        }
    };
}

pub(crate) use {describes_itself, is_annotated};
