//! Actions that are declared as data, and handlers that are bound to them by name (DEF-3).

use std::panic::Location;

use wymcp_actions::OutputSchema;

use super::{ActionToolBuilder, DeclaredAction};
use crate::builder::Handler;
use crate::offence::code;
use crate::{ActionSchema, Callback, Context, Data, Failure, Offence, Reply};

impl ActionToolBuilder {
    /// Declare an action whose handler is bound later.
    pub(in crate::builder) fn declare(
        &mut self,
        name: &str,
        schema: ActionSchema,
        output_schema: Option<OutputSchema>,
        sensitive: bool,
    ) {
        self.actions.push(DeclaredAction {
            name: name.to_owned(),
            schema,
            payload: None,
            output_schema,
            sensitive,
            handler: None,
        });
    }

    /// Take a handler for granted where none is bound.
    pub(crate) fn assume_handlers(&mut self) {
        for action in &mut self.actions {
            action.handler.get_or_insert_with(Handler::absent);
        }
    }

    /// Bind what runs an action that was declared by [`ActionTool::from_json`](crate::ActionTool::from_json). A name that is not
    /// declared, and a second handler for one action, are offences.
    #[track_caller]
    pub fn handler<F, R>(mut self, action: impl Into<String>, handler: F) -> Self
    where
        F: Fn(Data, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Reply, Failure>> + Send + 'static,
    {
        self.bind(action.into(), Handler::new(handler), Location::caller());
        self
    }

    pub(crate) fn bind(&mut self, name: String, handler: Handler, at: &'static Location<'static>) {
        let offence = match self.actions.iter_mut().find(|action| action.name == name) {
            Some(action) if action.handler.is_none() => {
                action.handler = Some(handler);
                return;
            }
            Some(_) => Offence::new(
                code::DECLARED_TWICE,
                "two handlers run this action, and one of the two would be lost",
            )
            .wants("one handler for each action")
            .mended_by("remove one of the two"),
            // The actions cannot be read, which is an offence already.
            None if self.declared.has_offence(Callback::Actions) => return,
            None => {
                let declared: Vec<&str> = self.actions.iter().map(|action| action.name.as_str()).collect();
                Offence::new(
                    code::UNDECLARED_ACTION,
                    "a handler is bound to an action that is not declared",
                )
                .wants(format!("one of {}", declared.join(", ")))
                .mended_by("declare the action, or correct the name")
            }
        };
        let offence = offence
            .said_by(Callback::RunAction)
            .of_action(name)
            .declared_at(Some(at));
        self.declared.offences.push(offence);
    }
}
