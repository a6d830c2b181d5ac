//! Manifests in TOML and YAML: what those carry and JSON does not is an offence at its place, and hides no other (ACT-13, DEF-3).

use wymcp_router::Manifest;

fn told(manifest: &Manifest) -> String {
    manifest
        .validate()
        .map_or_else(|offences| offences.to_string(), |()| "no offence".to_owned())
}

#[test]
fn act_13_toml_has_date_times_and_numbers_that_json_has_not() {
    let text = r#"
        [[tools]]
        name = "log"
        description = "Keeps a log"
        _meta = { since = 2026-11-30T07:00:00Z, "com.example/limit" = inf }

        [tools.actions.add]
        description = "Add a line"
        properties = { line = { type = "strng" }, at = { const = 2026-11-30 }, weight = { type = "number" } }
        defaults = { weight = nan }
    "#;
    let manifest: Manifest = toml::from_str(text).unwrap();
    insta::assert_snapshot!(told(&manifest.in_file("tools.toml")));
}

#[test]
fn act_13_yaml_has_keys_that_are_no_strings_and_empty_values() {
    let text = "
tools:
  - name: log
    description: Keeps a log
    actions:
      add:
        description: Add a line
        properties:
          line: {type: strng}
          1: {type: string}
        notes:
";
    let manifest: Manifest = serde_saphyr::from_str(text).unwrap();
    insta::assert_snapshot!(told(&manifest.in_file("tools.yaml")));
}
