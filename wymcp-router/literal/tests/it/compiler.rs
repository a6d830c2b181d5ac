//! The compiler, asked about one file.
//!
//! The fixtures use `wymcp_router::action_schema!` as a program does. What they need of that crate is compiled here from the macro's own
//! source file, because the macro of a crate above cannot be depended on from below; the check itself is the one that cargo built for
//! this test.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The part of `wymcp-router` that a literal meets.
const DOOR: &str = r#"
#[path = "{router}/src/action_schema.rs"]
mod action_schema;
pub use wymcp_literal::action_schema as __action_schema;
#[derive(Debug)]
pub struct ActionSchema;
impl ActionSchema {
    pub fn new(_: &str) -> Self { Self }
    pub fn from_literal(_: &'static str) -> Self { Self }
}
"#;

pub(crate) struct Compiler {
    /// Where cargo puts what it built, the macro among it.
    built: PathBuf,
    /// Where this test puts what it builds.
    own: PathBuf,
}

impl Compiler {
    pub(crate) fn new() -> Self {
        let test = env::current_exe().expect("a test is a file");
        let compiler = Self {
            built: test.parent().expect("in a folder").to_owned(),
            own: PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("literal"),
        };
        fs::create_dir_all(&compiler.own).expect("a folder of one's own");
        let door = compiler.own.join("wymcp_router.rs");
        let router = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        fs::write(&door, DOOR.replace("{router}", router)).expect("a file of one's own");
        let said = compiler.run(&door, "wymcp_router", &[("wymcp_literal", &compiler.newest_macro())]);
        assert_eq!(said, "", "the macro's own file does not compile");
        compiler
    }

    /// What the compiler says of a file, as a person would read it.
    pub(crate) fn says_of(&self, file: &Path) -> String {
        let said = self.run(
            file,
            "fixture",
            &[("wymcp_router", &self.own.join("libwymcp_router.rlib"))],
        );
        said.replace(&format!("{}/", file.parent().expect("in a folder").display()), "")
    }

    fn run(&self, file: &Path, name: &str, externs: &[(&str, &Path)]) -> String {
        let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        rustc.args(["--edition", "2024", "--crate-type", "rlib", "--crate-name", name]);
        rustc.args(["--color", "never", "--diagnostic-width", "140", "--cap-lints", "allow"]);
        rustc
            .arg("--out-dir")
            .arg(&self.own)
            .arg("-L")
            .arg(&self.built)
            .arg(file);
        for (name, library) in externs {
            rustc.arg("--extern").arg(format!("{name}={}", library.display()));
        }
        let output = rustc.output().expect("the compiler runs");
        String::from_utf8(output.stderr).expect("the compiler writes text")
    }

    /// The macro as built last. There may be others from builds with other features; the sources of this one are the newest.
    fn newest_macro(&self) -> PathBuf {
        let name = format!("{}wymcp_literal-", env::consts::DLL_PREFIX);
        let candidates = fs::read_dir(&self.built)
            .expect("readable")
            .filter_map(Result::ok)
            .filter(|entry| {
                let file = entry.file_name();
                let file = file.to_string_lossy();
                file.starts_with(&name) && file.ends_with(env::consts::DLL_SUFFIX)
            });
        let newest = candidates.max_by_key(|entry| entry.metadata().and_then(|about| about.modified()).ok());
        newest.expect("cargo builds the macro before its tests").path()
    }
}
