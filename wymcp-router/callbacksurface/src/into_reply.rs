//! What a typed handler may answer with (DEF-5, RUN-6).

use wymcp_actions::OutputSchema;

use crate::Reply;

/// What a typed handler answers with: a [`Reply`], or, with the feature `typed`, any type that serialises and derives schemars'
/// `JsonSchema`.
///
/// Such a type is sent as structured content, and its schema is the tool's output schema. A type that may be any JSON value, such as
/// `serde_json::Value`, gives no schema: there is nothing that it could promise (RUN-6, DEF-5).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing that a typed handler can answer with",
    note = "answer with a `Reply`, or derive serde's `Serialize` and schemars' `JsonSchema` (feature `typed`)"
)]
pub trait IntoReply {
    /// The answer.
    fn into_reply(self) -> Reply;

    /// What the answer will always fit, if the type says so; asked once, at registration.
    #[must_use]
    fn output_schema() -> Option<OutputSchema>;
}

impl IntoReply for Reply {
    fn into_reply(self) -> Reply {
        self
    }

    fn output_schema() -> Option<OutputSchema> {
        None
    }
}

#[cfg(feature = "typed")]
impl<T: serde::Serialize + wymcp_actions::schemars::JsonSchema> IntoReply for T {
    fn into_reply(self) -> Reply {
        Reply::of(&self)
    }

    fn output_schema() -> Option<OutputSchema> {
        let schema = OutputSchema::of::<T>();
        let says_nothing = schema
            .document()
            .is_ok_and(|document| document.as_object().is_some_and(|all| all.is_empty()));
        (!says_nothing).then_some(schema)
    }
}
