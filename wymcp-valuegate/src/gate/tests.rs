use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::strategy::{SECRET, data, schema};

/// What the validator crate says of a schema and data, set up by itself.
fn oracle(schema: &Value, data: &Value) -> bool {
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true)
        .build(schema)
        .unwrap()
        .is_valid(data)
}

/// A path as segments that sort as BND-3 says; the keys of the generated data are no numbers.
fn segments(path: &str) -> Vec<(usize, String)> {
    path.split('/')
        .skip(1)
        .map(|s| s.parse().map_or((usize::MAX, s.to_owned()), |n| (n, String::new())))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn val_1_data_passes_exactly_when_its_schema_accepts_it((schema, data) in (schema(), data())) {
        // The generated documents are well-formed; a circle of references is what can keep one from building.
        let gate = match ValueGate::build(&schema) {
            Ok(gate) => gate,
            Err(offences) => {
                prop_assert!(offences.iter().all(|offence| offence.code() == "reference_cycle"), "{:?}", offences);
                return Ok(());
            }
        };
        let accepted = oracle(&schema, &data);
        prop_assert_eq!(gate.is_valid(&data), accepted);
        // The graph that words the problems judges as the validator does.
        prop_assert_eq!(Fit::new(&gate.graph, Reading::WithinRange).node(Graph::ROOT, &data), accepted, "{}", schema);
        let found = gate.check(&data);
        prop_assert_eq!(found.is_none(), accepted);
        prop_assert_eq!(&found, &gate.check(&data));
        let Some(found) = found else { return Ok(()) };
        prop_assert!(found.count() >= 1);
        prop_assert_eq!(found.first().len(), found.count().min(limits::LISTED));
        for entry in found.first() {
            prop_assert!(data.pointer(&entry.path).is_some(), "{} names no place", entry.path);
            prop_assert!((1..=limits::PROBLEMS_PER_PATH).contains(&entry.problems.len()));
            for problem in &entry.problems {
                prop_assert!(problem.chars().count() <= limits::PROBLEM_CHARS);
                prop_assert!(problem != "does not fit its schema", "unworded: {} for {}", schema, data);
            }
        }
        let paths: Vec<_> = found.first().iter().map(|entry| segments(&entry.path)).collect();
        prop_assert!(paths.is_sorted() && paths.windows(2).all(|pair| pair[0] != pair[1]), "{:?}", paths);
    }

    #[test]
    fn val_4_nothing_that_was_sent_is_told((schema, data) in (schema(), data())) {
        // Enumerated values are the author's to tell; drop those that hold what the caller sends.
        prop_assume!(!schema.to_string().contains(SECRET));
        let Ok(gate) = ValueGate::build(&schema) else { return Ok(()) };
        let Some(found) = gate.check(&data) else { return Ok(()) };
        prop_assert!(!found.to_value().to_string().contains(SECRET));
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn bnd_2_the_answer_does_not_grow_with_what_was_sent((schema, data) in (schema(), data())) {
        let sent = |times: usize| json!({
            "many": vec![data.clone(); times],
            "long": "v".repeat(times * 100),
            "k".repeat(times * 100): data,
        });
        let mut part = schema;
        let definitions = part["$defs"].take();
        part.as_object_mut().unwrap().remove("$defs");
        let root = json!({
            "$defs": definitions,
            "properties": {"many": {"items": part, "maxItems": 1}, "long": {"maxLength": 1}},
            "propertyNames": {"maxLength": 10},
        });
        let Ok(gate) = ValueGate::build(&root) else { return Ok(()) };
        let size = |times| gate.check(&sent(times)).map_or(0, |found| found.to_value().to_string().len());
        prop_assert!(size(20).abs_diff(size(400)) <= 64);
    }
}

#[test]
fn val_5_a_number_out_of_range_is_refused_where_only_integers_are_admitted() {
    let gate = |schema: Value| ValueGate::build(&schema).unwrap();
    let far: Value = serde_json::from_str("18446744073709551616").unwrap();
    for (schema, admitted) in [
        (json!({"type": "integer"}), false),
        (json!({"type": ["integer", "null"]}), false),
        (json!({"anyOf": [{"type": "integer"}, {"type": "string"}]}), false),
        (json!({"type": "number"}), true),
        (json!({"anyOf": [{"type": "integer"}, {"type": "number"}]}), true),
        (json!({}), true),
        // Never wider than JSON Schema, whatever stands around.
        (json!({"not": {"type": "integer"}}), false),
        (json!({"if": {"type": "integer"}, "then": false}), false),
        (json!({"oneOf": [{"type": "integer"}, {"properties": {}}]}), false),
    ] {
        let gate = gate(schema.clone());
        assert_eq!(gate.is_valid(&far), admitted, "{schema}");
        assert_eq!(gate.check(&far).is_none(), admitted, "{schema}");
        assert_eq!(
            gate.is_valid(&json!(u64::MAX)),
            gate.is_valid(&json!(i64::MIN)),
            "{schema}"
        );
    }
    let by_graph = gate(json!({"$ref": "#/$defs/n", "$defs": {"n": {"oneOf": [
        {"type": "integer"},
        {"properties": {"a": {"$ref": "#/$defs/n"}}, "unevaluatedProperties": {"$ref": "#/$defs/n"}},
    ]}}}));
    assert!(by_graph.by_graph && !by_graph.is_valid(&far) && by_graph.check(&far).is_some());
    let told = gate(json!({"items": {"type": "integer", "minimum": 0}}))
        .check(&json!([far, 1]))
        .unwrap();
    assert_eq!(
        told.first()[0].problems,
        ["must be an integer from -9223372036854775808 to 18446744073709551615, got number"]
    );
}

#[test]
fn siz_data_that_nests_too_deep_is_refused_and_overflows_no_stack() {
    let gate = ValueGate::build(&json!({"items": {"$ref": "#"}})).unwrap();
    let mut data = json!(1);
    for _ in 0..127 {
        data = json!([data]);
    }
    assert!(gate.is_valid(&data));
    for _ in 0..2_000 {
        data = json!([data]);
    }
    assert_eq!(
        gate.check(&data).unwrap().to_value(),
        json!([{"path": "", "problems": ["must nest at most 127 levels"]}])
    );
}

#[test]
fn val_6_a_schema_with_many_steps_in_place_overflows_no_stack() {
    // 60 steps in place for each of 127 levels of data.
    let mut schema = json!({"$ref": "#/$defs/root"});
    for _ in 0..58 {
        schema = json!({"allOf": [schema]});
    }
    let schema = json!({"$defs": {"root": {"items": schema, "type": ["array", "null"]}}, "$ref": "#/$defs/root"});
    let gate = ValueGate::build(&schema).unwrap();
    let nest = |leaf: Value| (0..127).fold(leaf, |inner, _| json!([inner]));
    assert!(gate.is_valid(&nest(Value::Null)));
    let found = gate.check(&nest(json!("x"))).unwrap();
    assert_eq!((found.count(), found.first()[0].path.len()), (1, 2 * 127));
}
