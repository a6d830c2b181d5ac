//! Where the author's code runs: what it says meanwhile is heard, and it can be stopped by its id (K2, LNG-1).

use std::sync::Arc;

use wymcp_callbacksurface::{BoxFuture, Era, Outlet};

use super::Exchange;
use crate::outbox::Outbox;
#[cfg(feature = "http")]
use crate::peer::Calls;
use crate::rpc::{Answer, Id};
use crate::wire::Running;

/// What a request lends to the code that answers it.
pub(super) struct Stage {
    id: Id,
    outlives_its_client: bool,
    outbox: Option<Arc<Outbox>>,
    #[cfg(feature = "http")]
    session: Option<Arc<crate::session::Session>>,
}

impl Stage {
    pub(super) fn of(id: &Id, exchange: &mut Exchange<'_>) -> Self {
        Self {
            id: id.clone(),
            outlives_its_client: exchange.revision.era() == Era::Legacy,
            outbox: exchange.outbox(),
            #[cfg(feature = "http")]
            session: exchange.session.take(),
        }
    }

    pub(super) fn outlet(&self) -> Option<Arc<dyn Outlet>> {
        self.outbox.clone().map(|outbox| outbox as Arc<dyn Outlet>)
    }

    pub(super) fn run(self, answer: BoxFuture<'static, Answer>) -> Running {
        #[cfg(feature = "http")]
        let answer = match &self.session {
            Some(session) => Calls::supervise(Arc::clone(&session.handshake), self.id.clone(), answer),
            None => answer,
        };
        Running {
            id: Some(self.id),
            outlives_its_client: self.outlives_its_client,
            is_standing: false,
            answer,
            outbox: self.outbox,
            #[cfg(feature = "http")]
            session: self.session,
        }
    }
}
