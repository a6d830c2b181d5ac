//! Values that a client may offer while its user types an argument (wire contract N5).

use std::fmt;
use std::sync::Arc;

use wymcp_bound::limits;

use crate::{BoxFuture, Context, Failure, PromptArguments, Unanswered};

/// What is being typed: an argument of a prompt, or a variable of a resource template (wire contract N5).
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::CompletionRequest;
///
/// let request = CompletionRequest::new("city", "Ro");
/// assert_eq!((request.argument(), request.value()), ("city", "Ro"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompletionRequest {
    pub(crate) argument: String,
    pub(crate) value: String,
    pub(crate) arguments: PromptArguments,
}

impl CompletionRequest {
    /// A request for completion, as a client would make it.
    #[must_use]
    pub fn new(argument: impl Into<String>, value: impl Into<String>) -> Self {
        Self {
            argument: argument.into(),
            value: value.into(),
            arguments: PromptArguments::default(),
        }
    }

    /// With arguments that have values already.
    #[must_use]
    pub fn with_arguments(self, arguments: PromptArguments) -> Self {
        Self { arguments, ..self }
    }

    /// The argument or variable that is being typed.
    #[must_use]
    pub fn argument(&self) -> &str {
        &self.argument
    }

    /// What has been typed of it; perhaps nothing.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }

    /// The value that another argument has already, where the client says so.
    #[must_use]
    pub fn other(&self, argument: &str) -> Option<&str> {
        self.arguments.get(argument)
    }
}

/// Values to offer, best first: at most 100 are sent (N5).
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::Completion;
///
/// let completion = Completion::new(["rust", "ruby"]).total(17);
/// assert_eq!(completion.values(), ["rust", "ruby"]);
/// assert!(completion.has_more());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Completion {
    values: Vec<String>,
    total: Option<u64>,
    has_more: bool,
}

impl Completion {
    /// Offer these; where there are more than 100, the first hundred, the count of all, and that there are more.
    #[must_use]
    pub fn new<S: Into<String>>(values: impl IntoIterator<Item = S>) -> Self {
        let mut values = values.into_iter();
        let first: Vec<String> = values
            .by_ref()
            .take(limits::COMPLETION_VALUES)
            .map(Into::into)
            .collect();
        let left_out = values.count();
        Self {
            total: (left_out > 0).then(|| (first.len() + left_out) as u64),
            has_more: left_out > 0,
            values: first,
        }
    }

    /// How many values there are in all, where that is known.
    #[must_use]
    pub fn total(mut self, total: u64) -> Self {
        self.has_more |= total > self.values.len() as u64;
        self.total = Some(total);
        self
    }

    /// There are more values than these, however many.
    #[must_use]
    pub const fn and_more(mut self) -> Self {
        self.has_more = true;
        self
    }

    /// The values, at most 100.
    #[must_use]
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// How many values there are in all.
    #[must_use]
    pub const fn total_values(&self) -> Option<u64> {
        self.total
    }

    /// Whether there are more than these.
    #[must_use]
    pub const fn has_more(&self) -> bool {
        self.has_more
    }
}

impl<S: Into<String>> FromIterator<S> for Completion {
    fn from_iter<I: IntoIterator<Item = S>>(values: I) -> Self {
        Self::new(values)
    }
}

type Handler = dyn Fn(CompletionRequest, Context) -> BoxFuture<'static, Result<Completion, Failure>> + Send + Sync;

/// Who completes one argument.
#[derive(Clone)]
pub(crate) enum Completer {
    /// These, as far as they begin with what was typed, whatever the case.
    Values(Arc<[String]>),
    Handler(Arc<Handler>),
}

impl Completer {
    pub(crate) fn of_values<S: Into<String>>(values: impl IntoIterator<Item = S>) -> Self {
        Self::Values(values.into_iter().map(Into::into).collect())
    }

    pub(crate) fn of_handler<F, R>(handler: F) -> Self
    where
        F: Fn(CompletionRequest, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Completion, Failure>> + Send + 'static,
    {
        Self::Handler(Arc::new(move |request, ctx| Box::pin(handler(request, ctx))))
    }

    pub(crate) fn complete(
        &self,
        request: CompletionRequest,
        ctx: &Context,
    ) -> BoxFuture<'static, Result<Completion, Failure>> {
        match self {
            Self::Values(values) => {
                let typed = request.value.to_lowercase();
                let fits = |value: &&String| value.to_lowercase().starts_with(&typed);
                let completion = Completion::new(values.iter().filter(fits));
                Box::pin(async move { Ok(completion) })
            }
            Self::Handler(handler) => handler(request, ctx.clone()),
        }
    }
}

impl fmt::Debug for Completer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Values(values) => f.debug_tuple("Values").field(values).finish(),
            Self::Handler(_) => f.write_str("Handler"),
        }
    }
}

/// What is typed is no argument of what is completed.
pub(crate) fn unknown_argument(argument: &str, known: &[&str]) -> Unanswered {
    let shown: Vec<&str> = known.iter().take(limits::LISTED).copied().collect();
    Unanswered::Refused {
        message: format!("`{}` is none of its arguments", wymcp_bound::echo(argument)),
        data: serde_json::json!({"argument": wymcp_bound::echo(argument), "allowed": shown, "allowed_count": known.len()}),
    }
}
