//! A registered tool, and the referee of what it publishes.

use std::sync::Arc;

use jsonschema::Validator;
use serde_json::{Value, json};
use wymcp_callbacksurface::{ActionSchema, Era, PlainTool, Registration, Reply, View, admit};
use wymcp_keyset::KeySet;

use crate::fixtures::One;
use crate::{numbers, referee};

/// A tool that registered. Its referees are built from the texts that callers read.
pub(super) struct Subject {
    registration: Registration,
    /// P, with `required` and the groups added; for a plain tool, its listed schema.
    whole: Validator,
    /// The same within VAL-5's range.
    ranged: Validator,
    /// P of an action alone, and each property's own closed document.
    own: Option<(Validator, Vec<(String, Validator)>)>,
}

fn build(document: &Value) -> Result<Validator, &'static str> {
    referee::validator(document).map_err(|_| "VAL-1: what registers builds")
}

impl Subject {
    /// An action tool of one action. Nothing when the action is an offence.
    pub(super) fn of_action(declared: &Value) -> Result<Option<Self>, &'static str> {
        let Ok(schema) = ActionSchema::from_json(declared) else {
            return Ok(None);
        };
        let Ok(registration) = Registration::build(Arc::new(One::new(schema)), None) else {
            return Ok(None);
        };
        let Some(action) = registration.actions().and_then(|table| table.at(0)) else {
            return Ok(None);
        };
        let read = |text: &str| serde_json::from_str::<Value>(text).map_err(|_| "LST-2: what is stored is JSON");
        let (digest, page) = (read(action.digest())?, read(action.page())?);
        if digest["required"] != declared["required"] || digest["properties"] != page["properties"] {
            return Err("GAT-3: the digest is P with `required`, as help shows it");
        }
        let published = json!({"type": "object", "properties": digest["properties"], "additionalProperties": false});
        let mut whole = published.clone();
        whole["required"] = digest["required"].clone();
        if let Some(groups) = digest["required_one_of"].as_array() {
            whole["anyOf"] = groups.iter().map(|group| json!({ "required": group })).collect();
        }
        let mut own = Vec::new();
        for (name, property) in declared["properties"].as_object().into_iter().flatten() {
            let keys =
                KeySet::new(property).map_err(|_| "KEY-9: a property that registers in an action registers alone")?;
            own.push((name.clone(), build(keys.closed())?));
        }
        Ok(Some(Self {
            whole: build(&whole)?,
            ranged: build(&numbers::ranged(&whole))?,
            own: Some((build(&published)?, own)),
            registration,
        }))
    }

    /// A plain tool with an input schema. Nothing when it is an offence.
    pub(super) fn of_plain(schema: &Value) -> Result<Option<Self>, &'static str> {
        let tool = PlainTool::builder("plain")
            .description("Plain")
            .input_schema(schema.clone())
            .allow_root_composition()
            .handler(async |_, _| Ok(Reply::new(json!({}))));
        let Ok(registration) = Registration::build(Arc::new(tool), None) else {
            return Ok(None);
        };
        let definition = registration.definition(Era::Modern, &View::everything()).into_owned();
        let definition: Value = serde_json::from_str(&definition).map_err(|_| "LST-2: what is stored is JSON")?;
        let listed = &definition["inputSchema"];
        Ok(Some(Self {
            whole: build(listed)?,
            ranged: build(&numbers::ranged(listed))?,
            own: None,
            registration,
        }))
    }

    /// Whether the referee accepts, and which promise is broken.
    pub(super) fn judge(&self, sent: &Value) -> (bool, Option<&'static str>) {
        let arguments = match &self.own {
            Some(_) => json!({"action": "act", "data": sent}),
            None => sent.clone(),
        };
        let admitted = admit(
            &self.registration,
            &View::everything(),
            arguments.as_object().cloned().unwrap_or_default(),
        );
        let accepted = self.whole.is_valid(sent);
        let broken = match &admitted {
            Ok(_) if !accepted => Some("KEY-5: what passes the gates, P accepts"),
            Err(_) if accepted && (!numbers::beyond_range(sent) || self.ranged.is_valid(sent)) => {
                Some("KEY-5: what P accepts passes the gates, but for VAL-5's range")
            }
            Ok(_) if numbers::beyond_range(sent) && !self.ranged.is_valid(sent) => {
                Some("VAL-5: beyond the range, a number is refused where an integer is admitted and no other")
            }
            Ok(admitted) if Value::Object(admitted.data.clone()) != numbers::as_delivered(sent) => {
                Some("VAL-5: what is delivered is what was sent, whole floats as integers")
            }
            _ => self.meaning(sent),
        };
        (accepted, broken)
    }

    fn meaning(&self, sent: &Value) -> Option<&'static str> {
        let (published, own) = self.own.as_ref()?;
        own.iter().find_map(|(name, own)| {
            let value = sent.get(name)?;
            (own.is_valid(value) != published.is_valid(&json!({ name.as_str(): value })))
                .then_some("ACT-4: a property means in P what its own document means")
        })
    }
}
