//! Every code has a fixture, or a reason why no literal reaches it: a new code fails here until it has one of the two.

use std::collections::BTreeSet;

use wymcp_actions::OffenceCode;

use crate::fixtures::fixtures;

/// Codes that no literal reaches, and why.
const OUT_OF_REACH: [(&str, &[&str]); 3] = [
    (
        "the name stands in `actions!`, which checks it when it is compiled",
        &["invalid_action_name"],
    ),
    (
        "a literal has no payload type beside it",
        &[
            "declared_by_payload",
            "field_never_absent",
            "open_payload",
            "payload_not_an_object",
            "undecodable",
            "unsupported_format",
            "unsupported_number",
        ],
    ),
    (
        "it is of a tool, a resource or a prompt, and none of an action schema",
        &[
            "callback_panicked",
            "duplicate_action",
            "duplicate_argument",
            "duplicate_prompt",
            "duplicate_resource",
            "duplicate_resource_template",
            "duplicate_tool",
            "ignored_property",
            "invalid_annotations",
            "invalid_header",
            "invalid_icons",
            "invalid_input_schema",
            "invalid_meta",
            "invalid_name",
            "invalid_output_schema",
            "invalid_uri",
            "invalid_uri_template",
            "missing_handler",
            "missing_input_schema",
            "missing_name",
            "mixed_output_schemas",
            "no_actions",
            "reserved_name",
            "root_composition",
            "missing_tools",
            "undeclared_action",
            "undeclared_variable",
            "unknown_sensitive",
            "unknown_tool",
        ],
    ),
];

/// The closed lists of the crates that judge an action schema.
fn all() -> BTreeSet<&'static str> {
    let of_actions = OffenceCode::ALL.iter().map(|code| code.as_str());
    of_actions
        .chain(wymcp_valuegate::CODES.iter().copied())
        .chain(wymcp_callbacksurface::CODES.iter().copied())
        .collect()
}

#[test]
fn srf_5_every_code_has_a_fixture_or_a_reason() {
    let fixtures = fixtures();
    let shown: BTreeSet<_> = fixtures
        .iter()
        .map(|fixture| fixture.code())
        .filter(|code| *code != "all_at_once")
        .collect();
    let excused: BTreeSet<_> = OUT_OF_REACH
        .iter()
        .flat_map(|(_, codes)| codes.iter().copied())
        .collect();
    let covered: BTreeSet<_> = shown.union(&excused).copied().collect();
    let missing: Vec<_> = all().into_iter().filter(|code| !covered.contains(code)).collect();
    assert!(
        missing.is_empty(),
        "write a fixture for these codes, or say why no literal reaches them: {missing:?}"
    );
    let unknown: Vec<_> = covered.into_iter().filter(|code| !all().contains(code)).collect();
    assert!(unknown.is_empty(), "no crate has these codes: {unknown:?}");
    let both: Vec<_> = shown.intersection(&excused).collect();
    assert!(both.is_empty(), "these have a fixture and a reason not to: {both:?}");
}

#[test]
fn the_readme_maps_every_fixture() {
    let readme = include_str!("../fixtures/README.md");
    let listed: Vec<_> = readme.lines().filter(|line| line.starts_with("| [")).collect();
    let wanted: Vec<_> = fixtures()
        .iter()
        .map(|fixture| {
            let (number, code) = fixture.name.split_once('_').unwrap();
            let name = &fixture.name;
            format!(
                "| [{number}]({name}.rs) | `{code}` | {} | [output]({name}.snap) |",
                fixture.mistake
            )
        })
        .collect();
    assert_eq!(
        listed,
        wanted,
        "the table of fixtures/README.md should be:\n{}\n",
        wanted.join("\n")
    );
}
