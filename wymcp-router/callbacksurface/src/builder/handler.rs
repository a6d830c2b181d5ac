//! What runs a tool that a builder declares.

use std::sync::Arc;

use crate::{BoxFuture, Context, Data, Failure, Reply};

type Run = dyn Fn(Data, Context) -> BoxFuture<'static, Result<Reply, Failure>> + Send + Sync;

/// A handler, whatever it takes.
#[derive(Clone)]
pub(crate) struct Handler(Arc<Run>);

impl Handler {
    /// One that takes the object that passed the gates.
    pub(crate) fn new<F, R>(handler: F) -> Self
    where
        F: Fn(Data, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Reply, Failure>> + Send + 'static,
    {
        Self(Arc::new(move |data, ctx| Box::pin(handler(data, ctx))))
    }

    /// One that takes a type, and may answer with one.
    #[cfg(feature = "typed")]
    pub(super) fn typed<T, F, R, A>(handler: F) -> Self
    where
        T: serde::de::DeserializeOwned,
        F: Fn(T, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<A, Failure>> + Send + 'static,
        A: crate::IntoReply,
    {
        Self(Arc::new(move |data, ctx| match data.decode::<T>() {
            Ok(data) => {
                let answer = handler(data, ctx);
                Box::pin(async move { answer.await.map(A::into_reply) })
            }
            Err(refused) => Box::pin(async move { Err(refused.into()) }),
        }))
    }

    /// One that is never called: a check without handlers takes it for theirs.
    pub(crate) fn absent() -> Self {
        Self(Arc::new(|_, _| Box::pin(crate::served::no_such_action())))
    }

    pub(super) fn run(&self, data: Data, ctx: &Context) -> BoxFuture<'static, Result<Reply, Failure>> {
        (self.0)(data, ctx.clone())
    }
}
