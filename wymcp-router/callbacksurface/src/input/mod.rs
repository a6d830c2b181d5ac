//! Input required: a call that has to ask its caller before it can go on (contract INP).
//!
//! `question` is what a tool's code sees: [`Context::ask`](crate::Context::ask) gives the answers, or interrupts the code. `rounds` is what
//! the framework does about it: it asks a legacy client and enters the code again, or answers a modern client with the questions and a
//! sealed state (`seal`), whose next request goes on from there. The kinds of questions have a file each.

mod binding;
mod capability;
mod confirm;
mod elicited;
mod field;
mod form;
mod form_schema;
mod given;
mod interrupt;
mod legacy;
mod question;
mod required;
mod roots;
mod rounds;
mod sampling;
mod seal;
mod terms;
#[cfg(feature = "typed")]
mod typed_form;
mod visit;

pub(crate) use binding::Binding;
pub use capability::{Capability, Lacking};
pub(crate) use confirm::confirmed;
pub use elicited::Elicited;
pub use field::{Choice, Field};
pub use form::Form;
pub(crate) use given::Given;
pub use given::Input;
pub(crate) use interrupt::Interrupt;
pub use interrupt::Interrupted;
pub(crate) use legacy::is_asked_by_requests;
pub use question::{InputRequest, Question, Questions, WithState};
pub use required::InputRequired;
pub use roots::{Root, Roots};
pub use rounds::InputError;
pub(crate) use rounds::{Ended, Rounds, can_be_asked, open};
pub use sampling::{Sampled, Sampling, ToolChoice, ToolUse};
pub use seal::StateKey;
pub use terms::Terms;
pub use visit::Visit;
