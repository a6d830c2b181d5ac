//! One resource: what is listed of it, and for a mounted one what reads it.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::{Contents, uri};
use crate::about::{About, describes_itself, is_annotated};
use crate::offence::code;
use crate::{BoxFuture, Context, Failure, Object, Offence};

type Handler = dyn Fn(Context) -> BoxFuture<'static, Result<Option<Contents>, Failure>> + Send + Sync;

/// A resource: an address, a name, and what a client should know of it.
///
/// One that is mounted by itself has its contents or a handler; one that a [`Resources`](crate::Resources) provider lists is read by
/// the provider.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Contents, Context, Resource};
///
/// let readme = Resource::text("docs://readme", "readme", "text/markdown", "# Hello").description("Read this first");
/// let clock = Resource::new("clock://now", "now").mime_type("text/plain").handler(|_: Context| async {
///     Ok(Contents::text(format!("{:?}", std::time::SystemTime::now())))
/// });
/// # let _ = (readme, clock);
/// ```
#[derive(Debug, Clone)]
pub struct Resource {
    pub(super) uri: String,
    pub(super) about: About,
    pub(super) mime_type: Option<String>,
    size: Option<u64>,
    pub(super) body: Body,
}

/// What reads it.
#[derive(Clone)]
pub(super) enum Body {
    Nothing,
    Stored(Contents),
    Handler(Arc<Handler>),
}

describes_itself!(Resource);
is_annotated!(Resource);

impl Resource {
    /// A resource by its URI and its name, which is for people to tell it by.
    #[must_use]
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            about: About::named(name.into()),
            mime_type: None,
            size: None,
            body: Body::Nothing,
        }
    }

    /// A text that stays as it is.
    #[must_use]
    pub fn text(
        uri: impl Into<String>,
        name: impl Into<String>,
        mime_type: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        let text = text.into();
        Self {
            size: Some(text.len() as u64),
            body: Body::Stored(Contents::text(text)),
            ..Self::new(uri, name).mime_type(mime_type)
        }
    }

    /// Bytes that stay as they are.
    #[must_use]
    pub fn bytes(uri: impl Into<String>, name: impl Into<String>, mime_type: impl Into<String>, bytes: &[u8]) -> Self {
        Self {
            size: Some(bytes.len() as u64),
            body: Body::Stored(Contents::bytes(bytes)),
            ..Self::new(uri, name).mime_type(mime_type)
        }
    }

    /// Its media type; contents that name none have this one.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Its size in bytes, before any encoding.
    #[must_use]
    pub const fn size(mut self, bytes: u64) -> Self {
        self.size = Some(bytes);
        self
    }

    /// What reads it, each time anew: [`Contents`], or an `Option` of them where it may be gone.
    #[must_use]
    pub fn handler<F, R, C>(mut self, handler: F) -> Self
    where
        F: Fn(Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<C, Failure>> + Send + 'static,
        C: Into<Option<Contents>>,
    {
        self.body = Body::Handler(Arc::new(move |ctx| {
            let reading = handler(ctx);
            Box::pin(async move { reading.await.map(Into::into) })
        }));
        self
    }

    /// Its URI.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.uri
    }

    /// What is wrong with it as a listed resource.
    pub(super) fn offences(&self) -> Vec<Offence> {
        let mut found = self.about.offences();
        if let Some(why) = uri::fault_of(&self.uri) {
            let shown = wymcp_bound::echo(&self.uri);
            found.push(
                Offence::new(
                    code::INVALID_URI,
                    format!("`{shown}` is no address of a resource: {why}"),
                )
                .at("/uri")
                .wants("an absolute URI of at most 8192 bytes, without `..`")
                .mended_by("write it in full, for instance `docs://readme`, and percent-encode what has to be"),
            );
        }
        found
    }

    /// As `resources/list` shows it.
    pub(super) fn definition(&self) -> Object {
        let mut members = self.about.members();
        members.insert("uri".to_owned(), Value::String(self.uri.clone()));
        if let Some(mime_type) = &self.mime_type {
            members.insert("mimeType".to_owned(), Value::String(mime_type.clone()));
        }
        if let Some(size) = self.size {
            members.insert("size".to_owned(), size.into());
        }
        members
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "Nothing",
            Self::Stored(_) => "Stored",
            Self::Handler(_) => "Handler",
        })
    }
}
