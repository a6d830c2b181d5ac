//! What a client has to have declared before it is asked (INP-3, wire contract D7 to D9, L20).

use std::fmt;

use serde_json::{Value, json};

use crate::{Context, Object};

/// Something that a client can do for a server, if it declared so (INP-3).
///
/// [`Context::declares`] looks, [`Context::require`] demands.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Capability, Context, Failure, Reply};
///
/// async fn greet(ctx: &Context) -> Result<Reply, Failure> {
///     if !ctx.declares(Capability::Elicitation) {
///         return Ok(Reply::new("hello, whoever you are"));
///     }
///     Ok(Reply::new("hello"))
/// }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Capability {
    /// Its user fills in forms ([`Form`](crate::Form)).
    Elicitation,
    /// Its user visits web pages ([`Visit`](crate::Visit)).
    UrlElicitation,
    /// Its model answers prompts ([`Sampling`](crate::Sampling)).
    Sampling,
    /// Its model may call tools that the prompt offers.
    ToolSampling,
    /// It tells which folders it works in ([`Roots`](crate::Roots)).
    Roots,
}

impl Capability {
    /// Whether a client of this revision that declared these has it. Without a revision, the newest.
    pub(crate) fn is_among(self, declared: &Object, revision: &str) -> bool {
        let since = |first: &str| revision.is_empty() || revision >= first;
        let part = |name: &str, part: &str| declared.get(name).is_some_and(|whole| whole.get(part).is_some());
        match self {
            Self::Roots => declared.contains_key("roots"),
            Self::Sampling => declared.contains_key("sampling"),
            Self::ToolSampling => part("sampling", "tools") && since("2025-11-25"),
            // An empty object means forms; one that names other modes alone does not.
            Self::Elicitation => {
                declared.contains_key("elicitation")
                    && (part("elicitation", "form") || !part("elicitation", "url"))
                    && since("2025-06-18")
            }
            Self::UrlElicitation => part("elicitation", "url") && since("2025-11-25"),
        }
    }

    /// Its name, as an answer says it to a client that declared these.
    pub(crate) fn name(self, declared: &Object) -> &'static str {
        match self {
            // Whoever declares other modes alone is told which one is meant.
            Self::Elicitation
                if declared
                    .get("elicitation")
                    .is_some_and(|modes| modes.get("url").is_some()) =>
            {
                "elicitation.form"
            }
            Self::Elicitation => "elicitation",
            Self::UrlElicitation => "elicitation.url",
            Self::Sampling => "sampling",
            Self::ToolSampling => "sampling.tools",
            Self::Roots => "roots",
        }
    }
}

impl Context {
    /// Whether the client can be asked for this.
    ///
    /// ```
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::{Capability, Context};
    ///
    /// let ctx = Context::new(Default::default(), "purge", None);
    /// assert!(!ctx.declares(Capability::Elicitation));
    /// ```
    #[must_use]
    pub fn declares(&self, capability: Capability) -> bool {
        capability.is_among(self.client_capabilities(), self.protocol_version())
    }
}

/// What a call needs of its client, and the client did not declare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lacking {
    names: Vec<&'static str>,
    required: Value,
}

impl Lacking {
    /// Those of the needed that are not among the declared; nothing where all are.
    pub(crate) fn of(needed: impl IntoIterator<Item = Capability>, ctx: &Context) -> Option<Self> {
        let mut lacking: Vec<_> = needed.into_iter().filter(|needed| !ctx.declares(*needed)).collect();
        lacking.sort_unstable();
        lacking.dedup();
        if lacking.is_empty() {
            return None;
        }
        let names: Vec<_> = lacking
            .iter()
            .map(|capability| capability.name(ctx.client_capabilities()))
            .collect();
        let mut required = json!({});
        for name in &names {
            let mut place = &mut required;
            for part in name.split('.') {
                place = &mut place[part];
                if place.is_null() {
                    *place = json!({});
                }
            }
        }
        Some(Self { names, required })
    }

    /// What to declare, in the form of `ClientCapabilities` (wire contract D7).
    #[must_use]
    pub const fn required(&self) -> &Value {
        &self.required
    }

    /// Those of a tool that wants one that the client has not.
    #[must_use]
    pub fn words(&self) -> String {
        let (noun, names) = (
            if self.names.len() == 1 {
                "capability"
            } else {
                "capabilities"
            },
            self.names
                .iter()
                .map(|name| format!("`{name}`"))
                .collect::<Vec<_>>()
                .join(", "),
        );
        format!("the client did not declare the {noun} {names}, which this call needs")
    }
}

impl fmt::Display for Lacking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words())
    }
}

impl std::error::Error for Lacking {}
