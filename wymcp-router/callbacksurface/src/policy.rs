//! The mount's judge of calls that may do harm (DEF-4).

use std::fmt;

use crate::{BoxFuture, Context, Object, Principal};

/// The error of a call that a policy denied.
pub(crate) const DENIED: &str = "denied_by_policy";

/// Judges each call of a sensitive tool or action, after the gates and before anything of it runs.
///
/// A closure `Fn(&PolicyCall<'_>) -> Decision` is a policy; one that has to wait for something implements the trait. A policy that
/// panics denies (RUN-5).
///
/// What is sensitive is said by the tool ([`Tool::sensitive`](crate::Tool::sensitive), the annotations `destructiveHint` and
/// `sensitive`, the builders' `sensitive`) and by the mount; nothing that one of them says takes back what another said.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Decision, Policy, PolicyCall};
///
/// struct Quota { left: tokio::sync::Mutex<u32> }
///
/// impl Policy for Quota {
///     async fn judge(&self, call: &PolicyCall<'_>) -> Decision {
///         let mut left = self.left.lock().await;
///         if call.principal().is_none() {
///             return Decision::deny("sign in first");
///         }
///         if *left == 0 {
///             return Decision::deny("nothing more can be removed today");
///         }
///         *left -= 1;
///         Decision::Allow
///     }
/// }
/// ```
pub trait Policy: Send + Sync + 'static {
    /// Whether the call may go on.
    fn judge(&self, call: &PolicyCall<'_>) -> impl Future<Output = Decision> + Send;
}

impl<F> Policy for F
where
    F: Fn(&PolicyCall<'_>) -> Decision + Send + Sync + 'static,
{
    fn judge(&self, call: &PolicyCall<'_>) -> impl Future<Output = Decision> + Send {
        std::future::ready(self(call))
    }
}

/// What a policy says of a call (DEF-4).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Decision {
    /// It goes on.
    Allow,
    /// It does not; the caller is told these words.
    Deny(String),
    /// It goes on once the caller's user has said yes to these words, in a form that the client shows (INP).
    ///
    /// Whatever is no yes denies. A client that cannot ask is told what it lacks (INP-3), and nothing of the call runs. The
    /// policy is asked in each round of a call, and a yes counts for the words that it was given to: the same call wants the same words.
    Confirm(String),
}

impl Decision {
    /// [`Decision::Deny`], with the reason that the caller reads; more than 300 characters of it are cut.
    pub fn deny(reason: impl Into<String>) -> Self {
        Self::Deny(reason.into())
    }

    /// [`Decision::Confirm`], with the question that the user reads.
    pub fn confirm(question: impl Into<String>) -> Self {
        Self::Confirm(question.into())
    }
}

/// A call that a [`Policy`] judges: who makes it, of what, with which data (DEF-4).
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Decision, PolicyCall};
///
/// let read_only = |call: &PolicyCall<'_>| match call.action() {
///     Some("list" | "get") => Decision::Allow,
///     _ => Decision::confirm(format!("Let {} change something?", call.tool())),
/// };
/// # let _ = read_only;
/// ```
#[derive(Debug, Clone, Copy)]
pub struct PolicyCall<'c> {
    data: &'c Object,
    ctx: &'c Context,
}

impl<'c> PolicyCall<'c> {
    /// A call, for a test of a policy too.
    #[must_use]
    pub const fn new(data: &'c Object, ctx: &'c Context) -> Self {
        Self { data, ctx }
    }

    /// Who calls, if that is known.
    #[must_use]
    pub fn principal(&self) -> Option<&'c Principal> {
        self.ctx.principal()
    }

    /// The tool that is called.
    #[must_use]
    pub fn tool(&self) -> &'c str {
        self.ctx.tool()
    }

    /// The action; nothing for a plain tool.
    #[must_use]
    pub fn action(&self) -> Option<&'c str> {
        self.ctx.action()
    }

    /// The data as the handler would get it: gated, defaults filled in, after `validate_data`. For a plain tool, the arguments.
    #[must_use]
    pub const fn data(&self) -> &'c Object {
        self.data
    }

    /// All that is known of the request.
    #[must_use]
    pub const fn context(&self) -> &'c Context {
        self.ctx
    }
}

/// The object-safe face of a policy.
pub(crate) trait Judge: Send + Sync {
    fn judge<'c>(&'c self, call: &'c PolicyCall<'c>) -> BoxFuture<'c, Decision>;
}

impl<P: Policy> Judge for P {
    fn judge<'c>(&'c self, call: &'c PolicyCall<'c>) -> BoxFuture<'c, Decision> {
        Box::pin(Policy::judge(self, call))
    }
}

impl fmt::Debug for dyn Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Policy")
    }
}
