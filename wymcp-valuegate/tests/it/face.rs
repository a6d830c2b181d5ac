//! What users of the crate see of the validator: nothing (VAL-8).

use std::path::Path;

/// Every line that declares something public, of every file below a folder.
fn public_lines(folder: &Path, lines: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            public_lines(&path, lines);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let public = text
                .lines()
                .map(str::trim_start)
                .filter(|line| line.starts_with("pub "));
            lines.extend(public.map(str::to_owned));
        }
    }
}

#[test]
fn val_8_no_type_of_the_validator_is_in_a_public_signature() {
    let mut lines = Vec::new();
    public_lines(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut lines);
    assert!(lines.iter().any(|line| line.starts_with("pub fn build")), "{lines:?}");
    let named = ["jsonschema", "Validator", "ValidationError"];
    let shown: Vec<_> = lines
        .iter()
        .filter(|line| named.iter().any(|name| line.contains(name)))
        .collect();
    assert!(shown.is_empty(), "{shown:?}");
}
