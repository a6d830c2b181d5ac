//! What defaults fill in, and what decoding a payload says (ACT-12, RUN-5).

use serde_json::{Value, json};
use wymcp_actions::{ActionSchema, Data, Object};

fn data(value: Value) -> Object {
    value.as_object().cloned().unwrap()
}

#[test]
fn act_12_defaults_fill_whole_omitted_properties_only() {
    let page = json!({"type": "object", "properties": {"size": {"type": "integer"}, "at": {"type": "integer"}}});
    let find = ActionSchema::new("Find")
        .property("page", page)
        .default_to("page", json!({"size": 10, "at": 0}))
        .check("find", None)
        .unwrap();
    for (sent, filled) in [
        (json!({}), json!({"page": {"size": 10, "at": 0}})),
        (json!({"page": null}), json!({"page": null})),
        (json!({"page": {"size": 5}}), json!({"page": {"size": 5}})),
    ] {
        let mut got = data(sent);
        find.apply_defaults(&mut got);
        assert_eq!(Value::Object(got), filled);
    }
}

#[test]
fn run_5_a_refused_payload_quotes_nothing_of_the_call() {
    #[derive(Debug, serde::Deserialize)]
    struct Strict {
        #[expect(dead_code, reason = "only decoded")]
        count: u8,
    }
    let decode = |value| Data::from(data(value)).decode::<Strict>().unwrap_err().to_string();
    assert_eq!(
        decode(json!({"count": "SECRET"})),
        "the payload type `Strict` refused data that passed the gates (wants u8)"
    );
    assert_eq!(
        decode(json!({"count": "x, expected SECRET"})),
        "the payload type `Strict` refused data that passed the gates (wants u8)"
    );
    assert_eq!(
        decode(json!({})),
        "the payload type `Strict` refused data that passed the gates (missing field `count`)"
    );
}
