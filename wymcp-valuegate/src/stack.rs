//! Room for recursion: the validator and the walk recurse with the data, and an overflowing stack aborts the process.

use std::panic::resume_unwind;
use std::thread;

/// Levels that are judged on the stack of the caller, whatever thread that is.
const LEVELS_HERE: usize = 512;
/// Bytes that a level may take at most, seen in builds without optimisation, with a margin.
const LEVEL_BYTES: usize = 8 * 1024;

/// How many levels of data fit on the caller's stack when each takes up to `per_level` steps in place.
pub(crate) fn data_levels_here(per_level: usize) -> usize {
    LEVELS_HERE / per_level.max(1)
}

/// Run a computation that recurses up to `levels` on a stack of its own; none where the system gives no thread.
pub(crate) fn with_room<T: Send>(levels: usize, run: impl FnOnce() -> T + Send) -> Option<T> {
    thread::scope(|scope| {
        let size = levels.saturating_mul(LEVEL_BYTES);
        let running = thread::Builder::new().stack_size(size).spawn_scoped(scope, run).ok()?;
        match running.join() {
            Ok(value) => Some(value),
            Err(panic) => resume_unwind(panic),
        }
    })
}
