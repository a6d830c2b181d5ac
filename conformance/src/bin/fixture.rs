//! The fixture tools in a process of their own: over pipes, or one listing in a given order of registration.

use std::process::ExitCode;

use wymcp_conformance::fixtures::in_order;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return complain(&error.to_string()),
    };
    match (
        arguments.next().as_deref(),
        arguments.next().and_then(|order| order.parse().ok()),
    ) {
        (Some("stdio"), _) => match runtime.block_on(in_order(0).serve_stdio()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => complain(&error.to_string()),
        },
        (Some("list"), Some(order)) => {
            let said = runtime.block_on(wymcp_conformance::fixtures::listing(&in_order(order)));
            // The listing is what the process is for.
            let _ = std::io::Write::write_all(&mut std::io::stdout(), said.as_bytes());
            ExitCode::SUCCESS
        }
        _ => complain("usage: fixture stdio | fixture list 0..5"),
    }
}

fn complain(words: &str) -> ExitCode {
    let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("{words}\n").as_bytes());
    ExitCode::FAILURE
}
