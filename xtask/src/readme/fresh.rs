//! A fresh crate outside the workspace, that finds the packages of this checkout where a user would find published ones.

use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use crate::shell::{Outcome, cargo, root, target_dir};

/// A crate in a temporary folder, removed when dropped.
#[derive(Debug)]
pub(crate) struct Fresh {
    folder: PathBuf,
}

impl Fresh {
    /// An empty crate for the block at `line`, with this manifest.
    pub(crate) fn new(manifest: &str, line: usize) -> Outcome<Fresh> {
        let folder = std::env::temp_dir().join(format!("wymcp-readme-{}-{line}", std::process::id()));
        std::fs::create_dir_all(folder.join("src"))?;
        let fresh = Fresh { folder };
        fresh.file("Cargo.toml", &format!("{}{}", with_paths(manifest), patches()?))?;
        // The versions that the workspace was tested with, and so no second build of the dependencies.
        std::fs::copy(root().join("Cargo.lock"), fresh.folder.join("Cargo.lock"))?;
        Ok(fresh)
    }

    /// Writes a file of the crate; a path that leaves the crate is an error.
    pub(crate) fn file(&self, path: &str, text: &str) -> Outcome {
        let relative = Path::new(path);
        if !relative.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(format!("{path:?} is no file of the fresh crate").into());
        }
        let path = self.folder.join(relative);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        Ok(std::fs::write(path, text)?)
    }

    /// Whether the crate has this file.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.folder.join(path).exists()
    }

    /// Where the crate lies.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// `cargo build` or `cargo test` with all that the crate holds, in the workspace's target folder and with its profile.
    pub(crate) fn cargo(&self, verb: &str) -> Command {
        let mut command = cargo([
            verb,
            "--all-targets",
            "--config",
            "profile.dev.debug=\"line-tables-only\"",
            "--config",
            "profile.dev.package.\"*\".opt-level=1",
            "--config",
            "profile.dev.package.\"*\".debug=false",
        ]);
        command.current_dir(&self.folder).env("CARGO_TARGET_DIR", target_dir());
        command
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        // A folder that cannot be removed is the temporary folder's own affair.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The manifest for a README that shows none.
pub(crate) fn manifest(package: &str) -> String {
    format!(
        "[package]\nname = \"readme\"\nedition = \"2024\"\n\n[dependencies]\n{package} = \"*\"\nserde = {{ version = \"1\", features = [\"derive\"] }}\nserde_json = \"1\"\ntokio = {{ version = \"1\", features = [\"full\"] }}\n"
    )
}

/// A `path = "…"` beside one of our packages names a folder of the reader's; here it is this checkout.
fn with_paths(manifest: &str) -> String {
    let mut text = String::new();
    for line in manifest.lines() {
        let name = line.split_once('=').map_or("", |(name, _)| name.trim());
        match (name.starts_with("wymcp-"), line.split_once("path = \"")) {
            (true, Some((before, after))) => {
                let after = after.split_once('"').map_or("", |(_, after)| after);
                let _ = writeln!(text, "{before}path = \"{}\"{after}", root().join(name).display());
            }
            _ => {
                let _ = writeln!(text, "{line}");
            }
        }
    }
    // A workspace of its own, so that no folder above it can claim it.
    text.push_str("\n[workspace]\n");
    text
}

/// A version in the manifest is found here instead of in the registry.
fn patches() -> Outcome<String> {
    let mut text = String::from("\n[patch.crates-io]\n");
    let mut folders: Vec<(String, PathBuf)> = super::crates()?
        .into_iter()
        .map(|name| (name.clone(), root().join(name)))
        .collect();
    folders.push((
        "wymcp-callbacksurface".to_owned(),
        root().join("wymcp-router/callbacksurface"),
    ));
    for (name, folder) in folders {
        let _ = writeln!(text, "{name} = {{ path = \"{}\" }}", folder.display());
    }
    Ok(text)
}
