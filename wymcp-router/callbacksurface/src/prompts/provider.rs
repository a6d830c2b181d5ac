//! Prompts that are not known when the server starts.

use super::{Prompt, PromptArguments, PromptReply};
use crate::completion::{Completion, CompletionRequest};
use crate::listing::{Page, PageRequest};
use crate::{BoxFuture, Context, Failure};

/// Prompts that a program finds while it serves: files of a folder, rows of a table.
///
/// A [`Context`] says who asks. A panic is contained (RUN-5), and a [`Failure`] keeps its words to the log unless it is marked for
/// the caller (RUN-4).
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Context, Failure, Page, PageRequest, Prompt, PromptArguments, PromptReply, Prompts};
///
/// struct Greetings;
///
/// impl Prompts for Greetings {
///     async fn list(&self, _: &PageRequest, _: &Context) -> Result<Page<Prompt>, Failure> {
///         Ok(Page::whole(["hello", "goodbye"].map(|name| Prompt::new(name, "Say it"))))
///     }
///     async fn find(&self, name: &str, _: &Context) -> Result<Option<Prompt>, Failure> {
///         Ok(matches!(name, "hello" | "goodbye").then(|| Prompt::new(name, "Say it")))
///     }
///     async fn get(&self, name: &str, _: PromptArguments, _: &Context) -> Result<PromptReply, Failure> {
///         Ok(PromptReply::user(format!("Say {name}")))
///     }
/// }
/// ```
pub trait Prompts: Send + Sync + 'static {
    /// What there is: all of it, or the page that is asked for.
    fn list(&self, page: &PageRequest, ctx: &Context) -> impl Future<Output = Result<Page<Prompt>, Failure>> + Send;

    /// The declaration of one; nothing where it is none of this provider's, or the caller may not know of it.
    ///
    /// The framework checks the arguments against it before it asks [`get`](Self::get) (N4).
    fn find(&self, name: &str, ctx: &Context) -> impl Future<Output = Result<Option<Prompt>, Failure>> + Send;

    /// The messages of one that [`find`](Self::find) has just declared, unless that brought a handler of its own.
    fn get(
        &self,
        name: &str,
        arguments: PromptArguments,
        ctx: &Context,
    ) -> impl Future<Output = Result<PromptReply, Failure>> + Send;

    /// Complete an argument that has no completion of its own.
    fn complete(
        &self,
        name: &str,
        request: &CompletionRequest,
        ctx: &Context,
    ) -> impl Future<Output = Result<Completion, Failure>> + Send {
        let _ = (name, request, ctx);
        async { Ok(Completion::default()) }
    }
}

/// The object-safe face of [`Prompts`].
#[doc(hidden)]
pub trait ServedPrompts: Send + Sync + 'static {
    fn list<'a>(&'a self, page: &'a PageRequest, ctx: &'a Context) -> BoxFuture<'a, Result<Page<Prompt>, Failure>>;
    fn find<'a>(&'a self, name: &'a str, ctx: &'a Context) -> BoxFuture<'a, Result<Option<Prompt>, Failure>>;
    fn get<'a>(
        &'a self,
        name: &'a str,
        arguments: PromptArguments,
        ctx: &'a Context,
    ) -> BoxFuture<'a, Result<PromptReply, Failure>>;
    fn complete<'a>(
        &'a self,
        name: &'a str,
        request: &'a CompletionRequest,
        ctx: &'a Context,
    ) -> BoxFuture<'a, Result<Completion, Failure>>;
}

impl<T: Prompts> ServedPrompts for T {
    fn list<'a>(&'a self, page: &'a PageRequest, ctx: &'a Context) -> BoxFuture<'a, Result<Page<Prompt>, Failure>> {
        Box::pin(Prompts::list(self, page, ctx))
    }

    fn find<'a>(&'a self, name: &'a str, ctx: &'a Context) -> BoxFuture<'a, Result<Option<Prompt>, Failure>> {
        Box::pin(Prompts::find(self, name, ctx))
    }

    fn get<'a>(
        &'a self,
        name: &'a str,
        arguments: PromptArguments,
        ctx: &'a Context,
    ) -> BoxFuture<'a, Result<PromptReply, Failure>> {
        Box::pin(Prompts::get(self, name, arguments, ctx))
    }

    fn complete<'a>(
        &'a self,
        name: &'a str,
        request: &'a CompletionRequest,
        ctx: &'a Context,
    ) -> BoxFuture<'a, Result<Completion, Failure>> {
        Box::pin(Prompts::complete(self, name, request, ctx))
    }
}
