//! The closed set of a tool's action names.

use crate::{Data, Decode, Payload};

/// The actions of one tool, a closed set of names; written by [`actions!`](crate::actions).
///
/// Registration reads [`Action::ALL`] and asks for the schema of each name; a call is decoded into [`Action::Data`].
pub trait Action: Copy + Eq + Send + Sync + 'static {
    /// What the handler receives: [`Data`], or the macro's enum of payloads.
    type Data: Send;

    /// Every action, in the order of declaration.
    const ALL: &'static [Self];

    /// The name, as callers send it.
    fn name(self) -> &'static str;

    /// Where the properties come from, for an action that carries a payload type.
    #[doc(hidden)]
    fn payload(self) -> Option<Payload>;

    /// The handler's data, from data that passed the gates.
    #[doc(hidden)]
    fn decode(self, data: Data) -> Result<Self::Data, Decode>;
}
