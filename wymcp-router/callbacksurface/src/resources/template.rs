//! A family of resources: a URI template, and what reads its members.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::pattern::Pattern;
use super::{Contents, UriVariables};
use crate::about::{About, describes_itself, is_annotated};
use crate::completion::{Completer, Completion, CompletionRequest};
use crate::offence::code;
use crate::{BoxFuture, Context, Failure, Object, Offence};

pub(super) type Handler =
    dyn Fn(UriVariables, Context) -> BoxFuture<'static, Result<Option<Contents>, Failure>> + Send + Sync;

/// Resources whose addresses follow a URI template (RFC 6570), every operator of it.
///
/// A URI belongs to a template if the template expands to it. A variable without a sign needs at least one character; what has a
/// sign in front (`{/path}`, `{?query}`, `{.type}`) may be left out. Of several templates that a URI belongs to, the one that was
/// mounted first is asked first.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Contents, Context, ResourceTemplate, UriVariables};
///
/// let template = ResourceTemplate::new("users://{id}/profile", "profile")
///     .mime_type("application/json")
///     .values("id", ["ann", "bob"])
///     .handler(|uri: UriVariables, _: Context| async move {
///         Ok(matches!(&uri["id"], "ann" | "bob").then(|| Contents::text("{}")))
///     });
/// # let _ = template;
/// ```
#[derive(Clone)]
pub struct ResourceTemplate {
    pub(super) template: String,
    pub(super) about: About,
    pub(super) mime_type: Option<String>,
    pub(super) completers: Vec<(String, Completer)>,
    pub(super) handler: Option<Arc<Handler>>,
}

describes_itself!(ResourceTemplate);
is_annotated!(ResourceTemplate);

impl ResourceTemplate {
    /// A template by its text and its name. The scheme is literal.
    #[must_use]
    pub fn new(uri_template: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            template: uri_template.into(),
            about: About::named(name.into()),
            mime_type: None,
            completers: Vec::new(),
            handler: None,
        }
    }

    /// The media type of all its resources; contents that name none have this one.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// What reads a resource of the template: [`Contents`], or an `Option` of them where there may be none.
    #[must_use]
    pub fn handler<F, R, C>(mut self, handler: F) -> Self
    where
        F: Fn(UriVariables, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<C, Failure>> + Send + 'static,
        C: Into<Option<Contents>>,
    {
        self.handler = Some(Arc::new(move |variables, ctx| {
            let reading = handler(variables, ctx);
            Box::pin(async move { reading.await.map(Into::into) })
        }));
        self
    }

    /// Offer these values for a variable, as far as they begin with what was typed.
    #[must_use]
    pub fn values<S: Into<String>>(mut self, variable: impl Into<String>, values: impl IntoIterator<Item = S>) -> Self {
        self.completers.push((variable.into(), Completer::of_values(values)));
        self
    }

    /// What completes a variable.
    #[must_use]
    pub fn complete<F, R>(mut self, variable: impl Into<String>, completer: F) -> Self
    where
        F: Fn(CompletionRequest, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Completion, Failure>> + Send + 'static,
    {
        self.completers
            .push((variable.into(), Completer::of_handler(completer)));
        self
    }

    /// The pattern, or what is wrong.
    pub(super) fn check(&self) -> Result<Pattern, Vec<Offence>> {
        let mut found = self.about.offences();
        let pattern = match Pattern::compile(&self.template) {
            Ok(pattern) => pattern,
            Err(why) => {
                found.push(
                    Offence::new(
                        code::INVALID_URI_TEMPLATE,
                        format!("`{}` cannot be matched: {why}", wymcp_bound::echo(&self.template)),
                    )
                    .at("/uriTemplate")
                    .wants("a URI template of RFC 6570 that begins with a scheme")
                    .mended_by("write it like `users://{id}/profile`"),
                );
                return Err(found);
            }
        };
        for (variable, _) in &self.completers {
            if !pattern.variables().any(|known| known == variable) {
                let known: Vec<&str> = pattern.variables().collect();
                found.push(
                    Offence::new(
                        code::UNDECLARED_VARIABLE,
                        format!("`{variable}` is completed, and the template has no such variable"),
                    )
                    .at("/uriTemplate")
                    .wants(format!("one of {}", known.join(", ")))
                    .mended_by("name a variable of the template"),
                );
            }
        }
        if found.is_empty() { Ok(pattern) } else { Err(found) }
    }

    /// As `resources/templates/list` shows it.
    pub(super) fn definition(&self) -> Object {
        let mut members = self.about.members();
        members.insert("uriTemplate".to_owned(), Value::String(self.template.clone()));
        if let Some(mime_type) = &self.mime_type {
            members.insert("mimeType".to_owned(), Value::String(mime_type.clone()));
        }
        members
    }
}

impl fmt::Debug for ResourceTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResourceTemplate")
            .field("template", &self.template)
            .finish_non_exhaustive()
    }
}
