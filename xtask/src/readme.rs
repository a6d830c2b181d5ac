//! `cargo xtask readme`: what a README shows is copied into a fresh crate outside the workspace, built and run.
//!
//! A README stays plain Markdown; the words after a fence's language say what a block is (GitHub shows none of them):
//!
//! * ```` ```toml title="Cargo.toml" ```` begins a fresh crate. Without one, a crate that depends on the README's own
//!   package, `serde`, `serde_json` and `tokio` stands there already.
//! * ```` ```rust title="src/main.rs" ```` (or any other relative path) is a file of that crate.
//! * ```` ```rust ```` without a title becomes an example of that crate and is built, so that no Rust in a README escapes;
//!   one without `fn main` is the body of one. `rust,ignore` is left alone.
//! * ```` ```text title="output" ```` or ```` ```json title="output" ```` is what the program of the last Rust block prints: it is run to its end.
//! * ```` ```sh title="call" ```` is run while the crate's own program serves, and the next ```` ```json title="answer" ````
//!   is what comes back: the whole body, its `result`, or the JSON text or structured content of a tool result.
//! * any other block is left alone.
//!
//! The port 8787 becomes a free one in every block, so that two runs do not meet.

mod blocks;
mod fresh;
mod play;

use std::path::Path;

use crate::shell::{Outcome, root};

/// Every README of the repository: the root's, and that of each crate that has its own.
pub(crate) fn run(_: &[String]) -> Outcome {
    let mut steps = 0;
    let mut readmes = 0;
    for (folder, package) in places()? {
        let path = folder.join("README.md");
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        let text = std::fs::read_to_string(&path)?;
        let blocks = blocks::read(&text).map_err(|trouble| format!("{name}: {trouble}"))?;
        let done = play::play(&name, &package, &blocks).map_err(|trouble| format!("{name}: {trouble}"))?;
        if done == 0 {
            return Err(format!("{name} has no block to build").into());
        }
        steps += done;
        readmes += 1;
    }
    if readmes == 0 {
        return Err("there is no README.md".into());
    }
    println!("{steps} blocks of {readmes} READMEs hold");
    Ok(())
}

/// Folders with a README, and the package that each speaks of.
fn places() -> Outcome<Vec<(std::path::PathBuf, String)>> {
    let mut places = Vec::new();
    if root().join("README.md").exists() {
        places.push((root().to_path_buf(), "wymcp-router".to_owned()));
    }
    for name in crates()? {
        let folder = root().join(&name);
        if folder.join("README.md").exists() {
            places.push((folder, name));
        }
    }
    Ok(places)
}

/// Names of the folders at the root that are crates; each is called like its package.
pub(crate) fn crates() -> Outcome<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(root())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("wymcp-") && is_crate(&entry.path()) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn is_crate(folder: &Path) -> bool {
    folder.join("Cargo.toml").exists()
}
