//! The inside of a mount.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use wymcp_callbacksurface::{Era, Filter, Principal, PromptSet, Registration, ResourceSet, Terms, ToolSet, View};

use super::cache::CacheHints;
use super::info::Info;
use super::{Limits, Timing};
use crate::Revision;

/// Built once, read by every request; nothing in it is locked.
pub(crate) struct Core {
    pub(crate) info: Info,
    pub(crate) cache: CacheHints,
    pub(crate) limits: Limits,
    pub(crate) timing: Timing,
    /// What calls are held to.
    pub(crate) terms: Arc<Terms>,
    #[cfg(feature = "http")]
    pub(crate) guard: crate::http::Guard,
    /// Of legacy clients over HTTP, where they are kept.
    #[cfg(feature = "http")]
    pub(crate) sessions: Option<Arc<crate::session::Sessions>>,
    tools: Arc<ToolSet>,
    help: Arc<Registration>,
    /// In the order of listing, help last (LST-2).
    listed: Vec<Arc<Registration>>,
    filter: Option<Arc<Filter>>,
    pub(crate) resources: ResourceSet,
    pub(crate) prompts: PromptSet,
    /// The whole lists, for who sees everything.
    lists: [String; 2],
    revisions: [(Revision, Arc<str>); 4],
}

/// What a core is made of.
pub(super) struct Parts {
    pub(super) info: Info,
    pub(super) cache: CacheHints,
    pub(super) limits: Limits,
    pub(super) timing: Timing,
    pub(super) terms: Arc<Terms>,
    #[cfg(feature = "http")]
    pub(super) guard: crate::http::Guard,
    #[cfg(feature = "http")]
    pub(super) sessions: crate::session::SessionOptions,
    pub(super) tools: Arc<ToolSet>,
    pub(super) help: Arc<Registration>,
    pub(super) keeps_mount_order: bool,
    pub(super) filter: Option<Arc<Filter>>,
    pub(super) resources: ResourceSet,
    pub(super) prompts: PromptSet,
}

impl Core {
    pub(super) fn new(parts: Parts) -> Self {
        let mut listed: Vec<Arc<Registration>> = if parts.keeps_mount_order {
            parts.tools.declared().to_vec()
        } else {
            parts.tools.iter().cloned().collect()
        };
        listed.push(Arc::clone(&parts.help));
        let lists = [Era::Modern, Era::Legacy].map(|era| join(&listed, era, &View::everything()));
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
            tools: parts.tools,
            help: parts.help,
            listed,
            filter: parts.filter,
            resources: parts.resources,
            prompts: parts.prompts,
            lists,
            revisions: [
                Revision::V2025_03_26,
                Revision::V2025_06_18,
                Revision::V2025_11_25,
                Revision::V2026_07_28,
            ]
            .map(|revision| (revision, revision.name().into())),
        }
    }

    /// What a caller may see (VIS-1).
    pub(crate) fn view(&self, principal: Option<Principal>) -> View {
        match &self.filter {
            Some(filter) => View::filtered(Arc::clone(filter), principal),
            None => View::everything(),
        }
    }

    /// The tool of a name, if the caller may know of it.
    pub(crate) fn find(&self, name: &str, view: &View) -> Option<Arc<Registration>> {
        if name == &**self.help.name() {
            return Some(Arc::clone(&self.help));
        }
        self.tools.get(name).filter(|tool| tool.is_visible(view)).cloned()
    }

    /// The tools that a caller may see, as the JSON array of `tools/list`.
    pub(crate) fn list(&self, era: Era, principal: Option<Principal>) -> Cow<'_, str> {
        let view = self.view(principal);
        if view.is_everything() {
            let [modern, legacy] = &self.lists;
            return Cow::Borrowed(if era == Era::Modern { modern } else { legacy });
        }
        Cow::Owned(join(&self.listed, era, &view))
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

    /// Append `"capabilities":{…}`: what is served (H3), and only what can be delivered (H5): no `listChanged`, for nothing comes or goes
    /// while it is served, and `subscribe` only to clients that can be told later.
    pub(crate) fn write_capabilities(&self, out: &mut String, can_be_told: bool) {
        out.push_str("\"capabilities\":{");
        let resources = if can_be_told {
            "\"resources\":{\"subscribe\":true},"
        } else {
            "\"resources\":{},"
        };
        for (capability, is_served) in [
            ("\"completions\":{},", self.serves_completion()),
            ("\"logging\":{},", true),
            ("\"prompts\":{},", self.serves_prompts()),
            (resources, self.serves_resources()),
        ] {
            if is_served {
                out.push_str(capability);
            }
        }
        out.push_str("\"tools\":{}}");
    }

    /// A revision's name, shared.
    pub(crate) fn revision_name(&self, revision: Revision) -> Arc<str> {
        self.revisions
            .iter()
            .find(|(known, _)| *known == revision)
            .map(|(_, name)| Arc::clone(name))
            .unwrap_or_default()
    }
}

fn join(listed: &[Arc<Registration>], era: Era, view: &View) -> String {
    let mut out = String::from("[");
    for tool in listed.iter().filter(|tool| tool.is_visible(view)) {
        if out.len() > 1 {
            out.push(',');
        }
        out.push_str(&tool.definition(era, view));
    }
    out.push(']');
    out
}

impl fmt::Debug for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.listed.iter().map(|tool| &**tool.name()).collect();
        f.debug_struct("Mount")
            .field("info", &self.info)
            .field("tools", &names)
            .finish_non_exhaustive()
    }
}
