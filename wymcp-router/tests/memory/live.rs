//! The bytes that are allocated now.

use std::alloc::System;
use std::sync::{Mutex, MutexGuard, PoisonError};

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static COUNTING: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

static ALONE: Mutex<()> = Mutex::new(());

/// What the harness allocates beside a test: its names, its lines, its threads.
pub(crate) const NOISE: usize = 16 * 1024;

/// Nothing else of this binary runs while it is held: the count is the process's.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) fn bytes() -> usize {
    let stats = COUNTING.stats();
    // Another thread may free between the two looks.
    stats.bytes_allocated.saturating_sub(stats.bytes_deallocated)
}

/// The bytes since then.
pub(crate) fn since(then: usize) -> usize {
    bytes().saturating_sub(then)
}
