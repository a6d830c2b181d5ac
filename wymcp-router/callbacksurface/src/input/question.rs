//! Asking the caller: what a tool's code sees of it (INP-1, INP-4, INP-5).

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wymcp_bound::json::{depth_exceeds, dismantle};
use wymcp_bound::limits::QUESTION_NESTING;

use super::given::Given;
use super::interrupt::{Asking, Interrupt};
use super::{Capability, Lacking};
use crate::fault::Fault;
use crate::{Context, Decode, Failure, Object};

/// Keeps [`Question`] and [`Questions`] to this crate.
pub(super) mod sealed {
    #[expect(unnameable_types, reason = "a seal")]
    pub trait Sealed {}
}

/// One thing to ask the caller: a [`Form`](crate::Form), a [`Visit`](crate::Visit), a [`Sampling`](crate::Sampling), or
/// [`Roots`](crate::Roots).
pub trait Question: sealed::Sealed + Send {
    /// What the tool reads.
    type Answer: Send;

    /// The tool's own name for it, distinct among all that one call asks.
    #[doc(hidden)]
    fn id(&self) -> &str;

    /// What is sent, or why nothing can be.
    #[doc(hidden)]
    fn request(&self) -> Result<InputRequest, String>;

    /// What came for it, or why that is no answer to it.
    #[doc(hidden)]
    fn read(&self, response: &Value) -> Result<Self::Answer, Misread>;
}

/// Why a response is no answer.
#[doc(hidden)]
#[derive(Debug)]
pub enum Misread {
    /// It does not fit what was asked: words that quote nothing of it (BND-1).
    Unfit(String),
    /// It fits, and the tool's type does not read it: a fault.
    Undecoded(Decode),
}

impl Misread {
    pub(super) fn unfit(why: impl Into<String>) -> Self {
        Self::Unfit(why.into())
    }
}

/// What is sent for a question.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct InputRequest {
    /// `elicitation/create`, `sampling/createMessage` or `roots/list`.
    pub method: &'static str,
    /// Its params, as the newest revision has them.
    pub params: Object,
    /// What the client must have declared.
    pub needs: Capability,
}

impl InputRequest {
    /// The same, asked again: a person reads why. Only an elicitation has words for a person.
    fn again(mut self, why: &str) -> Self {
        if let Some(Value::String(message)) = self.params.get_mut("message") {
            message.push_str("\n\nThe last answer did not fit: ");
            message.push_str(why);
        }
        self
    }
}

/// One question, or several at once: a tuple or a `Vec` of them, with a state or without (INP-1).
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Context, Failure, Reply, Roots, Sampling};
///
/// async fn folders(ctx: &Context) -> Result<Reply, Failure> {
///     let (roots, named) = ctx.ask((Roots::new("where"), Sampling::new("name", 20).user("Name my project.")))?;
///     Ok(Reply::new(format!("{} in {} folders", named.text(), roots.len())))
/// }
/// ```
pub trait Questions: Sized + Send {
    /// The answer of one, the tuple or the `Vec` of all.
    type Answers: Send;

    #[doc(hidden)]
    fn look(self, inquiry: &mut Inquiry<'_>) -> Option<Self::Answers>;

    /// Keep a state of the call's own until it is entered again: [`Context::state`] finds it then. Without this the state stays what it
    /// was.
    fn with_state<S: Serialize>(self, state: &S) -> WithState<Self> {
        WithState {
            questions: self,
            state: wymcp_actions::checked_value(state).map_err(|error| error.to_string()),
        }
    }
}

/// Questions, and what is kept until they are answered; see [`Questions::with_state`] (INP-2).
#[derive(Debug)]
pub struct WithState<Q> {
    questions: Q,
    state: Result<Value, String>,
}

impl<Q: Question> Questions for Q {
    type Answers = Q::Answer;

    fn look(self, inquiry: &mut Inquiry<'_>) -> Option<Q::Answer> {
        inquiry.seek(&self)
    }
}

impl<Q: Questions> Questions for Vec<Q> {
    type Answers = Vec<Q::Answers>;

    fn look(self, inquiry: &mut Inquiry<'_>) -> Option<Self::Answers> {
        // All are looked at, so that all are asked.
        let answers: Vec<_> = self.into_iter().map(|questions| questions.look(inquiry)).collect();
        answers.into_iter().collect()
    }
}

impl<Q: Questions> Questions for WithState<Q> {
    type Answers = Q::Answers;

    fn look(self, inquiry: &mut Inquiry<'_>) -> Option<Q::Answers> {
        inquiry.keep(self.state);
        self.questions.look(inquiry)
    }
}

macro_rules! tuples {
    ($($($name:ident)+;)+) => { $(
        impl<$($name: Questions),+> Questions for ($($name,)+) {
            type Answers = ($($name::Answers,)+);

            #[expect(non_snake_case, reason = "one word for the type and its value")]
            fn look(self, inquiry: &mut Inquiry<'_>) -> Option<Self::Answers> {
                let ($($name,)+) = self;
                $(let $name = $name.look(inquiry);)+
                Some(($($name?,)+))
            }
        }
    )+ };
}

tuples! {
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
}

/// Looks for answers, and notes what has to be asked.
#[doc(hidden)]
#[derive(Debug)]
pub struct Inquiry<'c> {
    given: Option<&'c Given>,
    missing: BTreeMap<String, InputRequest>,
    state: Option<Value>,
    /// Why nothing can be asked: a mistake of the tool's.
    broken: Option<String>,
    decode: Option<Decode>,
}

impl Inquiry<'_> {
    fn seek<Q: Question>(&mut self, question: &Q) -> Option<Q::Answer> {
        let id = question.id();
        let request = match question.request() {
            Ok(request) => request,
            Err(why) => {
                self.broken = Some(format!("`{}` cannot be asked: {why}", wymcp_bound::echo(id)));
                return None;
            }
        };
        let response = self.given.and_then(|given| given.answers.get(id));
        let request = match response
            .filter(|response| !response.is_null())
            .map(|it| question.read(it))
        {
            None => request,
            Some(Ok(answer)) => {
                if let Some(given) = self.given {
                    given.note(id);
                }
                return Some(answer);
            }
            Some(Err(Misread::Undecoded(decode))) => {
                self.decode = Some(decode);
                return None;
            }
            Some(Err(Misread::Unfit(why))) => request.again(&why),
        };
        if self.missing.insert(id.to_owned(), request).is_some() {
            self.broken = Some(format!("`{}` is asked twice at once", wymcp_bound::echo(id)));
        }
        None
    }

    fn keep(&mut self, state: Result<Value, String>) {
        match state {
            Ok(state) if depth_exceeds(&state, QUESTION_NESTING) => {
                dismantle(state);
                self.broken = Some(format!(
                    "the state of the call nests deeper than {QUESTION_NESTING} levels"
                ));
            }
            Ok(state) => self.state = Some(state),
            Err(why) => self.broken = Some(format!("the state of the call is no JSON value: {why}")),
        }
    }
}

/// Asking the caller.
///
/// A call that asks is *made again from the top* when the answers are there: with the same arguments, through the gates, with every
/// answer so far. What stands before a question happens again, so ask first and act then (INP-5).
///
/// A modern client gets the questions as the result of its call and makes it again with the answers; a legacy one is asked on the
/// call's own stream. The tool's code is the same.
impl Context {
    /// What the caller answers to a question, or to several at once.
    ///
    /// Where an answer is missing, or does not fit what was asked, this is an error that makes the framework ask, so pass it on by `?`;
    /// the code after it runs when all answers are there and fit (INP-4). A person who declines or cancels has answered; one whose answer to
    /// a form did not fit reads why, below the message of the form that is shown again.
    ///
    /// ```
    /// use serde_json::json;
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::{Context, Failure, Field, Form, Reply, Sampling};
    ///
    /// async fn publish(ctx: &Context) -> Result<Reply, Failure> {
    ///     let name = Form::new("name", "Under which name?").field(Field::text("name").max_length(40));
    ///     let blurb = Sampling::new("blurb", 200).user("Praise this text in one sentence.");
    ///     let (name, blurb) = ctx.ask((name, blurb))?;
    ///     let Some(name) = name.accepted() else {
    ///         return Ok(Reply::new(json!({"published": false})));
    ///     };
    ///     // … publish …
    ///     Ok(Reply::new(json!({"published": true, "name": name["name"], "blurb": blurb.text()})))
    /// }
    /// ```
    ///
    /// # Errors
    /// There are answers missing: the framework asks. Or a question cannot be asked, which is a fault of the tool (RUN-5).
    pub fn ask<Q: Questions>(&self, questions: Q) -> Result<Q::Answers, Failure> {
        let mut inquiry = Inquiry {
            given: self.given(),
            missing: BTreeMap::new(),
            state: None,
            broken: None,
            decode: None,
        };
        let answers = questions.look(&mut inquiry);
        if let Some(why) = inquiry.broken {
            return Err(Fault::invalid_reply(self, &why).into());
        }
        if let Some(decode) = inquiry.decode {
            return Err(decode.into());
        }
        answers.ok_or_else(|| {
            Interrupt::Ask(Asking {
                requests: inquiry.missing,
                state: inquiry.state,
                confirming: None,
            })
            .into()
        })
    }

    /// What the call kept by [`Questions::with_state`] before it was entered again; nothing where it kept nothing.
    ///
    /// The caller has held it meanwhile, sealed: it could neither read nor change it (INP-2). It is no proof against being sent twice: a
    /// caller may make the same call with the same state again until it expires, so what must happen once, the tool sees to.
    ///
    /// # Errors
    /// The state is none of this type: an earlier version of the tool kept it.
    pub fn state<S: DeserializeOwned>(&self) -> Result<Option<S>, Failure> {
        let Some(state) = self.given().and_then(|given| given.state.as_ref()) else {
            return Ok(None);
        };
        S::deserialize(state).map(Some).map_err(|_| {
            Failure::caller(
                "this call was begun with another version of its tool: make it again without `requestState`",
            )
        })
    }

    /// Go on only with a client that declared this.
    ///
    /// ```
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::{Capability, Context, Failure};
    ///
    /// fn summarise(ctx: &Context) -> Result<(), Failure> {
    ///     ctx.require(Capability::Sampling)?;
    ///     // … work that is in vain where no model can be asked …
    ///     Ok(())
    /// }
    /// # assert!(summarise(&Context::new(Default::default(), "digest", None)).is_err());
    /// ```
    ///
    /// # Errors
    /// The client did not. Passed on by `?` it is answered with the protocol's own error, `-32021`, or, to a legacy client, with a
    /// result that is an error and names the capability (INP-3).
    pub fn require(&self, capability: Capability) -> Result<(), Failure> {
        match Lacking::of([capability], self) {
            None => Ok(()),
            Some(lacking) => Err(Interrupt::Lacks(lacking).into()),
        }
    }
}
