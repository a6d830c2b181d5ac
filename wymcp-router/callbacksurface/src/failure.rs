//! What a tool gives back when the operation failed (RUN-2, RUN-4).

use std::any::Any;
use std::error::Error;

use serde_json::Value;
use wymcp_bound::json::dismantle;

use crate::input::{Interrupt, Interrupted};
use crate::{Content, Object, RequestError};

/// A tool's own error.
///
/// Any error becomes one by `?`. It is *internal* unless it is marked as meant for the caller: then its words reach the model, else
/// the model reads a generic line and the log has the detail: a `tracing` event, which a subscriber must write. Words that are no
/// error yet become one by [`Failure::caller`] and [`Failure::internal`].
/// A [`RequestError`] alone is marked as it is: its words are made for the model, and name what the client lacks (wire contract L20).
///
/// It is no [`Error`] itself: that is what lets `?` take any error.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Failure, Outcome};
///
/// fn parse(text: &str) -> Result<u8, Failure> {
///     Ok(text.parse::<u8>()?)                            // internal: the caller sees a generic line
/// }
/// fn parse_aloud(text: &str) -> Result<u8, Failure> {
///     text.parse::<u8>().for_caller()                    // the caller sees the error's words
/// }
/// assert!(!parse("x").unwrap_err().is_for_caller());
/// assert!(parse_aloud("x").unwrap_err().is_for_caller());
/// ```
#[derive(Debug)]
pub struct Failure {
    source: Box<dyn Error + Send + Sync>,
    for_caller: bool,
    pub(crate) hints: Option<Object>,
    pub(crate) content: Vec<Content>,
}

impl<E: Error + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        let for_caller = (&error as &dyn Any).is::<RequestError>();
        Self::from_box(Box::new(error), for_caller)
    }
}

impl Failure {
    /// A failure in words that are meant for the caller.
    #[must_use]
    pub fn caller(message: impl Into<String>) -> Self {
        Self::from_box(message.into().into(), true)
    }

    /// A failure in words that are meant for the log alone.
    #[must_use]
    pub fn internal(message: impl Into<String>) -> Self {
        Self::from_box(message.into().into(), false)
    }

    /// A failure that carries content blocks, which are sent as they are in the place of words.
    ///
    /// With a hint context, hints and context follow as a last text block.
    #[must_use]
    pub fn content(blocks: impl IntoIterator<Item = Content>) -> Self {
        let mut failure = Self::caller("the operation failed");
        failure.content.extend(blocks);
        failure
    }

    /// Mark the error's words as meant for the caller.
    #[must_use]
    pub fn for_caller(mut self) -> Self {
        self.for_caller = true;
        self
    }

    /// Add a hint context: the framework then asks the tool's `hints` for next calls (RUN-3).
    #[must_use]
    pub fn with_hints<K: Into<String>>(mut self, context: impl IntoIterator<Item = (K, Value)>) -> Self {
        self.hints = Some(context.into_iter().map(|(key, value)| (key.into(), value)).collect());
        self
    }

    /// The error itself, to be looked at or downcast.
    #[must_use]
    pub fn error(&self) -> &(dyn Error + 'static) {
        &*self.source
    }

    /// Whether the error's words are meant for the caller.
    #[must_use]
    pub const fn is_for_caller(&self) -> bool {
        self.for_caller
    }

    /// Why the tool's code only stopped here, if that is what this is (INP-1).
    pub(crate) fn interrupt(&mut self) -> Option<Interrupt> {
        self.source.downcast_mut::<Interrupted>()?.take()
    }

    fn from_box(source: Box<dyn Error + Send + Sync>, for_caller: bool) -> Self {
        Self {
            source,
            for_caller,
            hints: None,
            content: Vec::new(),
        }
    }
}

impl Drop for Failure {
    /// A hint context that nobody took is dropped here, however deep it nests.
    fn drop(&mut self) {
        if let Some(hints) = self.hints.take() {
            dismantle(Value::Object(hints));
        }
    }
}

/// Marking and hinting on a `Result`, so that `?` stays short.
///
/// ```
/// use serde_json::json;
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Failure, Outcome};
///
/// fn find(id: &str) -> Result<u8, Failure> {
///     id.parse::<u8>().for_caller().hinting([("id", json!(id))])
/// }
/// # assert!(find("x").is_err());
/// ```
pub trait Outcome<T>: Sized {
    /// Mark the error's words as meant for the caller.
    ///
    /// # Errors
    /// The error of `self`, marked.
    fn for_caller(self) -> Result<T, Failure>;

    /// Add a hint context to the error.
    ///
    /// # Errors
    /// The error of `self`, with the context.
    fn hinting<K: Into<String>>(self, context: impl IntoIterator<Item = (K, Value)>) -> Result<T, Failure>;
}

impl<T, E: Into<Failure>> Outcome<T> for Result<T, E> {
    fn for_caller(self) -> Result<T, Failure> {
        self.map_err(|error| error.into().for_caller())
    }

    fn hinting<K: Into<String>>(self, context: impl IntoIterator<Item = (K, Value)>) -> Result<T, Failure> {
        self.map_err(|error| error.into().with_hints(context))
    }
}
