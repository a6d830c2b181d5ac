//! Running other programs: what is run is printed first, and a status other than zero is an error.

use std::error::Error;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a chore ends with; the error is for a person to read.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// The root of the workspace, wherever the chore was started.
pub(crate) fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here)
}

/// Cargo's target directory.
pub(crate) fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// `cargo`, the one that runs this chore, at the root of the workspace.
pub(crate) fn cargo<const N: usize>(args: [&str; N]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// Prints the command and runs it to its end.
pub(crate) fn run(command: &mut Command) -> Outcome {
    println!("$ {}", shown(command));
    let status = command
        .stdin(Stdio::null())
        .status()
        .map_err(|error| cannot_start(command, &error))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{} ended with {status}", shown(command)).into())
    }
}

/// Runs the command and gives what it printed on its standard output.
pub(crate) fn output(command: &mut Command) -> Outcome<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| cannot_start(command, &error))?;
    if !output.status.success() {
        return Err(format!("{} ended with {}", shown(command), output.status).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// Whether the program can be started and says so by its status.
pub(crate) fn works(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Builds a program of the workspace and all examples, and gives the paths of those that are named.
///
/// They are selected with the whole workspace, so that what `cargo test --workspace` compiled is used again.
pub(crate) fn programs<const N: usize>(program: &str, names: [&str; N]) -> Outcome<[PathBuf; N]> {
    let selected = ["build", "--workspace", "--all-features", "--examples", "--bin", program];
    built(&mut cargo(selected), names)
}

/// Builds with a `cargo build` command and gives the paths of the executables that carry these names.
///
/// Asking cargo beats guessing a path: it depends on profile, kind of target and target directory.
pub(crate) fn built<const N: usize>(command: &mut Command, names: [&str; N]) -> Outcome<[PathBuf; N]> {
    println!("$ {}", shown(command));
    let text = output(command.arg("--message-format=json-render-diagnostics"))?;
    let messages: Vec<Value> = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let mut paths = [const { PathBuf::new() }; N];
    for (path, name) in paths.iter_mut().zip(names) {
        // A program's own test harness carries its name too; a bench is always built as a test.
        let mut named = messages.iter().filter(|message| {
            message["target"]["name"] == name
                && (message["profile"]["test"] == false || message["target"]["kind"][0] == "bench")
        });
        let executable = named.find_map(|message| message["executable"].as_str());
        *path = executable
            .ok_or_else(|| format!("cargo built no executable called {name}"))?
            .into();
    }
    Ok(paths)
}

/// The command as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(word).collect::<Vec<_>>().join(" ")
}

fn word(word: &OsStr) -> String {
    let path = Path::new(word);
    let text = path.strip_prefix(root()).unwrap_or(path).to_string_lossy();
    let text = if path.is_absolute() && text.ends_with("/cargo") {
        "cargo".into()
    } else {
        text
    };
    if text.contains(char::is_whitespace) {
        format!("'{text}'")
    } else {
        text.into_owned()
    }
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("{} could not be started: {error}", shown(command))
}
