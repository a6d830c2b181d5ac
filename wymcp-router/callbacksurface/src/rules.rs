//! What a mount lays down for all of its tools, before any is registered.

use std::panic::Location;
use std::sync::Arc;

use serde_json::Value;
use wymcp_bound::DataPath;

use crate::offence::code;
use crate::policy::{Judge, Policy};
use crate::registration::Kind;
use crate::{Callback, Object, Offence, ToolSet};

/// The rules of a mount: each of its registrations holds them, and what they change of a tool is built in at registration.
///
/// The default rules lay down nothing.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    policy: Option<Arc<dyn Judge>>,
    sensitive: Vec<Named>,
    ignored: Vec<Ignored>,
    repairs: bool,
}

/// A key of `arguments` that the mount takes out of every call.
#[derive(Debug, Clone)]
struct Ignored {
    key: String,
    declared_at: &'static Location<'static>,
}

/// What the framework's own arguments are called.
const ARGUMENTS: [&str; 3] = ["action", "data", "tool"];

/// A tool, or an action of one, that the mount calls sensitive.
#[derive(Debug, Clone)]
struct Named {
    tool: String,
    action: Option<String>,
    declared_at: &'static Location<'static>,
}

impl Rules {
    /// Judge every call of what is sensitive (DEF-4).
    pub fn set_policy(&mut self, policy: impl Policy) {
        self.policy = Some(Arc::new(policy));
    }

    /// Call a tool, or an action of it, sensitive, whatever the tool says itself (DEF-4).
    pub fn add_sensitive(&mut self, tool: String, action: Option<String>, declared_at: &'static Location<'static>) {
        self.sensitive.push(Named {
            tool,
            action,
            declared_at,
        });
    }

    /// Take a key out of the arguments of every call, before any gate (GAT-9).
    pub fn add_ignored(&mut self, key: String, declared_at: &'static Location<'static>) {
        self.ignored.push(Ignored { key, declared_at });
    }

    /// Read what a gate refused as it may have been meant (GAT-9).
    pub const fn set_repairs(&mut self) {
        self.repairs = true;
    }

    pub(crate) const fn repairs(&self) -> bool {
        self.repairs
    }

    /// No gate and no tool sees the ignored keys (GAT-9).
    pub(crate) fn strip(&self, arguments: &mut Object) {
        for ignored in &self.ignored {
            arguments.remove(&ignored.key);
        }
    }

    /// An input schema as it is listed: the ignored keys are properties of it, which admit anything; what it says of all other keys stays.
    #[must_use]
    pub fn published(&self, mut schema: Value) -> Value {
        if let (Some(members), false) = (schema.as_object_mut(), self.ignored.is_empty()) {
            let properties = members
                .entry("properties")
                .or_insert_with(|| Value::Object(Object::new()));
            if let Value::Object(properties) = properties {
                for ignored in &self.ignored {
                    properties.insert(ignored.key.clone(), Value::Object(Object::new()));
                }
            }
        }
        schema
    }

    /// What a plain tool declares and would never see.
    pub(crate) fn unseen(&self, input_schema: &Value) -> Vec<Offence> {
        let place = |key: &str| {
            let is_required = |names: &Vec<Value>| names.iter().any(|name| name == key);
            if input_schema
                .get("properties")
                .is_some_and(|known| known.get(key).is_some())
            {
                Some(format!("/properties{}", DataPath::root().with_key(key)))
            } else {
                let required = input_schema.get("required").and_then(Value::as_array);
                required.is_some_and(is_required).then(|| "/required".to_owned())
            }
        };
        let unseen = self
            .ignored
            .iter()
            .filter_map(|ignored| Some((ignored, place(&ignored.key)?)));
        unseen
            .map(|(ignored, place)| {
                let why = format!(
                    "the mount ignores `{}` in every call, so the tool would never see it (ignored at {})",
                    ignored.key, ignored.declared_at
                );
                Offence::new(code::IGNORED_PROPERTY, why)
                    .said_by(Callback::InputSchema)
                    .at(place)
                    .wants("properties that no call loses")
                    .mended_by("give the property another name, or do not ignore the key")
            })
            .collect()
    }

    /// Ignored keys that the framework's own arguments have.
    #[must_use]
    pub fn check(&self) -> Vec<Offence> {
        let own = self.ignored.iter().enumerate();
        own.filter(|(_, ignored)| ARGUMENTS.contains(&ignored.key.as_str()))
            .map(|(index, ignored)| {
                Offence::new(
                    code::IGNORED_PROPERTY,
                    format!("calls are made of `action` and `data`, and those of help of `tool` and `action`: without `{}` there are none", ignored.key),
                )
                .at(format!("/ignore_keys/{index}"))
                .wants("a key that clients add to what a model sends")
                .mended_by("leave it out")
                .declared_at(Some(ignored.declared_at))
            })
            .collect()
    }

    /// Whether anything judges the calls of what is sensitive.
    #[doc(hidden)]
    #[must_use]
    pub const fn has_policy(&self) -> bool {
        self.policy.is_some()
    }

    pub(crate) fn policy(&self) -> Option<&dyn Judge> {
        self.policy.as_deref()
    }

    /// Whether the mount calls it sensitive; a tool is not because one of its actions is.
    pub(crate) fn name_sensitive(&self, tool: &str, action: Option<&str>) -> bool {
        self.sensitive
            .iter()
            .any(|named| named.tool == tool && named.action.as_deref() == action)
    }

    /// What is named and does not exist: a misspelt name would leave its target without the policy.
    pub(crate) fn check_names(&self, tools: &ToolSet) -> Vec<Offence> {
        self.unknown(tools, false)
    }

    /// The same of tools that change while they are served: one that is gone has nothing to be judged, and may come back (DEF-6).
    pub(crate) fn check_actions(&self, tools: &ToolSet) -> Vec<Offence> {
        self.unknown(tools, true)
    }

    /// `may_be_gone`: whether a tool that is named need not be there.
    fn unknown(&self, tools: &ToolSet, may_be_gone: bool) -> Vec<Offence> {
        let is_known = |named: &Named| match (tools.get(&named.tool).map(|tool| tool.kind()), &named.action) {
            (Some(Kind::Actions(table)), Some(action)) => table.get(action).is_some(),
            (Some(_), None) => true,
            (Some(Kind::Plain(_)), Some(_)) => false,
            (None, _) => may_be_gone,
        };
        let unknown = self.sensitive.iter().enumerate().filter(|(_, named)| !is_known(named));
        unknown
            .map(|(index, named)| {
                let what = match &named.action {
                    Some(action) => format!("`{}` has no action `{action}`", named.tool),
                    None => format!("no tool has the name `{}`", named.tool),
                };
                Offence::new(
                    code::UNKNOWN_SENSITIVE,
                    format!("{what}, so the policy would judge nothing"),
                )
                .at(format!("/sensitive/{index}"))
                .wants("a tool of this mount, or an action of one")
                .mended_by("correct the name, or leave it out")
                .declared_at(Some(named.declared_at))
            })
            .collect()
    }
}
