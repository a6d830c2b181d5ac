//! What is built once for a tool (SRF-2).

mod action;
mod annotations;
mod definition;
mod header;
mod icons;
mod identity;
mod meta;
mod output;
mod plain;
mod reading;
mod table;

use std::borrow::Cow;
use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use crate::admit::Arguments;
use crate::contain::discard;
use crate::offence::{Findings, code};
use crate::served::{Gone, Served, Surface, SurfaceKind};
use crate::target::Target;
use crate::{Era, Offence, Rules, View, events};

pub use action::RegisteredAction;
#[doc(hidden)]
pub use action::schema_offences;
pub use header::{HeaderArgument, HeaderType};
#[doc(hidden)]
pub use icons::icon_offences;
pub(crate) use meta::meta_offences;
pub use output::Output;
pub use plain::PlainRegistration;
pub use table::ActionTable;

use definition::{Definitions, Parts};

/// A tool whose callbacks were asked once, checked, and kept: what was validated is what is served (SRF-2).
///
/// It exists only if every check passed. Validators are built, definitions and help pages are serialised; a tool whose callbacks
/// change their mind later is served as validated.
///
/// ```
/// use std::sync::Arc;
/// use serde_json::json;
/// use wymcp_callbacksurface::{ActionSchema, Context, Data, Failure, Registration, Reply, Tool, actions};
///
/// actions! { pub enum EchoAction { Say = "say" } }
///
/// struct Echo;
///
/// impl Tool for Echo {
///     type Action = EchoAction;
///     fn name(&self) -> &str { "echo" }
///     fn description(&self) -> &str { "" }                       // blank: an offence
///     fn schema(&self, _: EchoAction) -> ActionSchema {
///         ActionSchema::new("Say it again").property("text", json!({"type": "strng"}))     // no such type: another
///     }
///     async fn run_action(&self, _: EchoAction, data: Data, _: &Context) -> Result<Reply, Failure> {
///         Ok(Reply::new(data["text"].clone()))
///     }
/// }
///
/// let offences = Registration::build(Arc::new(Echo), None).unwrap_err();
/// let codes: Vec<_> = offences.iter().map(|offence| offence.code()).collect();
/// assert_eq!(codes, ["missing_description", "unknown_type"]);
/// ```
pub struct Registration {
    served: Arc<dyn Served>,
    /// The tool, without an action.
    target: Arc<Target>,
    rules: Arc<Rules>,
    /// The whole tool is (DEF-4).
    sensitive: bool,
    parts: Parts,
    kind: Kind,
    /// What gates 1 and 2 read of the published input schema (GAT-8).
    arguments: Arguments,
    definitions: Definitions,
}

/// The two kinds of tools.
#[derive(Debug)]
pub enum Kind {
    /// A tool of many actions.
    Actions(ActionTable),
    /// A tool without actions.
    Plain(Box<PlainRegistration>),
}

impl Registration {
    /// Ask a tool's callbacks, once, check what they say, and build all that serving it needs.
    ///
    /// `declared_at` is the source line that offences name where the tool's own builder knows no nearer one. A panic of a callback
    /// passes through as raised (SRF-7).
    ///
    /// # Errors
    /// Every offence of the tool at once, in a stable order (ACT-11).
    pub fn build(tool: Arc<dyn Served>, declared_at: Option<&'static Location<'static>>) -> Result<Self, Vec<Offence>> {
        Self::build_under(Arc::default(), tool, declared_at)
    }

    /// [`build`](Self::build), under the rules of a mount.
    ///
    /// # Errors
    /// Every offence of the tool at once, in a stable order (ACT-11).
    #[doc(hidden)]
    pub fn build_under(
        rules: Arc<Rules>,
        tool: Arc<dyn Served>,
        declared_at: Option<&'static Location<'static>>,
    ) -> Result<Self, Vec<Offence>> {
        let Surface {
            name,
            description,
            title,
            annotations,
            icons,
            meta,
            sensitive,
            kind,
            offences,
        } = tool.surface();
        let mut findings = Findings::new(name.as_deref(), declared_at).told_in(tool.origin().cloned());
        findings.extend(offences);
        if findings.has_code(code::NOT_AN_OBJECT) {
            return Err(findings.into_vec());
        }
        let is_framework = matches!(&kind, SurfaceKind::Plain(plain) if plain.framework);
        let name = identity::name(name, is_framework, &mut findings);
        let description = identity::description(description, &mut findings);
        let annotations = annotations.and_then(|value| annotations::check(value, &mut findings));
        let icons = icons.and_then(|value| icons::check(value, &mut findings));
        let meta = meta.and_then(|value| meta::check(value, &mut findings));
        let shown: Arc<str> = name.as_deref().unwrap_or_default().into();
        let kind = match kind {
            SurfaceKind::Actions(actions) => {
                ActionTable::build(&shown, actions, &rules, &mut findings).map(Kind::Actions)
            }
            SurfaceKind::Plain(plain) => {
                PlainRegistration::build(&plain, &rules, &mut findings).map(|plain| Kind::Plain(Box::new(plain)))
            }
        };
        let (Some(name), Some(description), Some(kind), true) = (name, description, kind, findings.is_empty()) else {
            return Err(findings.into_vec());
        };
        let sensitive = sensitive
            || annotations.as_ref().is_some_and(annotations::are_sensitive)
            || rules.name_sensitive(&name, None);
        let parts = Parts {
            name,
            description,
            title,
            annotations,
            icons,
            meta,
        };
        let input_schema = kind.input_schema(None).into_owned();
        let output = kind.listed_output(None);
        Ok(Self {
            arguments: Arguments::published(&input_schema),
            definitions: Definitions::new(&parts, &rules.published(input_schema), output.as_deref()),
            served: tool,
            target: Target::new(shown, None),
            rules,
            sensitive,
            parts,
            kind,
        })
    }

    /// The tool's name.
    #[must_use]
    pub fn name(&self) -> &Arc<str> {
        &self.target.tool
    }

    /// Whose code a call runs; the action by its position in the surface.
    pub(crate) fn target(&self, action: Option<usize>) -> &Arc<Target> {
        let action = || self.actions()?.at(action?);
        action().map_or(&self.target, RegisteredAction::target)
    }

    /// What the tool is for, as its author wrote it (TXT-1).
    #[must_use]
    pub fn description(&self) -> &str {
        &self.parts.description
    }

    /// The tool itself, to be run.
    #[must_use]
    pub fn served(&self) -> &dyn Served {
        &*self.served
    }

    /// The same, shared: for who registers it anew.
    #[doc(hidden)]
    #[must_use]
    pub fn shared(&self) -> Arc<dyn Served> {
        Arc::clone(&self.served)
    }

    /// What kind of tool it is, and what its kind knows.
    #[must_use]
    pub const fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The actions, if it is a tool of actions.
    #[must_use]
    pub const fn actions(&self) -> Option<&ActionTable> {
        match &self.kind {
            Kind::Actions(table) => Some(table),
            Kind::Plain(_) => None,
        }
    }

    /// Arguments that clients mirror into HTTP headers (wire contract D23); none for a tool of actions.
    #[must_use]
    pub fn header_arguments(&self) -> &[HeaderArgument] {
        match &self.kind {
            Kind::Actions(_) => &[],
            Kind::Plain(plain) => plain.header_arguments(),
        }
    }

    /// Whether a caller may know of the tool: it is shown itself and, if it has actions, one of them is (VIS-1).
    #[must_use]
    pub fn is_visible(&self, view: &View) -> bool {
        if self.is_framework() || view.is_everything() {
            return true;
        }
        view.shows(self.name(), None)
            && match &self.kind {
                Kind::Actions(table) => table.visible(view).next().is_some(),
                Kind::Plain(_) => true,
            }
    }

    /// The tool's entry of `tools/list`, as JSON text (SRF-6).
    ///
    /// Stored, unless a filter hides some of its actions: then it is written for those that are left.
    #[must_use]
    pub fn definition(&self, era: Era, view: &View) -> Cow<'_, str> {
        match &self.kind {
            Kind::Actions(table) if table.hides_any(view) => {
                let input_schema = self.rules.published(self.kind.input_schema(Some(view)).into_owned());
                let output = self.kind.listed_output(Some(view));
                Cow::Owned(Definitions::new(&self.parts, &input_schema, output.as_deref()).into_text(era))
            }
            _ => Cow::Borrowed(self.definitions.text(era)),
        }
    }

    /// Whether a caller reads the same of both: in `tools/list`, and in help's pages of the actions that it may know of.
    #[doc(hidden)]
    #[must_use]
    pub fn reads_as(&self, other: &Self, view: &View) -> bool {
        fn pages<'r>(tool: &'r Registration, view: &'r View) -> impl Iterator<Item = &'r str> {
            let actions = tool.actions().into_iter().flat_map(|table| table.visible(view));
            actions.map(RegisteredAction::page)
        }
        self.definition(Era::Modern, view) == other.definition(Era::Modern, view)
            && pages(self, view).eq(pages(other, view))
    }

    /// Whether the entry of `tools/list` shows an output schema: where it does not, `structuredContent` stays out as well
    /// (wire contract M6).
    #[must_use]
    pub fn lists_output(&self, era: Era, view: &View) -> bool {
        self.kind
            .listed_output(Some(view))
            .is_some_and(|output| definition::fits(era, &output))
    }

    /// Whether it is the framework's own help.
    pub(crate) fn is_framework(&self) -> bool {
        matches!(&self.kind, Kind::Plain(plain) if plain.is_framework())
    }

    /// The rules of its mount.
    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whether calls are held to the mount's policy: the tool or the mount calls the whole tool sensitive, or the action, which is given
    /// by its position in the surface (DEF-4).
    #[must_use]
    pub fn is_sensitive(&self, action: Option<usize>) -> bool {
        let action = || self.actions()?.at(action?);
        self.sensitive || action().is_some_and(RegisteredAction::is_sensitive)
    }

    /// What gates 1 and 2 ask.
    pub(crate) const fn arguments(&self) -> &Arguments {
        &self.arguments
    }
}

/// A tool that is served no longer goes with the last call that it runs: a panic of its drop must not be that call's (RUN-5).
impl Drop for Registration {
    fn drop(&mut self) {
        let served = std::mem::replace(&mut self.served, Arc::new(Gone));
        if let Err(panic) = discard(served) {
            events::panicked_in_drop(&self.target.tool, &panic);
        }
    }
}

impl fmt::Debug for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registration")
            .field("name", self.name())
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}

impl Kind {
    /// The input schema as published, of what a view shows; of everything without a view.
    fn input_schema(&self, view: Option<&View>) -> Cow<'_, serde_json::Value> {
        match self {
            Self::Actions(table) => Cow::Owned(table.input_schema(view)),
            Self::Plain(plain) => Cow::Borrowed(plain.input_schema()),
        }
    }

    /// The output schema as published.
    fn listed_output(&self, view: Option<&View>) -> Option<Cow<'_, serde_json::Value>> {
        match self {
            Self::Actions(table) => table.listed_output(view),
            Self::Plain(plain) => plain.output().map(|output| Cow::Borrowed(output.schema())),
        }
    }
}
