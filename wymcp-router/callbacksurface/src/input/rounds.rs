//! A call that asks, from round to round: in one request to a legacy client, in several from a modern one (INP-5).

use std::sync::Arc;

use serde_json::{Value, json};
use wymcp_bound::{json as text, limits};

use super::binding::Binding;
use super::given::{Given, Input};
use super::interrupt::{Asking, Interrupt};
use super::seal::Unopened;
use super::{Capability, InputRequest, InputRequired, Lacking, Terms, legacy};
use crate::fault::Fault;
use crate::unanswered::Unanswered;
use crate::{Context, Object, RequestError};

/// What a request brought along cannot be read: no answer of the tool's, but of the protocol's (INP-2, GAT-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// `inputResponses` is no object.
    #[error("`inputResponses` must be an object: for each id that was asked, what was answered")]
    Responses,
    /// The state is none, none of this server, or none of this call.
    #[error(
        "`requestState` is none that this server gave out for this call: send back exactly what came with the questions, with the same arguments, or leave it out and begin anew"
    )]
    State,
    /// The state is too old.
    #[error("`requestState` has expired: make the call again without it")]
    Stale,
}

/// How a call ends that cannot go on with its tool's code.
#[derive(Debug)]
pub(crate) enum Ended {
    /// A modern client is to answer, and to make the call again.
    Asks(InputRequired),
    /// The client lacks what it would need.
    Lacks(Lacking),
    /// The client gave no answer: words for it.
    Unanswered(String),
    /// What the tool wants cannot be sent.
    Fault(Fault),
}

/// The rounds of one call.
#[derive(Debug)]
pub(crate) struct Rounds<'t> {
    terms: &'t Terms,
    ctx: Context,
    /// Of the call, where its client can be asked.
    binding: Option<Binding>,
}

/// Read what a request brought along, for the call that it belongs to; nothing where it brought nothing.
pub(crate) fn open(terms: &Terms, input: Option<Input>, binding: &Binding) -> Result<Option<Arc<Given>>, InputError> {
    let Some(Input { responses, state }) = input else {
        return Ok(None);
    };
    let answers = match responses {
        None | Some(Value::Null) => Object::new(),
        Some(Value::Object(answers)) => answers,
        Some(_) => return Err(InputError::Responses),
    };
    let given = match state {
        None | Some(Value::Null) => Given::new(0, answers, None),
        Some(Value::String(token)) => {
            let sealed = terms.vault.open(&token, binding).map_err(|why| match why {
                Unopened::Foreign => InputError::State,
                Unopened::Stale => InputError::Stale,
            })?;
            let sealed = serde_json::from_slice(&sealed).map_err(|_| InputError::State)?;
            Given::of_value(sealed, answers).ok_or(InputError::State)?
        }
        Some(_) => return Err(InputError::State),
    };
    Ok(Some(Arc::new(given)))
}

/// Whether the client could be asked anything: only then is it worth while to remember what a call was.
pub(crate) fn can_be_asked(capabilities: &Object) -> bool {
    ["elicitation", "sampling", "roots"]
        .iter()
        .any(|name| capabilities.contains_key(*name))
}

/// The same for the code of a provider, which has no gates of tools before it (INP-1).
impl<'t> Rounds<'t> {
    pub(crate) fn of_provider(
        terms: &'t Terms,
        ctx: &Context,
        target: &str,
        arguments: &Object,
    ) -> Result<Self, Unanswered> {
        let binding = (ctx.input().is_some() || can_be_asked(ctx.client_capabilities()))
            .then(|| Binding::of(ctx.tool(), target, ctx.principal().map(crate::Principal::id), arguments));
        let given = match (ctx.input(), &binding) {
            (Some(input), Some(binding)) => open(terms, Some(input.clone()), binding).map_err(Unanswered::Input)?,
            _ => None,
        };
        Ok(Self::new(terms, ctx.entered_again(given), binding))
    }

    /// What the provider's code came to, or nothing where it is to be entered again.
    pub(crate) async fn passed<T>(&mut self, outcome: Option<Result<T, Unanswered>>) -> Option<Result<T, Unanswered>> {
        let interrupt = match outcome {
            None => return Some(Err(Unanswered::timeout(&self.ctx))),
            Some(Err(Unanswered::Interrupted(mut interrupted))) => interrupted.take(),
            Some(outcome) => return Some(outcome),
        };
        match self.settle(interrupt?).await {
            Ok(()) => None,
            Err(ended) => Some(Err(ended.into())),
        }
    }
}

impl<'t> Rounds<'t> {
    pub(crate) const fn new(terms: &'t Terms, ctx: Context, binding: Option<Binding>) -> Self {
        Self { terms, ctx, binding }
    }

    /// What the tool's code gets in this round.
    pub(crate) const fn ctx(&self) -> &Context {
        &self.ctx
    }

    pub(crate) const fn terms(&self) -> &'t Terms {
        self.terms
    }

    /// The tool's code was interrupted: get what it needs, so that it can be entered again.
    pub(crate) async fn settle(&mut self, interrupt: Interrupt) -> Result<(), Ended> {
        let asking = match interrupt {
            Interrupt::Ask(asking) => asking,
            Interrupt::Lacks(lacking) => return Err(Ended::Lacks(lacking)),
        };
        let needed: Vec<Capability> = asking.requests.values().map(|request| request.needs).collect();
        if let Some(lacking) = Lacking::of(needed, &self.ctx) {
            return Err(Ended::Lacks(lacking));
        }
        let given = self.ctx.given();
        let round = given.map_or(0, |given| given.round);
        if round >= self.terms.rounds {
            let words = format!(
                "the call asked {round} times, as often as it may, and still lacks an answer to {}: answer what is asked, or make the call anew",
                listed(&asking)
            );
            return Err(Ended::Unanswered(words));
        }
        let kept = given.map(Given::kept).unwrap_or_default();
        let state = asking.state.or_else(|| given.and_then(|given| given.state.clone()));
        let confirming = asking
            .confirming
            .or_else(|| given.and_then(|given| given.confirming.clone()));
        if self.ctx.is_asked_by_requests() {
            let answers = self.gather(asking.requests, kept).await?;
            let next = Given::new(round + 1, answers, state).confirming(confirming);
            self.ctx = self.ctx.entered_again(Arc::new(next));
            return Ok(());
        }
        let own = state.as_ref().map_or(0, |state| text::to_string(state).len());
        if own > limits::STATE_BYTES {
            let words = format!("the state of the call is longer than {} bytes", limits::STATE_BYTES);
            return Err(Ended::Fault(Fault::invalid_reply(&self.ctx, &words)));
        }
        let next = Given::new(round + 1, kept, state).confirming(confirming);
        Err(self.seal(asking.requests, &next.into_value()))
    }

    /// Ask a legacy client, one question after the other.
    async fn gather(
        &self,
        requests: impl IntoIterator<Item = (String, InputRequest)>,
        mut answers: Object,
    ) -> Result<Object, Ended> {
        for (id, request) in requests {
            let name = request.needs.name(self.ctx.client_capabilities());
            let failed = |error: RequestError| Ended::Unanswered(format!("{error} (`{name}`)"));
            let params =
                legacy::params(&request, &self.ctx).map_err(|why| Ended::Unanswered(format!("{why} (`{name}`)")))?;
            let answer = self.ctx.request(request.method, params).await.map_err(failed)?;
            answers.insert(id, answer);
        }
        Ok(answers)
    }

    /// Hand a modern client its questions, and everything that the call needs to go on anywhere (I5, I10).
    fn seal(&self, requests: impl IntoIterator<Item = (String, InputRequest)>, kept: &Value) -> Ended {
        let content = text::to_string(kept);
        if content.len() > limits::STATE_BYTES {
            return Ended::Unanswered(format!(
                "the answers so far are longer than what a call keeps until the next one ({} bytes): answer more briefly",
                limits::STATE_BYTES
            ));
        }
        let sealed = self
            .binding
            .and_then(|binding| self.terms.vault.seal(content.as_bytes(), &binding));
        let Some(state) = sealed else {
            let words = "the state of the call cannot be sealed: there is no key, or the system has no random bytes";
            return Ended::Fault(Fault::invalid_reply(&self.ctx, words));
        };
        let requests = requests
            .into_iter()
            .map(|(id, request)| (id, json!({"method": request.method, "params": request.params})));
        Ended::Asks(InputRequired {
            requests: requests.collect(),
            state,
        })
    }
}

/// The ids, as an answer names them.
fn listed(asking: &Asking) -> String {
    let ids: Vec<String> = asking
        .requests
        .keys()
        .take(limits::LISTED)
        .map(|id| format!("`{}`", wymcp_bound::echo(id)))
        .collect();
    ids.join(", ")
}
