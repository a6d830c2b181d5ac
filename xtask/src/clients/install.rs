//! What the clients of other languages need, by package name and pinned version, each time only if it is not there yet.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{Outcome, output, run, target_dir};

/// The oldest Node.js that the TypeScript client names.
const NODE: u32 = 20;

/// Installs the packages of `folder` beside its scripts, and gives the Node.js to run them with.
pub(crate) fn node(folder: &Path) -> Outcome<PathBuf> {
    let lock = std::fs::read_to_string(folder.join("package-lock.json"))?;
    once(&folder.join("node_modules"), &lock, || {
        run(Command::new("npm")
            .args(["ci", "--no-audit", "--no-fund"])
            .current_dir(folder))
    })?;
    let found = output(Command::new("node").arg("--version"))?;
    let major = found
        .trim()
        .trim_start_matches('v')
        .split('.')
        .next()
        .and_then(|major| major.parse::<u32>().ok());
    if major.is_some_and(|major| major >= NODE) {
        return Ok("node".into());
    }
    // A registry package that brings the program itself, for machines whose own is too old.
    let tools = target_dir().join("clients/node");
    once(&tools, "node@22", || {
        run(Command::new("npm")
            .args(["install", "--no-audit", "--no-fund", "--prefix"])
            .arg(&tools)
            .arg("node@22"))
    })?;
    Ok(tools.join("node_modules/.bin/node"))
}

/// Makes a virtual environment with the packages that `folder` pins, and gives its interpreter.
pub(crate) fn python(folder: &Path) -> Outcome<PathBuf> {
    let list = folder.join("requirements.txt");
    let venv = target_dir().join("clients/py");
    let python = venv.join("bin/python");
    once(&venv, &std::fs::read_to_string(&list)?, || {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&venv))?;
        run(Command::new(&python)
            .args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--requirement",
            ])
            .arg(&list))
    })?;
    Ok(python)
}

/// Does the work unless a stamp in `folder` says that the very same was done before.
fn once(folder: &Path, what: &str, work: impl FnOnce() -> Outcome) -> Outcome {
    let stamp = folder.join(".installed");
    if std::fs::read_to_string(&stamp).is_ok_and(|done| done == what) {
        return Ok(());
    }
    std::fs::create_dir_all(folder)?;
    work()?;
    Ok(std::fs::write(stamp, what)?)
}
