//! The streams of one session: who reads them, and how they are taken up again (wire contract L11 to L18).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use wymcp_bound::limits;

use super::kept::{Budget, Kept};
use crate::outbox::{Audience, Outbox, Said};

/// The number of the standing stream, which `GET` opens; those of `POST` follow.
const STANDING: u64 = 0;

/// Which message of which stream; unique in its session, written `stream-event` (L17).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EventId {
    pub(crate) stream: u64,
    pub(crate) event: u64,
}

impl EventId {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (stream, event) = text.split_once('-')?;
        let number = |text: &str| {
            text.bytes()
                .all(|byte| byte.is_ascii_digit())
                .then(|| text.parse().ok())?
        };
        Some(Self {
            stream: number(stream)?,
            event: number(event)?,
        })
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.stream, self.event)
    }
}

/// Whoever reads a stream now. There is one at a time; the next one takes its place (L13).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader {
    pub(crate) stream: u64,
    number: u64,
}

/// A stream that is taken up again: what was missed, and who reads on, if it goes on.
#[derive(Debug)]
pub(crate) struct Resumed {
    pub(crate) missed: Vec<(EventId, String)>,
    pub(crate) reader: Option<Reader>,
}

#[derive(Debug)]
pub(crate) struct Streams(Mutex<Inside>);

#[derive(Debug)]
struct Inside {
    last_stream: u64,
    last_reader: u64,
    open: BTreeMap<u64, Open>,
    kept: Kept,
    has_ended: bool,
}

/// A stream on which more may come.
#[derive(Debug)]
struct Open {
    outbox: Arc<Outbox>,
    last_event: u64,
    reader: Option<u64>,
}

impl Streams {
    pub(super) const fn new(budget: Arc<Budget>) -> Self {
        Self(Mutex::new(Inside {
            last_stream: STANDING,
            last_reader: 0,
            open: BTreeMap::new(),
            kept: Kept::new(budget),
            has_ended: false,
        }))
    }

    /// The answer to a `POST` begins as a stream.
    pub(crate) fn begin(&self, outbox: Arc<Outbox>) -> Reader {
        let mut inside = self.lock();
        inside.last_stream += 1;
        let stream = inside.last_stream;
        inside.open.insert(stream, Open::new(outbox));
        inside.read_by_another(stream)
    }

    /// `GET`: read the standing stream from now on. Nothing where the session has ended.
    pub(crate) fn stand(&self) -> Option<Reader> {
        let mut inside = self.lock();
        if inside.has_ended {
            return None;
        }
        inside.standing();
        Some(inside.read_by_another(STANDING))
    }

    /// `GET` with `Last-Event-ID`: go on behind that event. Nothing where nothing is left of its stream.
    pub(crate) fn resume(&self, from: EventId) -> Option<Resumed> {
        let mut inside = self.lock();
        if from.stream == STANDING && !inside.has_ended {
            inside.standing();
        }
        let missed = inside.kept.after(from).map(|missed| {
            let missed = missed.into_iter().map(|(id, message)| (id, message.to_owned()));
            missed.collect::<Vec<_>>()
        });
        let open = inside.open.get(&from.stream);
        // A wish to let go is older than this reader.
        let goes_on = open.map(|open| open.outbox.lets_go()).is_some();
        let reader = goes_on.then(|| inside.read_by_another(from.stream));
        (goes_on || missed.is_some()).then(|| Resumed {
            missed: missed.unwrap_or_default(),
            reader,
        })
    }

    /// An event that says nothing but where its stream is (L14).
    pub(crate) fn prime(&self, reader: Reader) -> Option<EventId> {
        let mut inside = self.lock();
        Some(inside.read_by(reader)?.next_event(reader.stream))
    }

    /// Hand what is there to `take`; whether that was the end, for this reader. `closes`: a tool may let go of the connection (L15).
    pub(crate) fn read(
        &self,
        reader: Reader,
        closes: bool,
        context: &mut Context<'_>,
        mut take: impl FnMut(EventId, &str),
    ) -> bool {
        let mut inside = self.lock();
        let Inside {
            open, kept, has_ended, ..
        } = &mut *inside;
        let Some(stream) = open
            .get_mut(&reader.stream)
            .filter(|stream| stream.reader == Some(reader.number))
        else {
            return true;
        };
        loop {
            match stream.outbox.poll_next(context) {
                Poll::Ready(Some(said)) => {
                    let Some(message) = text(said) else { continue };
                    let id = stream.next_event(reader.stream);
                    take(id, &message);
                    if !*has_ended {
                        kept.keep(id, message);
                    }
                }
                Poll::Ready(None) => {
                    open.remove(&reader.stream);
                    return true;
                }
                Poll::Pending => return stream.outbox.lets_go() && closes,
            }
        }
    }

    /// The reader has gone. Its stream goes on, for whom it may come back.
    pub(crate) fn leave(&self, reader: Reader) {
        let mut inside = self.lock();
        let Some(stream) = inside.read_by(reader) else { return };
        stream.reader = None;
        if inside.has_ended {
            inside.give_up(reader.stream);
        } else if reader.stream != STANDING {
            inside.store_if_over(reader.stream);
            let parked = inside
                .open
                .iter()
                .filter(|(number, open)| **number != STANDING && open.reader.is_none());
            let parked: Vec<u64> = parked.map(|(number, _)| *number).collect();
            if parked.len() > limits::PARKED {
                inside.give_up(parked[0]);
            }
        }
    }

    /// Nothing more comes on this stream.
    pub(crate) fn finished(&self, stream: u64) {
        let mut inside = self.lock();
        if inside.open.get(&stream).is_some_and(|open| open.reader.is_none()) {
            inside.store_if_over(stream);
        }
    }

    /// Say something on the standing stream, now or when it is read; what waits there already is not said twice (J11).
    pub(crate) fn announce(&self, message: String) {
        let mut inside = self.lock();
        if !inside.has_ended {
            inside.standing().outbox.announce(message);
        }
    }

    /// Whether anybody reads any of them.
    pub(super) fn are_read(&self) -> bool {
        self.lock().open.values().any(|open| open.reader.is_some())
    }

    /// Nobody reads the standing stream any more.
    pub(super) fn hang_up(&self) {
        if let Some(standing) = self.lock().open.get_mut(&STANDING) {
            standing.reader = None;
            standing.outbox.nudge();
        }
    }

    /// The session has ended: the standing stream too, and what nobody reads. The stream of a running call is read to its end.
    pub(super) fn end(&self) {
        let mut inside = self.lock();
        inside.has_ended = true;
        inside.kept.clear();
        let gone = inside
            .open
            .iter()
            .filter(|(number, open)| **number == STANDING || open.reader.is_none());
        let gone: Vec<u64> = gone.map(|(number, _)| *number).collect();
        for stream in gone {
            inside.give_up(stream);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    fn standing(&mut self) -> &mut Open {
        self.open
            .entry(STANDING)
            .or_insert_with(|| Open::new(Arc::new(Outbox::new(None, Audience::Request(None)))))
    }

    fn read_by_another(&mut self, stream: u64) -> Reader {
        self.last_reader += 1;
        let number = self.last_reader;
        if let Some(open) = self.open.get_mut(&stream) {
            // Whoever read it so far looks again, and finds that it is over.
            if open.reader.replace(number).is_some() {
                open.outbox.nudge();
            }
        }
        Reader { stream, number }
    }

    fn read_by(&mut self, reader: Reader) -> Option<&mut Open> {
        self.open
            .get_mut(&reader.stream)
            .filter(|open| open.reader == Some(reader.number))
    }

    /// A stream that has said all it will, and that nobody reads, is kept as its messages.
    fn store_if_over(&mut self, stream: u64) {
        let Some(open) = self.open.get_mut(&stream).filter(|open| open.outbox.is_over()) else {
            return;
        };
        while let Some(said) = open.outbox.take() {
            if let Some(message) = text(said) {
                let id = open.next_event(stream);
                self.kept.keep(id, message);
            }
        }
        self.open.remove(&stream);
    }

    fn give_up(&mut self, stream: u64) {
        if let Some(open) = self.open.remove(&stream) {
            open.outbox.nudge();
            open.outbox.deafen();
        }
    }
}

impl Open {
    const fn new(outbox: Arc<Outbox>) -> Self {
        Self {
            outbox,
            last_event: 0,
            reader: None,
        }
    }

    fn next_event(&mut self, stream: u64) -> EventId {
        self.last_event += 1;
        EventId {
            stream,
            event: self.last_event,
        }
    }
}

/// A call that was stopped has no answer.
fn text(said: Said) -> Option<String> {
    match said {
        Said::Message(message) => Some(message),
        Said::Answer(answer) => answer.body,
    }
}
