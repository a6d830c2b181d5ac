//! The fixtures: a file each, named by number and code.

use std::fs;
use std::path::{Path, PathBuf};

use crate::compiler::Compiler;

/// A program with one mistake.
#[derive(Debug)]
pub(crate) struct Fixture {
    /// `33_unknown_type`
    pub(crate) name: String,
    /// The mistake, in the words of the file's first line.
    pub(crate) mistake: String,
    path: PathBuf,
}

impl Fixture {
    /// The offence's code, as the name has it.
    pub(crate) fn code(&self) -> &str {
        self.name.split_once('_').map_or("", |(_, code)| code)
    }
}

/// All of them, by number.
pub(crate) fn fixtures() -> Vec<Fixture> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut fixtures: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| {
            let source = fs::read_to_string(&path).unwrap();
            let first = source.lines().next().unwrap_or_default();
            Fixture {
                name: path.file_stem().unwrap().to_string_lossy().into_owned(),
                mistake: first.trim_start_matches("//! ").to_owned(),
                path,
            }
        })
        .collect();
    fixtures.sort_by(|left, right| left.name.cmp(&right.name));
    fixtures
}

#[test]
fn srf_5_act_11_every_offence_is_an_error_at_the_wrong_token() {
    let compiler = Compiler::new();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../fixtures");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for fixture in fixtures() {
        let said = compiler.says_of(&fixture.path);
        if fixture.code() != "all_at_once" {
            let told = said.matches(&format!("[{}]", fixture.code())).count();
            assert_eq!(
                said.matches("\nerror: ").count() + 1,
                told + 1,
                "{}: {said}",
                fixture.name
            );
        }
        settings.bind(|| insta::assert_snapshot!(fixture.name.as_str(), said));
    }
}
