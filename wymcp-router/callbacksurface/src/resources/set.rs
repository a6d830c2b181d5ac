//! The resources of a mount: checked, and ready to be listed, read and completed.

use std::fmt;
use std::pin::pin;
use std::sync::Arc;

use wymcp_bound::json;

use super::pattern::Pattern;
use super::template::Handler as TemplateHandler;
use super::{Contents, Resource, ServedResources, uri};
use crate::completion::{Completer, Completion, CompletionRequest};
use crate::input::Rounds;
use crate::limit::within;
use crate::listing::{Listing, Mounted, Paged, Position, Sheet};
use crate::unanswered::{Unanswered, ask};
use crate::{BoxFuture, Context, Failure, Object, Terms, View};

type Handler = dyn Fn(Context) -> BoxFuture<'static, Result<Option<Contents>, Failure>> + Send + Sync;

/// What a mount serves of resources; exists only checked.
pub struct ResourceSet {
    pub(super) resources: Mounted<RegisteredResource>,
    pub(super) templates: Mounted<RegisteredTemplate>,
    /// The templates in the order in which they are asked: that of mounting.
    pub(super) asked: Vec<Arc<str>>,
    pub(super) providers: Vec<Arc<dyn ServedResources>>,
}

pub(super) struct RegisteredResource {
    pub(super) definition: String,
    pub(super) read: Read,
}

pub(super) enum Read {
    /// The array `contents`.
    Stored(String),
    /// The handler, and the media type of what says none.
    Handler(Arc<Handler>, Option<String>),
}

pub(super) struct RegisteredTemplate {
    pub(super) definition: String,
    pub(super) pattern: Pattern,
    pub(super) mime_type: Option<String>,
    pub(super) completers: Vec<(String, Completer)>,
    pub(super) handler: Option<Arc<TemplateHandler>>,
    /// Whose template it is, where it is a provider's.
    pub(super) provider: Option<usize>,
}

impl ResourceSet {
    /// Whether there is nothing, so that no method of resources is served (H3).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.resources.is_empty() && self.templates.is_empty() && self.providers.is_empty()
    }

    /// Whether anything can be completed.
    #[must_use]
    pub fn completes(&self) -> bool {
        !self.providers.is_empty()
            || self
                .templates
                .iter()
                .any(|(_, template)| !template.completers.is_empty())
    }

    /// Whether the list is the same for everybody until the mount is built anew, so that the mount's cache hints hold for it.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.providers.is_empty()
    }

    /// The URIs of those that are mounted by themselves, as far as a caller sees them.
    pub fn uris<'s>(&'s self, view: &'s View) -> impl Iterator<Item = &'s str> {
        let uris = self.resources.iter().map(|(uri, _)| &**uri);
        uris.filter(|uri| view.shows_resource(uri))
    }

    /// The texts of the templates, the same.
    pub fn templates<'s>(&'s self, view: &'s View) -> impl Iterator<Item = &'s str> {
        let texts = self.templates.iter().map(|(text, _)| &**text);
        texts.filter(|text| view.shows_resource(text))
    }

    /// The entries of `resources/list`, and those of `resources/templates/list`, that are mounted by themselves.
    #[doc(hidden)]
    pub fn definitions(&self) -> (impl Iterator<Item = &str>, impl Iterator<Item = &str>) {
        (
            self.resources.iter().map(|(_, entry)| &*entry.definition),
            self.templates.iter().map(|(_, entry)| &*entry.definition),
        )
    }

    /// The variables of a template, by its text.
    #[doc(hidden)]
    #[must_use]
    pub fn variables(&self, template: &str) -> Vec<String> {
        let variables = self.templates.get(template).into_iter();
        variables
            .flat_map(|template| template.pattern.variables())
            .map(str::to_owned)
            .collect()
    }

    /// One page of `resources/list`.
    ///
    /// # Errors
    /// A cursor that is none, and what a provider's code does.
    pub async fn list(&self, from: Position, size: usize, ctx: &Context) -> Result<Listing, Unanswered> {
        let list = Paged {
            mounted: &self.resources,
            providers: &self.providers,
            is_shown: View::shows_resource,
            definition: |entry| &entry.definition,
            list: |provider, request, ctx| provider.list(request, ctx),
            key: |resource| &resource.uri,
            define,
        };
        list.page(from, size, ctx).await
    }

    /// One page of `resources/templates/list`.
    ///
    /// # Errors
    /// A cursor that is none.
    pub fn list_templates(&self, from: &Position, size: usize, view: &View) -> Result<Listing, Unanswered> {
        if from.source > 0 {
            return Err(Unanswered::UnknownCursor);
        }
        let mut sheet = Sheet::default();
        let shows = |template: &str| view.shows_resource(template);
        let rest = self
            .templates
            .fill(&mut sheet, &from.resume, size, shows, |entry| &entry.definition)?;
        Ok(sheet.finish(rest.map(|resume| Position { source: 0, resume })))
    }

    /// The array `contents` of a resource that stays as it is; nothing where it must be read.
    #[must_use]
    pub fn stored(&self, uri: &str, view: &View) -> Option<&str> {
        match &self.resources.get(uri).filter(|_| view.shows_resource(uri))?.read {
            Read::Stored(contents) => Some(contents),
            Read::Handler(..) => None,
        }
    }

    /// The array `contents` of any resource: what is mounted by itself is asked first, then templates in the order of mounting, then
    /// providers.
    ///
    /// The code behind it may ask its caller, under these terms, which also say how long it may run.
    ///
    /// # Errors
    /// A URI that is none or has nothing behind it, and what the code behind it does.
    pub async fn read(&self, uri: &str, ctx: &Context, terms: &Terms) -> Result<String, Unanswered> {
        check(uri)?;
        let mut rounds = Rounds::of_provider(terms, ctx, uri, &Object::new())?;
        loop {
            let outcome = within(terms.end(), pin!(self.read_once(uri, rounds.ctx()))).await;
            if let Some(outcome) = rounds.passed(outcome).await {
                return outcome;
            }
        }
    }

    async fn read_once(&self, uri: &str, ctx: &Context) -> Result<String, Unanswered> {
        if !ctx.view().shows_resource(uri) {
            return Err(Unanswered::Unknown);
        }
        if let Some(resource) = self.resources.get(uri) {
            return match &resource.read {
                Read::Stored(contents) => Ok(contents.clone()),
                Read::Handler(handler, mime_type) => {
                    let contents = ask(ctx, || handler(ctx.clone())).await?.ok_or(Unanswered::Unknown)?;
                    written(&contents, uri, mime_type.as_deref(), ctx)
                }
            };
        }
        for template in self.asked.iter().filter_map(|key| self.templates.get(key)) {
            if let Some(handler) = &template.handler
                && let Some(variables) = template.pattern.matches(uri)
                && let Some(contents) = ask(ctx, || handler(variables, ctx.clone())).await?
            {
                return written(&contents, uri, template.mime_type.as_deref(), ctx);
            }
        }
        for provider in &self.providers {
            if let Some(contents) = ask(ctx, || provider.read(uri, ctx)).await? {
                return written(&contents, uri, None, ctx);
            }
        }
        Err(Unanswered::Unknown)
    }

    /// Complete a variable of a template.
    ///
    /// # Errors
    /// A template or a variable that is none, and what the code behind it does.
    pub async fn complete(
        &self,
        uri_template: &str,
        request: CompletionRequest,
        ctx: &Context,
    ) -> Result<Completion, Unanswered> {
        let template = self
            .templates
            .get(uri_template)
            .filter(|_| ctx.view().shows_resource(uri_template));
        let Some(template) = template else {
            // A resource that stands by itself has nothing to complete, and some clients ask all the same.
            let is_known = self.resources.get(uri_template).is_some() && ctx.view().shows_resource(uri_template);
            return if is_known {
                Ok(Completion::default())
            } else {
                Err(Unanswered::Unknown)
            };
        };
        let known: Vec<&str> = template.pattern.variables().collect();
        if !known.contains(&request.argument()) {
            return Err(crate::completion::unknown_argument(request.argument(), &known));
        }
        let completer = template.completers.iter().find(|(name, _)| name == request.argument());
        match (completer, template.provider.and_then(|index| self.providers.get(index))) {
            (Some((_, completer)), _) => ask(ctx, || completer.complete(request, ctx)).await,
            (None, Some(provider)) => ask(ctx, || provider.complete(uri_template, &request, ctx)).await,
            (None, None) => Ok(Completion::default()),
        }
    }

    /// Whether a resource can be watched: one that is mounted or belongs to a template's handler always, one of a provider if it says so.
    ///
    /// # Errors
    /// A URI that is none, and what a provider's code does.
    pub async fn subscribe(&self, uri: &str, ctx: &Context) -> Result<bool, Unanswered> {
        check(uri)?;
        if !ctx.view().shows_resource(uri) {
            return Ok(false);
        }
        let is_templated =
            |template: &RegisteredTemplate| template.handler.is_some() && template.pattern.matches(uri).is_some();
        if self.resources.get(uri).is_some() || self.templates.iter().any(|(_, template)| is_templated(template)) {
            return Ok(true);
        }
        for provider in &self.providers {
            if ask(ctx, || provider.subscribe(uri, ctx)).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The client no longer watches: every provider is told, and knows whether it is its own.
    ///
    /// # Errors
    /// A URI that is none, and what a provider's code does.
    pub async fn unsubscribe(&self, uri: &str, ctx: &Context) -> Result<(), Unanswered> {
        check(uri)?;
        for provider in &self.providers {
            ask(ctx, || provider.unsubscribe(uri, ctx)).await?;
        }
        Ok(())
    }
}

fn check(uri: &str) -> Result<(), Unanswered> {
    let Some(why) = uri::fault_of(uri) else { return Ok(()) };
    Err(Unanswered::Refused {
        message: format!("`uri` is no address of a resource: {why}"),
        data: serde_json::json!({"uri": wymcp_bound::echo(uri)}),
    })
}

/// What a provider lists is held to what a mounted resource is.
fn define(resource: &Resource, ctx: &Context) -> Result<String, Unanswered> {
    if let Some(offence) = resource.offences().first() {
        return Err(Unanswered::invalid_reply(
            ctx,
            &format!("a listed resource has an offence: {offence}"),
        ));
    }
    let mut definition = String::new();
    json::write_object(&mut definition, &resource.definition());
    Ok(definition)
}

fn written(contents: &Contents, uri: &str, mime_type: Option<&str>, ctx: &Context) -> Result<String, Unanswered> {
    if contents.is_unsendable() {
        return Err(Unanswered::invalid_reply(
            ctx,
            "`_meta` of the contents is no object, or nests too deep",
        ));
    }
    Ok(contents.to_json(uri, mime_type))
}

impl fmt::Debug for ResourceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = |keys: Vec<&Arc<str>>| keys.into_iter().map(ToString::to_string).collect::<Vec<_>>();
        f.debug_struct("ResourceSet")
            .field("resources", &keys(self.resources.iter().map(|(key, _)| key).collect()))
            .field("templates", &keys(self.templates.iter().map(|(key, _)| key).collect()))
            .field("providers", &self.providers.len())
            .finish()
    }
}
