//! Calls that run side by side, and those that wait for a place (back-pressure).

use std::collections::{HashMap, VecDeque};

use tokio::sync::mpsc::Sender;
use tokio::task::{AbortHandle, JoinSet};
use wymcp_bound::limits::{RUNNING, WAITING};

use crate::outbox::{Outbox, Said};
use crate::rpc::{Answer, Id, RpcError, code};
use crate::wire::Running;

/// The calls of one client.
pub(super) struct Calls {
    answers: Sender<String>,
    tasks: JoinSet<()>,
    /// How to stop what runs, and whose it is.
    running: HashMap<tokio::task::Id, (Option<Id>, AbortHandle)>,
    /// The same of what only waits for changes to tell of: it takes no place from a call.
    standing: HashMap<tokio::task::Id, (Option<Id>, AbortHandle)>,
    waiting: VecDeque<(Running, usize)>,
    /// Bytes of the messages that wait.
    waiting_bytes: usize,
    byte_limit: usize,
}

impl Calls {
    pub(super) fn new(answers: Sender<String>, byte_limit: usize) -> Self {
        Self {
            answers,
            tasks: JoinSet::new(),
            running: HashMap::new(),
            standing: HashMap::new(),
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            byte_limit,
        }
    }

    /// Whether another line may be read.
    pub(super) fn has_room(&self) -> bool {
        self.waiting.len() < WAITING && self.waiting_bytes < self.byte_limit
    }

    pub(super) fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    /// Run a call, now or when there is a place; `size` is that of its message.
    pub(super) fn add(&mut self, call: Running, size: usize) {
        if call.is_standing || self.running.len() < RUNNING {
            self.start(call);
        } else {
            self.waiting_bytes += size;
            self.waiting.push_back((call, size));
        }
    }

    /// Stop a call and say nothing more of it (O5). An unknown id is a race that the client lost (K1).
    pub(super) fn cancel(&mut self, id: &Id) {
        let all = self.running.values().chain(self.standing.values());
        for (_, task) in all.filter(|(running, _)| running.as_ref() == Some(id)) {
            task.abort();
        }
        let (waiting_bytes, waiting) = (&mut self.waiting_bytes, &mut self.waiting);
        waiting.retain(|(call, size)| {
            let stays = call.id.as_ref() != Some(id);
            if !stays {
                *waiting_bytes -= size;
            }
            stays
        });
    }

    /// A legacy conversation is told of changes no longer: it has no id, as subscriptions have.
    pub(super) fn leave_conversation(&mut self) {
        for (_, task) in self.standing.values().filter(|(id, _)| id.is_none()) {
            task.abort();
        }
    }

    /// Nobody is told of changes any more.
    pub(super) fn leave(&mut self) {
        for (_, task) in self.standing.values() {
            task.abort();
        }
    }

    /// Wait for a call to end, and let the next one start; pends for ever while none runs. Gives the answer for a call that ended
    /// in a panic which nothing held: the framework's own fault, and its caller waits.
    pub(super) async fn finished(&mut self) -> Option<String> {
        // Nothing is awaited behind this, so that giving up the wait loses nothing.
        let (task, panicked) = match self.tasks.join_next_with_id().await {
            None => return std::future::pending().await,
            Some(Ok((task, ()))) => (task, false),
            Some(Err(error)) => (error.id(), error.is_panic()),
        };
        let ended = self.running.remove(&task).or_else(|| self.standing.remove(&task));
        while self.running.len() < RUNNING
            && let Some((call, size)) = self.waiting.pop_front()
        {
            self.waiting_bytes -= size;
            self.start(call);
        }
        let (id, _) = ended.filter(|_| panicked)?;
        let error = RpcError::new(code::INTERNAL, "the server failed to answer");
        Answer::error(http::StatusCode::OK, id.as_ref(), &error).body
    }

    fn start(&mut self, call: Running) {
        let (id, lines) = (call.id.clone(), self.answers.clone());
        let kind = if call.is_standing {
            &mut self.standing
        } else {
            &mut self.running
        };
        let task = self.tasks.spawn(run(call, lines));
        kind.insert(task.id(), (id, task));
    }
}

/// Run a call to its answer, and pass on what it says before. The call never waits for the writer, only its answer does.
async fn run(call: Running, lines: Sender<String>) {
    let mut answer = call.answer;
    let Some(outbox) = call.outbox else {
        if let Some(line) = answer.await.body {
            let _ = lines.send(line).await;
        }
        return;
    };
    tokio::select! {
        biased;
        answer = &mut answer => outbox.finish(answer),
        // Nobody writes any more: the client has gone.
        () = pass_on(&outbox, &lines) => return,
    }
    while let Some(said) = outbox.take() {
        let line = match said {
            Said::Message(message) => Some(message),
            Said::Answer(answer) => answer.body,
        };
        if let Some(line) = line
            && lines.send(line).await.is_err()
        {
            return;
        }
    }
}

/// Until nobody writes any more. Given up at any time, it has lost nothing: what is taken is sent.
async fn pass_on(outbox: &Outbox, lines: &Sender<String>) {
    loop {
        outbox.ready().await;
        let Ok(place) = lines.reserve().await else { return };
        if let Some(Said::Message(message)) = outbox.take() {
            place.send(message);
        }
    }
}
