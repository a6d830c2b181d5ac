//! Serves the fixtures of the official conformance suite over HTTP: `fixture_server --addr 127.0.0.1:3000`.

use std::error::Error;
use std::io::Write as _;
use std::process::ExitCode;

use wymcp_conformance::fixture_server::mount;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--addr", address] => serve(address).await,
        #[cfg(feature = "redis")]
        ["--addr", address, "--redis", redis] => serve_joined(address, redis).await,
        ["--stdio"] => stdio().await,
        _ => Err("usage: fixture_server --addr HOST:PORT [--redis URL] | --stdio".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            // Whoever reads this reads standard error; where that is closed, nobody does.
            let _ = writeln!(std::io::stderr(), "{why}");
            ExitCode::FAILURE
        }
    }
}

async fn serve(address: &str) -> Result<(), Box<dyn Error>> {
    Ok(mount()?.serve(address).await?)
}

/// One of several processes that tell each other what has changed.
#[cfg(feature = "redis")]
async fn serve_joined(address: &str, redis: &str) -> Result<(), Box<dyn Error>> {
    let engine = wymcp_router::RedisBroadcast::new(redis, "wymcp-fixtures")?;
    // Fixtures have no secrets: whoever starts two of them wants each to go on with the other's calls.
    let keys = [wymcp_router::StateKey::new([7; 32])];
    let mount = wymcp_conformance::fixture_server::mount_with(|builder| builder.broadcast(engine).state_keys(keys))?;
    Ok(mount.serve(address).await?)
}

async fn stdio() -> Result<(), Box<dyn Error>> {
    Ok(mount()?.serve_stdio().await?)
}
