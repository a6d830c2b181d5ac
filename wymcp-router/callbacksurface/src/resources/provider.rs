//! Resources that are not known when the server starts.

use super::{Contents, Resource, ResourceTemplate};
use crate::completion::{Completion, CompletionRequest};
use crate::listing::{Page, PageRequest};
use crate::{BoxFuture, Context, Failure};

/// Resources that a program finds while it serves: files, rows, mails.
///
/// A [`Context`] says who asks; what that caller may not see, a provider neither lists nor reads. A panic is contained (RUN-5), and
/// a [`Failure`] keeps its words to the log unless it is marked for the caller (RUN-4).
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Contents, Context, Failure, Page, PageRequest, Resource, Resources};
///
/// struct Notes(Vec<(String, String)>);
///
/// impl Resources for Notes {
///     async fn list(&self, _: &PageRequest, _: &Context) -> Result<Page<Resource>, Failure> {
///         Ok(Page::whole(self.0.iter().map(|(id, _)| Resource::new(format!("note://{id}"), id))))
///     }
///     async fn read(&self, uri: &str, _: &Context) -> Result<Option<Contents>, Failure> {
///         let found = self.0.iter().find(|(id, _)| uri.strip_prefix("note://") == Some(id));
///         Ok(found.map(|(_, text)| Contents::text(text).mime_type("text/plain")))
///     }
/// }
/// ```
pub trait Resources: Send + Sync + 'static {
    /// What there is: all of it, or the page that is asked for.
    fn list(&self, page: &PageRequest, ctx: &Context) -> impl Future<Output = Result<Page<Resource>, Failure>> + Send;

    /// Read one; nothing where it is none of this provider's, or the caller may not know of it.
    ///
    /// The URI is well formed, at most 8192 bytes long, and has no `..` as a segment (N2).
    fn read(&self, uri: &str, ctx: &Context) -> impl Future<Output = Result<Option<Contents>, Failure>> + Send;

    /// The templates of what can be read beside what is listed. Asked once, at registration (SRF-2).
    ///
    /// A template without a handler is read by [`read`](Self::read).
    fn templates(&self) -> Vec<ResourceTemplate> {
        Vec::new()
    }

    /// Complete a variable of one of the templates that has no completion of its own.
    fn complete(
        &self,
        uri_template: &str,
        request: &CompletionRequest,
        ctx: &Context,
    ) -> impl Future<Output = Result<Completion, Failure>> + Send {
        let _ = (uri_template, request, ctx);
        async { Ok(Completion::default()) }
    }

    /// A client wants to be told when this resource changes: whether it is one of this provider's that can be watched.
    ///
    /// The mount keeps who wants what; a provider says that a resource has changed, for all who want to know
    /// (`Mount::resource_updated`).
    fn subscribe(&self, uri: &str, ctx: &Context) -> impl Future<Output = Result<bool, Failure>> + Send {
        let _ = (uri, ctx);
        async { Ok(false) }
    }

    /// A client says that it no longer wants to be told; others may. One that goes away without a word does not come here.
    fn unsubscribe(&self, uri: &str, ctx: &Context) -> impl Future<Output = Result<(), Failure>> + Send {
        let _ = (uri, ctx);
        async { Ok(()) }
    }
}

/// The object-safe face of [`Resources`].
#[doc(hidden)]
pub trait ServedResources: Send + Sync + 'static {
    fn list<'a>(&'a self, page: &'a PageRequest, ctx: &'a Context) -> BoxFuture<'a, Result<Page<Resource>, Failure>>;
    fn read<'a>(&'a self, uri: &'a str, ctx: &'a Context) -> BoxFuture<'a, Result<Option<Contents>, Failure>>;
    fn templates(&self) -> Vec<ResourceTemplate>;
    fn complete<'a>(
        &'a self,
        uri_template: &'a str,
        request: &'a CompletionRequest,
        ctx: &'a Context,
    ) -> BoxFuture<'a, Result<Completion, Failure>>;
    fn subscribe<'a>(&'a self, uri: &'a str, ctx: &'a Context) -> BoxFuture<'a, Result<bool, Failure>>;
    fn unsubscribe<'a>(&'a self, uri: &'a str, ctx: &'a Context) -> BoxFuture<'a, Result<(), Failure>>;
}

impl<T: Resources> ServedResources for T {
    fn list<'a>(&'a self, page: &'a PageRequest, ctx: &'a Context) -> BoxFuture<'a, Result<Page<Resource>, Failure>> {
        Box::pin(Resources::list(self, page, ctx))
    }

    fn read<'a>(&'a self, uri: &'a str, ctx: &'a Context) -> BoxFuture<'a, Result<Option<Contents>, Failure>> {
        Box::pin(Resources::read(self, uri, ctx))
    }

    fn templates(&self) -> Vec<ResourceTemplate> {
        Resources::templates(self)
    }

    fn complete<'a>(
        &'a self,
        uri_template: &'a str,
        request: &'a CompletionRequest,
        ctx: &'a Context,
    ) -> BoxFuture<'a, Result<Completion, Failure>> {
        Box::pin(Resources::complete(self, uri_template, request, ctx))
    }

    fn subscribe<'a>(&'a self, uri: &'a str, ctx: &'a Context) -> BoxFuture<'a, Result<bool, Failure>> {
        Box::pin(Resources::subscribe(self, uri, ctx))
    }

    fn unsubscribe<'a>(&'a self, uri: &'a str, ctx: &'a Context) -> BoxFuture<'a, Result<(), Failure>> {
        Box::pin(Resources::unsubscribe(self, uri, ctx))
    }
}
