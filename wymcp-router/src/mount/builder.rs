//! How a mount is put together; every mistake is reported at once (ACT-11).

use std::panic::Location;
use std::sync::Arc;

use serde_json::Value;
use wymcp_bound::pointer::below;
use wymcp_callbacksurface::{
    Filter, Manifest, Offence, Offences, PromptDrafts, ResourceDrafts, Rules, Served, ToolSet,
};

use super::asking::Asking;
use super::cache::{CacheHints, CacheScope};
use super::core::{Core, Parts};
use super::info::Draft;
use super::served::ServedTools;
use super::{Limits, Mount, Timing, ToolBundle};
use crate::broadcast::{Broadcast, BroadcastError, Origin, Receiver};

/// Collects tools and options; [`build`](Self::build) checks all of them (SRF-5).
///
/// ```
/// use wymcp_router::Mount;
///
/// let offences = Mount::builder("", "1.0.0").website("example").build().unwrap_err();
/// assert_eq!(offences.len(), 2);
/// ```
#[must_use = "a mount is served only once it is built"]
pub struct MountBuilder {
    draft: Draft,
    tools: Vec<(Arc<dyn Served>, Option<&'static Location<'static>>)>,
    /// What is wrong with manifests, and with none of their tools.
    manifests: Vec<Offence>,
    cache: CacheHints,
    pub(super) limits: Limits,
    pub(super) timing: Timing,
    pub(super) asking: Asking,
    #[cfg(feature = "http")]
    guard: crate::http::GuardOptions,
    pub(super) resources: ResourceDrafts,
    pub(super) prompts: PromptDrafts,
    #[cfg(feature = "http")]
    sessions: crate::session::SessionOptions,
    keeps_mount_order: bool,
    pub(super) filter: Option<Arc<Filter>>,
    pub(super) rules: Rules,
    broadcast: Option<Arc<dyn Broadcast>>,
    declared: Vec<(String, &'static Location<'static>)>,
}

/// What clients see of the server; every text reaches them as written (TXT-1).
impl MountBuilder {
    #[track_caller]
    pub(super) fn new(name: String, version: String) -> Self {
        let here = Location::caller();
        Self {
            draft: Draft {
                name,
                version,
                ..Draft::default()
            },
            tools: Vec::new(),
            manifests: Vec::new(),
            cache: CacheHints::default(),
            limits: Limits::default(),
            timing: Timing::default(),
            asking: Asking::default(),
            #[cfg(feature = "http")]
            guard: crate::http::GuardOptions::default(),
            resources: ResourceDrafts::default(),
            prompts: PromptDrafts::default(),
            #[cfg(feature = "http")]
            sessions: crate::session::SessionOptions::default(),
            keeps_mount_order: false,
            filter: None,
            rules: Rules::default(),
            broadcast: None,
            declared: vec![("/name".to_owned(), here), ("/version".to_owned(), here)],
        }
    }

    /// A name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.draft.title = Some(title.into());
        self
    }

    /// What the server is.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.draft.description = Some(description.into());
        self
    }

    /// Where one reads more: an http or https address.
    #[track_caller]
    pub fn website(mut self, website: impl Into<String>) -> Self {
        self.declare("/website");
        self.draft.website = Some(website.into());
        self
    }

    /// Icons, an array of MCP icon objects: `src`, and perhaps `mimeType`, `sizes`, `theme`.
    #[track_caller]
    pub fn icons(mut self, icons: impl Into<Value>) -> Self {
        self.declare("/icons");
        self.draft.icons = Some(icons.into());
        self
    }

    /// What a model should know of the server as a whole, before it looks at any tool.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.draft.instructions = Some(instructions.into());
        self
    }
}

/// What is served.
impl MountBuilder {
    /// Add a tool: a [`Tool`](crate::Tool), or what `PlainTool::builder` and `ActionTool::builder` make.
    ///
    /// Offences of the tool name the line of this call where its own declarations know no nearer one.
    #[track_caller]
    pub fn tool(mut self, tool: impl Served) -> Self {
        self.tools.push((Arc::new(tool), Some(Location::caller())));
        self
    }

    /// Add the tools of a manifest, in its order, each with its place in the file (DEF-3).
    ///
    /// ```
    /// use wymcp_router::{Manifest, Mount, Reply};
    ///
    /// let text = r#"{"tools": [{"name": "ping", "description": "Answers", "inputSchema": {"type": "object", "properties": {}}}]}"#;
    /// let manifest = Manifest::parse(text).bind_plain("ping", async |_, _| Ok(Reply::new("pong")));
    /// let mount = Mount::builder("pinging", "1.0.0").manifest(manifest).build()?;
    /// # Ok::<(), wymcp_router::Offences>(())
    /// ```
    #[track_caller]
    pub fn manifest(mut self, manifest: Manifest) -> Self {
        let here = Some(Location::caller());
        let (tools, offences) = manifest.into_tools();
        self.tools.extend(tools.into_iter().map(|tool| (tool, here)));
        self.manifests
            .extend(offences.into_iter().map(|offence| offence.declared_at(here)));
        self
    }

    /// Add the tools of a bundle, in its order, each with the line that put it there.
    ///
    /// Two tools of one name are an offence that names both lines, whatever bundles they came in.
    pub fn tools(mut self, bundle: ToolBundle) -> Self {
        self.tools.extend(bundle.into_tools());
        self
    }

    /// List tools, resources and prompts in the order in which they were added, instead of by name or URI; help stays last (LST-2).
    pub const fn keep_mount_order(mut self) -> Self {
        self.keeps_mount_order = true;
        self
    }

    /// How long modern clients may keep what `server/discover`, the lists and the resources that stay as they are answered, and who may
    /// share it. By default nobody keeps anything. With a filter the scope stays private (VIS-1).
    ///
    /// It does not hold for what a handler or a provider answers: that nobody keeps (G7).
    pub const fn cache(mut self, ttl_ms: u64, scope: CacheScope) -> Self {
        self.cache = CacheHints { ttl_ms, scope };
        self
    }

    /// Tell other processes that serve the same what has changed, and hear of it from them: see [`Broadcast`].
    #[track_caller]
    pub fn broadcast(mut self, engine: impl Broadcast) -> Self {
        self.declare("/broadcast");
        self.broadcast = Some(Arc::new(engine));
        self
    }

    /// Bytes of an HTTP body; 4 MiB by default (SIZ). A longer one is answered 413.
    #[track_caller]
    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.declare("/body_limit");
        self.limits.body = bytes;
        self
    }

    /// Bytes of a line on standard input; 4 MiB by default (SIZ). A longer one is skipped and reported.
    #[track_caller]
    pub fn line_limit(mut self, bytes: usize) -> Self {
        self.declare("/line_limit");
        self.limits.line = bytes;
        self
    }

    /// Subscriptions of modern clients (`subscriptions/listen`) and conversations over stdio that can be told of changes at one time; 20 000 by
    /// default. One more is told to come back later (503; a conversation is not promised to be told), and so is one where all of them
    /// together watch 64 MiB of URIs (wire contract J11).
    #[track_caller]
    pub fn listener_cap(mut self, listeners: usize) -> Self {
        self.declare("/listener_cap");
        self.limits.listeners = listeners;
        self
    }

    /// Note the line that declared an option, for its offences (ACT-11).
    #[track_caller]
    pub(crate) fn declare(&mut self, pointer: impl Into<String>) {
        self.declared.push((pointer.into(), Location::caller()));
    }

    #[cfg(feature = "http")]
    pub(crate) const fn sessions_mut(&mut self) -> &mut crate::session::SessionOptions {
        &mut self.sessions
    }

    #[cfg(feature = "http")]
    pub(crate) const fn guard_mut(&mut self) -> &mut crate::http::GuardOptions {
        &mut self.guard
    }

    /// Check every option and every tool, and build what serving needs.
    ///
    /// # Errors
    /// Every offence at once, in a stable order: options first, then tools, resources, templates and prompts as they were added.
    pub fn build(self) -> Result<Mount, Offences> {
        let mut offences: Vec<Offence> = Vec::new();
        self.draft.check(&mut offences);
        self.limits.check(&mut offences);
        self.timing.check(&mut offences);
        let terms = self.asking.terms(self.timing, &mut offences);
        offences.extend(self.rules.check());
        #[cfg(feature = "http")]
        let guard = self.guard.check(&mut offences);
        #[cfg(feature = "http")]
        self.sessions.check(&mut offences);
        let mut offences: Vec<Offence> = offences
            .into_iter()
            .map(|offence| located(offence, &self.declared))
            .collect();
        offences.extend(self.manifests);
        let keeps_order = self.keeps_mount_order;
        let tools = ToolSet::build_under(Arc::new(self.rules), self.tools)
            .map_err(Offences::into_vec)
            .and_then(|set| ServedTools::new(set, keeps_order));
        let tools = kept(tools, &mut offences);
        let resources = kept(self.resources.build(keeps_order), &mut offences);
        let prompts = kept(self.prompts.build(keeps_order), &mut offences);
        let (Some(tools), Some(resources), Some(prompts)) = (tools, resources, prompts) else {
            return Err(offences.into());
        };
        if !offences.is_empty() {
            return Err(offences.into());
        }
        let scope = if self.filter.is_some() {
            CacheScope::Private
        } else {
            self.cache.scope
        };
        let origin = Origin::new();
        let core = Core::new(Parts {
            info: self.draft.into_info(),
            cache: CacheHints { scope, ..self.cache },
            limits: self.limits,
            timing: self.timing,
            terms,
            #[cfg(feature = "http")]
            guard,
            #[cfg(feature = "http")]
            sessions: self.sessions,
            tools,
            keeps_mount_order: keeps_order,
            filter: self.filter,
            resources,
            prompts,
            broadcast: self.broadcast.clone().map(|broadcast| (broadcast, origin)),
        });
        let core = Arc::new(core);
        if let Some(broadcast) = self.broadcast {
            let subscribed = broadcast.subscribe(Receiver::of(&core, origin));
            subscribed.map_err(|error| Offences::from(vec![located(unsubscribed(&error), &self.declared)]))?;
        }
        Ok(Mount { core })
    }
}

fn unsubscribed(error: &BroadcastError) -> Offence {
    Offence::new(
        "broadcast_unavailable",
        format!("other processes cannot be heard: {error}"),
    )
    .at("/broadcast")
    .wants("an engine that can begin to listen")
    .mended_by("mend what the engine says, or leave the option out")
}

/// What was built, or nothing and what was wrong.
fn kept<T>(built: Result<T, Vec<Offence>>, offences: &mut Vec<Offence>) -> Option<T> {
    built.map_err(|found| offences.extend(found)).ok()
}

/// The line that declared what an offence points at; of equal ones the last, which is what was built.
fn located(offence: Offence, declared: &[(String, &'static Location<'static>)]) -> Offence {
    let mut latest = declared.iter().rev();
    let place = latest.find(|(pointer, _)| below(offence.pointer(), pointer).is_some());
    match place {
        Some((_, location)) => offence.declared_at(Some(location)),
        None => offence,
    }
}

impl std::fmt::Debug for MountBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MountBuilder")
            .field("server", &self.draft)
            .field("tools", &self.tools.len())
            .finish_non_exhaustive()
    }
}
