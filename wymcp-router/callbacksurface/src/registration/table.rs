//! The actions of a registered tool.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::{Output, RegisteredAction, output};
use crate::offence::{Findings, code};
use crate::served::ActionSurface;
use crate::{Callback, Offence, Rules, ToolSet, View};

/// The closed set of a tool's actions, in the order of their names.
#[derive(Debug)]
pub struct ActionTable {
    tool: Arc<str>,
    actions: Vec<RegisteredAction>,
    by_name: HashMap<Arc<str>, usize>,
    /// Places in `actions`, by the position in the tool's surface.
    by_position: Vec<usize>,
}

impl ActionTable {
    /// An action by its name, case-sensitive, with its position in the tool's surface.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<(usize, &RegisteredAction)> {
        let action = self.actions.get(*self.by_name.get(name)?)?;
        Some((action.position(), action))
    }

    /// An action by its position in the tool's surface.
    #[must_use]
    pub fn at(&self, position: usize) -> Option<&RegisteredAction> {
        self.actions.get(*self.by_position.get(position)?)
    }

    /// All actions, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = &RegisteredAction> {
        self.actions.iter()
    }

    /// Whether a caller may know of an action (VIS-1).
    #[must_use]
    pub fn shows(&self, action: &RegisteredAction, view: &View) -> bool {
        view.shows(&self.tool, Some(action.name()))
    }

    /// The actions that a caller may know of, in the order of their names.
    pub fn visible<'t>(&'t self, view: &'t View) -> impl Iterator<Item = &'t RegisteredAction> {
        self.actions.iter().filter(|action| self.shows(action, view))
    }

    /// The names of those actions.
    #[must_use]
    pub fn names<'t>(&'t self, view: &'t View) -> Vec<&'t str> {
        self.visible(view).map(|action| &**action.name()).collect()
    }

    /// An action's page of help for a caller: `related` names no action and no tool of `tools` that is hidden from it.
    #[must_use]
    pub fn page<'t>(&'t self, action: &'t RegisteredAction, tools: &ToolSet, view: &View) -> Cow<'t, str> {
        let is_hidden = |related: &str| match self.get(related) {
            Some((_, own)) => !self.shows(own, view),
            None => tools.hide(related, view),
        };
        if view.is_everything() || !action.rules().related().iter().any(|related| is_hidden(related)) {
            return Cow::Borrowed(action.page());
        }
        Cow::Owned(action.page_with_related(|related| !is_hidden(related)))
    }

    pub(super) fn hides_any(&self, view: &View) -> bool {
        !view.is_everything() && self.actions.iter().any(|action| !self.shows(action, view))
    }

    fn shown(&self, view: Option<&View>) -> impl Iterator<Item = &RegisteredAction> {
        self.actions
            .iter()
            .filter(move |action| view.is_none_or(|view| self.shows(action, view)))
    }

    /// LST-1: small on purpose, details are help's.
    pub(super) fn input_schema(&self, view: Option<&View>) -> Value {
        let names: Vec<&str> = self.shown(view).map(|action| &**action.name()).collect();
        let summaries =
            wymcp_actions::join_summaries(self.shown(view).map(|action| (&**action.name(), action.summary())));
        json!({
            "type": "object",
            "properties": {
                "action": {"type": "string", "enum": names, "description": summaries},
                "data": {"type": "object"},
            },
            "required": ["action"],
            "additionalProperties": false,
        })
    }

    pub(super) fn listed_output(&self, view: Option<&View>) -> Option<Cow<'_, Value>> {
        output::listed(self.shown(view).filter_map(RegisteredAction::output))
    }

    pub(super) fn build(
        tool: &Arc<str>,
        surfaces: Vec<ActionSurface>,
        rules: &Rules,
        findings: &mut Findings,
    ) -> Option<Self> {
        if surfaces.is_empty() && !findings.has_at(Callback::Actions, "") {
            findings.push(
                Offence::new(code::NO_ACTIONS, "a tool without actions could answer no call")
                    .said_by(Callback::Actions)
                    .wants("at least one action")
                    .mended_by("declare an action, or make it a plain tool"),
            );
        }
        let mut seen: HashMap<String, usize> = HashMap::new();
        for surface in &surfaces {
            let count = seen.entry(surface.name.clone()).or_default();
            *count += 1;
            if *count == 2 {
                findings.push(
                    Offence::new(
                        code::DUPLICATE_ACTION,
                        "two actions have one name, and one of the two could not be called",
                    )
                    .said_by(Callback::Actions)
                    .of_action(surface.name.as_str())
                    .wants("distinct names")
                    .mended_by("rename one of the two"),
                );
            }
        }
        let outputs = checked_outputs(&surfaces, findings);
        let mut actions = Vec::with_capacity(surfaces.len());
        let mut is_whole = true;
        for (position, (mut surface, output)) in surfaces.into_iter().zip(outputs).enumerate() {
            surface.sensitive |= rules.name_sensitive(tool, Some(&surface.name));
            match RegisteredAction::build(tool, position, surface, output, findings) {
                Some(action) => actions.push(action),
                None => is_whole = false,
            }
        }
        if !is_whole {
            return None;
        }
        actions.sort_by(|left, right| left.name().cmp(right.name()));
        let by_name = actions
            .iter()
            .enumerate()
            .map(|(index, action)| (Arc::clone(action.name()), index))
            .collect();
        let mut by_position: Vec<usize> = (0..actions.len()).collect();
        by_position.sort_by_key(|&index| actions.get(index).map(RegisteredAction::position));
        Some(Self {
            tool: Arc::clone(tool),
            actions,
            by_name,
            by_position,
        })
    }
}

/// RUN-6: all actions give an output schema or none does; different ones describe objects.
fn checked_outputs(surfaces: &[ActionSurface], findings: &mut Findings) -> Vec<Option<Arc<Output>>> {
    let mut silent: Vec<&str> = surfaces
        .iter()
        .filter(|surface| surface.output_schema.is_none())
        .map(|surface| surface.name.as_str())
        .collect();
    if !silent.is_empty() && silent.len() < surfaces.len() {
        silent.dedup();
        findings.push(
            Offence::new(
                code::MIXED_OUTPUT_SCHEMAS,
                format!(
                    "some actions give an output schema, and these do not: {}",
                    quoted(&silent)
                ),
            )
            .said_by(Callback::OutputSchema)
            .wants("an output schema for every action, or for none")
            .mended_by("give the others one (`{}` admits any value), or none at all"),
        );
    }
    let documents: Vec<Option<Value>> = surfaces
        .iter()
        .map(|surface| Output::document(surface.output_schema.as_ref()?, Some(&surface.name), findings))
        .collect();
    let mut built: Vec<(&Value, Option<Arc<Output>>)> = Vec::new();
    let mut outputs = Vec::with_capacity(surfaces.len());
    for (surface, document) in surfaces.iter().zip(&documents) {
        let Some(schema) = document else {
            outputs.push(None);
            continue;
        };
        let known = built
            .iter()
            .find(|(known, _)| *known == schema)
            .map(|(_, output)| output.clone());
        outputs.push(known.unwrap_or_else(|| {
            let output = Output::build(schema.clone(), Some(&surface.name), findings).map(Arc::new);
            built.push((schema, output.clone()));
            output
        }));
    }
    if built.len() > 1 {
        for (schema, _) in built
            .iter()
            .filter(|(schema, output)| output.is_some() && schema.get("type").is_none_or(|kind| kind != "object"))
        {
            let action = surfaces
                .iter()
                .zip(&documents)
                .find(|(_, document)| document.as_ref() == Some(*schema))
                .map(|(surface, _)| surface.name.as_str());
            findings.push(
                Offence::new(
                    code::INVALID_OUTPUT_SCHEMA,
                    "actions with different output schemas are listed under one that describes an object",
                )
                .said_by(Callback::OutputSchema)
                .of_action(action.unwrap_or_default())
                .at("/type")
                .wants("`\"type\": \"object\"` at the root")
                .mended_by("wrap the output in an object"),
            );
        }
    }
    outputs
}

fn quoted(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
