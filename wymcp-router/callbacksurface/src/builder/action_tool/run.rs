//! A built action tool as the framework serves it.

use super::ActionToolBuilder;
use crate::manifest::Origin;
use crate::served::{ActionSurface, Served, Surface, SurfaceKind};
use crate::tool::default_words;
use crate::{BoxFuture, Context, Data, DataRefusal, Failure, Hint, Object, Reply};

impl ActionToolBuilder {
    fn action_name(&self, position: usize) -> &str {
        self.actions.get(position).map_or("", |action| &action.name)
    }
}

impl Served for ActionToolBuilder {
    fn surface(&self) -> Surface {
        let actions = self.actions.iter().map(|action| ActionSurface {
            name: action.name.clone(),
            schema: action.schema.clone(),
            payload: action.payload,
            output_schema: action.output_schema.clone(),
            has_handler: action.handler.is_some(),
            sensitive: action.sensitive,
        });
        self.declared.surface(SurfaceKind::Actions(actions.collect()))
    }

    fn origin(&self) -> Option<&Origin> {
        self.declared.origin.as_ref()
    }

    fn run<'a>(&'a self, position: usize, data: Data, ctx: &'a Context) -> BoxFuture<'a, Result<Reply, Failure>> {
        match self.actions.get(position).and_then(|action| action.handler.as_ref()) {
            Some(handler) => handler.run(data, ctx),
            None => Box::pin(crate::served::no_such_action()),
        }
    }

    fn hints(&self, position: usize, hint_context: &Object, ctx: &Context) -> Vec<Hint> {
        self.hints
            .as_ref()
            .map(|hints| hints(self.action_name(position), hint_context, ctx))
            .unwrap_or_default()
    }

    fn handle_error(&self, failure: &Failure) -> String {
        self.handle_error
            .as_ref()
            .map_or_else(|| default_words(failure), |words| words(failure))
    }

    fn action_context<'a>(&'a self, _: usize, ctx: &'a Context) -> BoxFuture<'a, Option<Object>> {
        match &self.action_context {
            Some(context) => context(ctx.clone()),
            None => Box::pin(async { None }),
        }
    }

    fn validate_data(&self, position: usize, data: &mut Object, ctx: &Context) -> Result<(), DataRefusal> {
        self.validate_data
            .as_ref()
            .map_or(Ok(()), |validate| validate(self.action_name(position), data, ctx))
    }
}
