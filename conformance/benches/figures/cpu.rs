//! Seconds on a processor, as Linux counts them: what a machine that others use cannot stretch.

use crate::Outcome;

/// Seconds that this process has run so far, all threads together.
pub(crate) fn of_process() -> Outcome<f64> {
    let mut seconds = 0.0;
    for task in std::fs::read_dir("/proc/self/task")? {
        // A thread may end meanwhile.
        seconds += seconds_in(&task?.path().join("schedstat")).unwrap_or(0.0);
    }
    Ok(seconds)
}

/// Seconds that the calling thread has run so far.
pub(crate) fn of_thread() -> Outcome<f64> {
    seconds_in("/proc/thread-self/schedstat".as_ref())
}

fn seconds_in(path: &std::path::Path) -> Outcome<f64> {
    let text = std::fs::read_to_string(path)?;
    let nanoseconds = text.split_whitespace().next().ok_or("an empty schedstat")?;
    Ok(nanoseconds.parse::<f64>()? / 1e9)
}
