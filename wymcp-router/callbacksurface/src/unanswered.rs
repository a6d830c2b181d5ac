//! Asking the code of a provider: its panics are contained, its failures told by their mark (RUN-4, RUN-5).

use serde_json::Value;
use wymcp_bound::limits;

use crate::contain::{contain, discard, guard};
use crate::fault::Fault;
use crate::input::{Ended, Interrupted};
use crate::tool::default_words;
use crate::{BoxFuture, Context, Failure, InputError, InputRequired, Lacking, events};

/// Why a method of resources, prompts or completion has no result.
#[derive(Debug)]
pub enum Unanswered {
    /// There is no such resource, prompt or template: none is known, or the caller may not know of it.
    Unknown,
    /// No page has given out this cursor (N6).
    UnknownCursor,
    /// The request cannot be right as it stands (N4): bounded words, and what a machine can act on.
    Refused {
        /// What is wrong.
        message: String,
        /// The same for a machine.
        data: Value,
    },
    /// The provider failed.
    Failed {
        /// Its words if they are meant for the caller, else a generic line; bounded (BND-4).
        message: String,
        /// Whether they are meant for the caller.
        for_caller: bool,
    },
    /// The provider's code panicked, or what it gave cannot be sent.
    Fault(Fault),
    /// The client has to answer first (INP-1).
    Asks(InputRequired),
    /// The client did not declare what the provider needs of it (INP-3).
    Lacks(Lacking),
    /// What the request brought along for one that asked before cannot be read (INP-2).
    Input(InputError),
    /// The provider wants to ask; where it comes out, in a list or a completion, nothing can be asked (wire contract I1).
    #[doc(hidden)]
    Interrupted(Interrupted),
}

impl From<Ended> for Unanswered {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Asks(asked) => Self::Asks(asked),
            Ended::Lacks(lacking) => Self::Lacks(lacking),
            Ended::Unanswered(message) => Self::Failed {
                message,
                for_caller: true,
            },
            Ended::Fault(fault) => Self::fault(fault),
        }
    }
}

impl Unanswered {
    /// The provider took longer than it may (LNG-3).
    #[must_use]
    pub fn timeout(ctx: &Context) -> Self {
        Self::fault(Fault::timeout(ctx))
    }

    /// What the provider gave cannot be sent.
    pub(crate) fn invalid_reply(ctx: &Context, message: &str) -> Self {
        Self::fault(Fault::invalid_reply(ctx, message))
    }

    fn panic(ctx: &Context, message: &str) -> Self {
        Self::fault(Fault::panic(ctx, message))
    }

    fn fault(fault: Fault) -> Self {
        events::faulted(&fault);
        Self::Fault(fault)
    }
}

/// Run a piece of a provider's code to its end.
pub(crate) async fn ask<'a, T>(
    ctx: &'a Context,
    make: impl FnOnce() -> BoxFuture<'a, Result<T, Failure>>,
) -> Result<T, Unanswered> {
    let mut failure = match contain(ctx, make).await {
        Ok(Ok(value)) => return Ok(value),
        Ok(Err(failure)) => failure,
        Err(panic) => return Err(Unanswered::panic(ctx, &panic)),
    };
    if let Some(interrupt) = failure.interrupt() {
        return Err(Unanswered::Interrupted(interrupt.into()));
    }
    let for_caller = failure.is_for_caller();
    let words = events::failed(ctx, &failure).and_then(|()| guard(|| default_words(&failure)));
    // The drop of the error is the provider's code as well.
    let dropped = discard(failure);
    match words.and_then(|words| dropped.map(|()| words)) {
        Ok(words) => Err(Unanswered::Failed {
            message: wymcp_bound::clip(&words, limits::FAULT_CHARS),
            for_caller,
        }),
        Err(panic) => Err(Unanswered::panic(ctx, &panic)),
    }
}
