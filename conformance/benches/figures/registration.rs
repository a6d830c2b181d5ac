//! Registration of many tools: seconds, and the most memory that the process ever held.

use std::time::Instant;

use wymcp_router::{ActionSchema, Context, Data, Failure, Mount, Reply, Tool, actions};

use crate::report::{Wanted, figure};
use crate::tools::place;
use crate::{Outcome, cpu};

const TOOLS: usize = 1_000;

actions! {
    /// Ten actions.
    pub(crate) enum TenActions {
        A = "a", B = "b", C = "c", D = "d", E = "e", F = "f", G = "g", H = "h", I = "i", J = "j"
    }
}

struct Numbered(String);

impl Tool for Numbered {
    type Action = TenActions;

    fn name(&self) -> &str {
        &self.0
    }

    fn description(&self) -> &str {
        "One of a thousand"
    }

    fn schema(&self, _: TenActions) -> ActionSchema {
        place("Place an order of this kind")
    }

    async fn run_action(&self, _: TenActions, _: Data, _: &Context) -> Result<Reply, Failure> {
        Ok(Reply::new(true))
    }
}

/// Builds a mount of 1,000 tools with ten actions each.
pub(crate) fn run() -> Outcome {
    let before = peak_megabytes()?;
    let begin = Instant::now();
    let mut builder = Mount::builder("bench", "1.0.0");
    for number in 0..TOOLS {
        builder = builder.tool(Numbered(format!("tool_{number}")));
    }
    let mount = builder.build()?;
    let seconds = begin.elapsed().as_secs_f64();
    let peak = peak_megabytes()?;
    drop(mount);
    let busy = cpu::of_process()?;
    println!(
        "{TOOLS} tools of ten actions; the process held {before:.0} MB before, and ran {busy:.2} s on a processor"
    );
    figure(
        "registration of 1,000 tools of ten actions",
        seconds,
        "s",
        Wanted::Below,
        3.0,
    );
    figure("peak memory of that process", peak, "MB", Wanted::Below, 400.0);
    Ok(())
}

/// The most memory that this process ever held, as Linux tells it.
fn peak_megabytes() -> Outcome<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .ok_or("no VmHWM: this needs Linux")?;
    // Linux counts in units of 1,024 bytes.
    let kibibytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kibibytes * 1024.0 / 1e6)
}
