//! Every field case is tested, or named with the reason why it is not.

use std::path::Path;

use wymcp_conformance::left_out::LEFT_OUT;

use crate::support::say;

#[test]
fn every_field_case_has_a_test_or_a_reason() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(here.join("tests/it/field")).unwrap();
    // F33 is about what an application puts around a mount, so its tests stand beside the example that shows it.
    let sources: String = files
        .map(|file| file.unwrap().path())
        .chain([here.join("../wymcp-router/examples/guarded.rs")])
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect();
    let numbers = (1..=33).chain([67]).map(|number| format!("{number:02}"));
    for number in numbers {
        let tested = sources.contains(&format!("fn f{number}_"));
        let reason = LEFT_OUT.iter().find(|(case, _)| *case == format!("F{number}"));
        assert_ne!(
            tested,
            reason.is_some(),
            "F{number} has to be tested or left out with a reason, and not both"
        );
    }
    for (case, reason) in LEFT_OUT {
        assert!(reason.len() > 20, "{case}: {reason}");
        say(&format!("not run: field case {case}: {reason}"));
    }
}
