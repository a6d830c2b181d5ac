//! One message, from its bytes to what is to be done (wire contract A-table, rows 5 to 22).

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
#[cfg(any(feature = "http", feature = "stdio"))]
use std::sync::atomic::Ordering;

use super::era::{self, Spoken};
use super::headers::{self, Field};
use super::{Facts, Handshake, Rejection, batch, entry, meta, modern};
use crate::methods::{self, Exchange};
use crate::mount::Core;
use crate::outbox::Outbox;
use crate::revision::Claim;
use crate::rpc::{self, Answer, Id, Message, Notification, Request, Response, Unreadable};

/// What is to be done with a message.
#[derive(Debug)]
#[cfg_attr(
    not(feature = "stdio"),
    expect(dead_code, reason = "only a transport that remembers its client looks into these")
)]
pub(crate) enum Step {
    /// Answer it.
    Answer(Answer),
    /// Run a tool, then answer.
    Call(Running),
    /// Answer it, and speak this revision from now on, where the transport remembers.
    Handshake(Agreed),
    /// Stop the request of this id, where the transport knows it (K4).
    Cancel(Id),
    /// Nothing more.
    Accepted,
    /// It is a response, malformed: say so where every message is answered, and nowhere else (F27).
    Stray(Answer),
}

impl Step {
    /// What is answered to whoever neither runs tools nor remembers: a call that was not run has none.
    pub(crate) fn into_answer(self) -> Answer {
        match self {
            Self::Answer(answer) | Self::Handshake(Agreed { answer, .. }) | Self::Stray(answer) => answer,
            Self::Call(_) | Self::Cancel(_) | Self::Accepted => Answer::ACCEPTED,
        }
    }
}

/// What `initialize` has led to.
#[derive(Debug)]
#[cfg_attr(
    not(any(feature = "http", feature = "stdio")),
    expect(dead_code, reason = "no transport remembers")
)]
pub(crate) struct Agreed {
    pub(crate) handshake: Arc<Handshake>,
    pub(crate) answer: Answer,
    /// What tells the client of changes, where the transport is one conversation; nothing where there was no place for it (J11).
    #[cfg(feature = "stdio")]
    pub(crate) telling: Option<Running>,
}

/// A tool at work. Dropping it stops the tool at its next await (LNG-2).
pub(crate) struct Running {
    /// Of the request; nothing for a batch of them.
    pub(crate) id: Option<Id>,
    /// Legacy HTTP: a client that goes away has not cancelled (wire contract F10).
    #[cfg_attr(
        not(feature = "http"),
        expect(dead_code, reason = "only over HTTP can a client go away and a call go on")
    )]
    pub(crate) outlives_its_client: bool,
    /// It works no further: it waits for changes to tell of, for as long as its client likes.
    #[cfg_attr(
        not(feature = "stdio"),
        expect(
            dead_code,
            reason = "only where calls share a channel do they share places to run in"
        )
    )]
    pub(crate) is_standing: bool,
    pub(crate) answer: Pin<Box<dyn Future<Output = Answer> + Send>>,
    /// What it says before the answer, where the transport passes that on.
    pub(crate) outbox: Option<Arc<Outbox>>,
    /// The HTTP session that it belongs to.
    #[cfg(feature = "http")]
    pub(crate) session: Option<Arc<crate::session::Session>>,
}

impl Running {
    /// What tells its client of changes through an outbox of its own, until the answer ends it.
    pub(crate) fn standing(
        id: Option<Id>,
        outbox: Arc<Outbox>,
        answer: impl Future<Output = Answer> + Send + 'static,
    ) -> Self {
        Self {
            id,
            outlives_its_client: false,
            is_standing: true,
            answer: Box::pin(answer),
            outbox: Some(outbox),
            #[cfg(feature = "http")]
            session: None,
        }
    }
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Running").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Decide.
pub(crate) fn step(core: &Arc<Core>, body: &[u8], mut facts: Facts<'_>) -> Step {
    match rpc::parse(body) {
        Ok(Message::Request(request)) => on_request(core, request, facts),
        Ok(Message::Notification(notification)) => match on_notification(&notification, &mut facts) {
            Ok(step) => step,
            Err(rejection) => Step::Answer(rejection.answer(None, Some(&notification.method))),
        },
        Ok(Message::Response(response)) => match on_response(response, &mut facts) {
            Ok(()) => Step::Accepted,
            Err(rejection) => Step::Stray(rejection.answer(None, None)),
        },
        Ok(Message::Array) => {
            batch::step(core, body, facts).unwrap_or_else(|rejection| Step::Answer(rejection.answer(None, None)))
        }
        Err(Unreadable { id, error, is_response }) => {
            let answer = Rejection::bad_request(error).answer(id.as_ref(), None);
            if is_response {
                Step::Stray(answer)
            } else {
                Step::Answer(answer)
            }
        }
    }
}

pub(super) fn on_request(core: &Arc<Core>, request: Request, mut facts: Facts<'_>) -> Step {
    let selected = era::of(&request, &facts).and_then(|spoken| match spoken {
        Spoken::Modern => modern::check(&request, &facts).map(Some),
        Spoken::Legacy(revision) => entry::enter(&mut facts).map(|session| Some(session.unwrap_or(revision))),
        Spoken::Handshake => Ok(None),
        // O8: a liveness probe is answered by anyone; whoever says nothing of itself is told what is wanted.
        Spoken::Stranger if request.method == "ping" => Ok(Some(crate::Revision::ASSUMED)),
        Spoken::Stranger => Err(meta::missing(&meta::unmet(&request.params))),
    });
    let revision = match selected {
        Ok(Some(revision)) => revision,
        Ok(None) => return methods::initialize(core, request, &facts),
        Err(rejection) => return Step::Answer(rejection.answer(Some(&request.id), Some(&request.method))),
    };
    let Request { id, method, params } = request;
    let exchange = Exchange {
        revision,
        params,
        headers: facts.headers,
        extensions: facts.extensions,
        handshake: facts.handshake,
        hears: facts.hears,
        #[cfg(feature = "http")]
        session: facts.session,
    };
    methods::dispatch(core, &id, &method, exchange)
        .unwrap_or_else(|rejection| Step::Answer(rejection.answer(Some(&id), Some(&method))))
}

/// Row 12, C15: a notification says nothing of itself, so its header decides; it is never answered with a message.
pub(super) fn on_notification(notification: &Notification, facts: &mut Facts<'_>) -> Result<Step, Rejection> {
    match era::header(facts)? {
        None | Some(Claim::Legacy(_)) => {
            entry::enter(facts)?;
        }
        Some(Claim::Modern(_)) => {
            let header = facts
                .headers
                .map_or(Field::Absent, |headers| headers::field(headers, &headers::METHOD));
            match header {
                Field::Absent => {}
                Field::Value(value) if value == notification.method => {}
                _ => return Err(modern::differs(modern::METHOD)),
            }
        }
        Some(Claim::Newer) => return Err(modern::unsupported(version_header(facts))),
        Some(Claim::Unknown) => return Err(era::unknown_header()),
    }
    if notification.method == "notifications/initialized" {
        #[cfg(any(feature = "http", feature = "stdio"))]
        if let Some(handshake) = &facts.handshake {
            handshake.is_ready.store(true, Ordering::Relaxed);
        }
        return Ok(Step::Accepted);
    }
    let cancelled =
        (notification.method == "notifications/cancelled").then(|| notification.params.get("requestId").cloned());
    Ok(match cancelled.flatten().and_then(Id::of) {
        Some(id) => {
            #[cfg(any(feature = "http", feature = "stdio"))]
            if let Some(handshake) = &facts.handshake {
                handshake.calls.cancel(&id);
            }
            Step::Cancel(id)
        }
        None => Step::Accepted,
    })
}

/// Row 13: a legacy client answers requests of the server, a modern one is never asked.
pub(super) fn on_response(response: Response, facts: &mut Facts<'_>) -> Result<(), Rejection> {
    match era::header(facts)? {
        None | Some(Claim::Legacy(_)) => {
            entry::enter(facts)?;
            #[cfg(any(feature = "http", feature = "stdio"))]
            if let Some(handshake) = &facts.handshake {
                handshake.asked.answer(response);
            }
            #[cfg(not(any(feature = "http", feature = "stdio")))]
            drop(response);
            Ok(())
        }
        Some(Claim::Modern(_) | Claim::Newer) => Err(Rejection::invalid(
            "a response answers nothing here: this revision sends no requests to clients",
        )),
        Some(Claim::Unknown) => Err(era::unknown_header()),
    }
}

fn version_header<'h>(facts: &Facts<'h>) -> &'h str {
    match facts
        .headers
        .map(|headers| headers::field(headers, &headers::PROTOCOL_VERSION))
    {
        Some(Field::Value(version)) => version,
        _ => "",
    }
}
