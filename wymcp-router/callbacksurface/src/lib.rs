//! The tool trait, its closed list of callbacks, registrations, and the eight gates (contract SRF, GAT, RUN).
//!
//! A [`Tool`] is asked once: [`Registration::build`] calls every callback that takes nothing of a request, tells every mistake as
//! an [`Offence`], and keeps what passed, validators built and pages serialised. A [`ToolSet`] is what a mount serves. A call goes
//! through [`admit`], pure and synchronous, and either reaches its action or gets a [`Refusal`] that says how to become right.
//!
//! Users depend on `wymcp-router`, which shows this crate's face again.

mod about;
mod admit;
mod answer;
mod ask;
mod builder;
mod call;
mod callback;
mod cancellation;
mod check;
mod clear;
mod compiler;
mod completion;
mod contain;
mod content;
mod context;
mod data_refusal;
mod era;
mod events;
mod failure;
mod fault;
mod hint;
mod input;
mod into_reply;
mod level;
mod limit;
mod listing;
mod manifest;
mod offence;
mod outlet;
mod pointer;
mod policy;
mod prompts;
mod refusal;
mod registration;
mod reply;
mod resources;
mod result;
mod rules;
mod run;
mod served;
mod speech;
mod suggest;
mod target;
mod tool;
mod toolset;
mod trace;
mod unanswered;
mod view;

#[doc(hidden)]
pub use admit::admit_as_sent;
pub use admit::{Admitted, Gate, admit};
pub use ask::RequestError;
pub use builder::{ActionTool, ActionToolBuilder, PlainTool, PlainToolBuilder};
pub use call::{BegunCall, CallError, begin, call};
pub use callback::{Callback, Provider};
pub use check::check;
pub use completion::{Completion, CompletionRequest};
pub use contain::BoxFuture;
pub use content::Content;
pub use context::{CallFacts, Client, Context, Principal};
pub use data_refusal::DataRefusal;
pub use era::Era;
pub use failure::{Failure, Outcome};
pub use fault::{Exception, Fault};
pub use hint::Hint;
#[doc(hidden)]
pub use input::Interrupted;
pub use input::{
    Capability, Choice, Elicited, Field, Form, Input, InputError, InputRequest, InputRequired, Lacking, Question,
    Questions, Root, Roots, Sampled, Sampling, StateKey, Terms, ToolChoice, ToolUse, Visit, WithState,
};
pub use into_reply::IntoReply;
pub use level::LogLevel;
#[doc(hidden)]
pub use limit::within;
pub use listing::{Listing, Page, PageRequest, Position, Resume};
pub use manifest::Manifest;
#[doc(hidden)]
pub use manifest::Origin;
pub use offence::{CODES, Offence, Offences, Source};
pub use outlet::{LogMessage, Notification, Outlet, Progress};
pub use pointer::help_pointer;
pub use policy::{Decision, Policy, PolicyCall};
pub use prompts::{
    Prompt, PromptArgument, PromptArguments, PromptDrafts, PromptMessage, PromptReply, PromptSet, Prompts,
    ServedPrompts,
};
pub use refusal::Refusal;
pub use registration::{
    ActionTable, HeaderArgument, HeaderType, Kind, Output, PlainRegistration, RegisteredAction, Registration,
};
#[doc(hidden)]
pub use registration::{icon_offences, schema_offences};
pub use reply::Reply;
pub use resources::{
    Contents, Resource, ResourceDrafts, ResourceSet, ResourceTemplate, Resources, ServedResources, UriVariables,
};
pub use result::{CallResult, ErrorKind};
#[doc(hidden)]
pub use rules::Rules;
pub use run::action_context;
pub use served::Served;
#[doc(hidden)]
pub use served::{ActionSurface, PlainSurface, Surface, SurfaceKind, sealed};
pub use suggest::nearest;
pub use tool::Tool;
#[doc(hidden)]
pub use toolset::Registered;
pub use toolset::{ToolChanges, ToolSet};
pub use unanswered::Unanswered;
pub use view::{Filter, View};
#[cfg(feature = "typed")]
#[doc(hidden)]
pub use wymcp_actions::schemars;
pub use wymcp_actions::{Action, ActionSchema, Data, Decode, Object, OutputSchema, Payload, actions};
