//! The inside of a mount.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::{ArcSwap, Guard};
use wymcp_callbacksurface::{
    Filter, Offences, Principal, PromptSet, Registration, ResourceSet, Terms, ToolChanges, View,
};

use super::cache::CacheHints;
use super::info::Info;
use super::served::ServedTools;
use super::{Limits, Timing};
use crate::broadcast::{Broadcast, Origin};
use crate::changes::{Change, ChangedTools, Listeners};

const LIST_CHANGED: &str = "\"listChanged\":true";
const SUBSCRIBE: &str = "\"listChanged\":true,\"subscribe\":true";

/// Built once, read by every request. What changes while it is served is read without a lock.
pub(crate) struct Core {
    pub(crate) info: Info,
    pub(crate) cache: CacheHints,
    pub(crate) limits: Limits,
    pub(crate) timing: Timing,
    /// What calls are held to.
    pub(crate) terms: Terms,
    #[cfg(feature = "http")]
    pub(crate) guard: crate::http::Guard,
    /// Of legacy clients over HTTP, where they are kept.
    #[cfg(feature = "http")]
    pub(crate) sessions: Option<Arc<crate::session::Sessions>>,
    tools: ArcSwap<ServedTools>,
    /// Held by whoever changes the tools.
    changing: Mutex<()>,
    keeps_mount_order: bool,
    filter: Option<Arc<Filter>>,
    pub(crate) resources: ResourceSet,
    pub(crate) prompts: PromptSet,
    /// Whoever is told of changes.
    pub(crate) listeners: Arc<Listeners>,
    /// Whoever carries changes to other processes, and the name that this mount has there.
    pub(super) broadcast: Option<(Arc<dyn Broadcast>, Origin)>,
}

/// What a core is made of.
pub(super) struct Parts {
    pub(super) info: Info,
    pub(super) cache: CacheHints,
    pub(super) limits: Limits,
    pub(super) timing: Timing,
    pub(super) terms: Terms,
    #[cfg(feature = "http")]
    pub(super) guard: crate::http::Guard,
    #[cfg(feature = "http")]
    pub(super) sessions: crate::session::SessionOptions,
    pub(super) tools: ServedTools,
    pub(super) keeps_mount_order: bool,
    pub(super) filter: Option<Arc<Filter>>,
    pub(super) resources: ResourceSet,
    pub(super) prompts: PromptSet,
    pub(super) broadcast: Option<(Arc<dyn Broadcast>, Origin)>,
}

impl Core {
    pub(super) fn new(parts: Parts) -> Self {
        Self {
            info: parts.info,
            cache: parts.cache,
            limits: parts.limits,
            timing: parts.timing,
            terms: parts.terms,
            #[cfg(feature = "http")]
            guard: parts.guard,
            #[cfg(feature = "http")]
            sessions: parts
                .sessions
                .are_kept
                .then(|| Arc::new(crate::session::Sessions::new(parts.sessions))),
            tools: ArcSwap::from_pointee(parts.tools),
            changing: Mutex::default(),
            keeps_mount_order: parts.keeps_mount_order,
            filter: parts.filter,
            resources: parts.resources,
            prompts: parts.prompts,
            broadcast: parts.broadcast,
            listeners: Arc::new(Listeners::new(parts.limits.listeners)),
        }
    }

    /// What a caller may see (VIS-1).
    pub(crate) fn view(&self, principal: Option<Principal>) -> View {
        match &self.filter {
            Some(filter) => View::filtered(Arc::clone(filter), principal),
            None => View::everything(),
        }
    }

    /// The same for a call of a tool, which may point at others.
    pub(crate) fn view_of_call(&self, principal: Option<Principal>) -> View {
        let view = self.view(principal);
        if view.is_everything() {
            return view;
        }
        view.over(Arc::clone(self.tools.load().set()))
    }

    /// The tools of this moment.
    pub(crate) fn tools(&self) -> Guard<Arc<ServedTools>> {
        self.tools.load()
    }

    /// The tool of a name, if the caller may know of it. Who has it keeps it, whatever changes.
    pub(crate) fn find(&self, name: &str, view: &View) -> Option<Arc<Registration>> {
        self.tools.load().find(name, view).cloned()
    }

    /// All of the changes, or none (DEF-6).
    pub(super) fn change_tools(&self, changes: ToolChanges) -> Result<(), Offences> {
        if changes.is_empty() {
            return Ok(());
        }
        let rules = Arc::clone(self.tools.load().set().rules());
        let changes = changes.register(&rules);
        // Held until the lock is free again, whatever comes of the change: a drop runs code of the tool's author, who may change tools there.
        let incoming: Vec<_> = changes
            .iter()
            .filter_map(|change| change.registration().cloned())
            .collect();
        let changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let set = self.tools.load().set().changed(changes)?;
        let names = self.tools.load().set().differing(&set);
        let tools = ServedTools::new(set, self.keeps_mount_order).map_err(Offences::from)?;
        let tools = Arc::new(tools);
        let before = self.tools.swap(Arc::clone(&tools));
        drop(changing);
        drop(incoming);
        // The tools that are served no longer go with this, if no call runs them.
        if !names.is_empty() {
            self.tell(&Change::Tools(ChangedTools::here(names, before, tools)));
        }
        Ok(())
    }

    /// Whether there are resources or templates, or a provider that may have some.
    pub(crate) fn serves_resources(&self) -> bool {
        !self.resources.is_empty()
    }

    /// Whether there are prompts, or a provider that may have some.
    pub(crate) fn serves_prompts(&self) -> bool {
        !self.prompts.is_empty()
    }

    /// Whether anything can be completed.
    pub(crate) fn serves_completion(&self) -> bool {
        self.resources.completes() || self.prompts.completes()
    }

    /// Append `"capabilities":{…}`: what is served (H3). `can_be_told`: whether the client can be told of changes later; else none of
    /// `listChanged` and `subscribe` is true, for nothing could be delivered (H5).
    pub(crate) fn write_capabilities(&self, out: &mut String, can_be_told: bool) {
        let changing = |told: &'static str| if can_be_told { told } else { "" };
        out.push_str("\"capabilities\":{");
        for (capability, members, is_served) in [
            ("\"completions\":{", "", self.serves_completion()),
            ("\"logging\":{", "", true),
            ("\"prompts\":{", changing(LIST_CHANGED), self.serves_prompts()),
            ("\"resources\":{", changing(SUBSCRIBE), self.serves_resources()),
        ] {
            if is_served {
                out.push_str(capability);
                out.push_str(members);
                out.push_str("},");
            }
        }
        out.push_str("\"tools\":{");
        out.push_str(changing(LIST_CHANGED));
        out.push_str("}}");
    }
}

impl fmt::Debug for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tools = self.tools.load();
        let names: Vec<&str> = tools.names().collect();
        f.debug_struct("Mount")
            .field("info", &self.info)
            .field("tools", &names)
            .finish_non_exhaustive()
    }
}
