//! Types that describe no action, and what is declared beside a type.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Value, json};
use wymcp_actions::schemars::{self, JsonSchema};
use wymcp_actions::{ActionSchema, typed};

use super::shapes::{External, Flat, Tagged};
use super::{Create, action, offences, told};

#[test]
fn def_5_a_payload_is_a_struct_of_named_fields() {
    #[derive(Deserialize, JsonSchema)]
    struct Unit;
    #[derive(Deserialize, JsonSchema)]
    struct Nothing {}
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only described")]
    struct Wrapped(Create);
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only described")]
    struct Pair(u8, u8);
    assert_eq!(action::<Nothing>().schema()["properties"], json!({}));
    assert_eq!(action::<Wrapped>().required(), ["title", "free"]);
    let no_object = [("payload_not_an_object", "/properties")];
    assert_eq!(told(&offences::<Unit>()), no_object);
    assert_eq!(told(&offences::<Pair>()), no_object);
    assert_eq!(told(&offences::<Tagged>()), no_object);
    assert_eq!(told(&offences::<External>()), no_object);
    assert_eq!(told(&offences::<Flat<Tagged>>()), no_object);
    assert_eq!(told(&offences::<Vec<u8>>()), no_object);
    assert_eq!(told(&offences::<Value>()), no_object);
    assert_eq!(
        told(&offences::<HashMap<String, u8>>()),
        [("open_payload", "/properties")]
    );
    assert_eq!(
        told(&offences::<Flat<HashMap<String, u8>>>()),
        [("open_payload", "/properties")]
    );
}

#[test]
fn def_5_declaring_beside_the_type_is_an_offence_for_each_call() {
    let schema = ActionSchema::new("Act")
        .property("title", json!({}))
        .required(["title"])
        .default_to("extra", 1);
    let found = schema
        .examine("act", Some(typed::payload::<Create>()))
        .offences()
        .to_vec();
    assert_eq!(
        told(&found),
        [
            ("declared_by_payload", "/properties/title"),
            ("declared_by_payload", "/required/0"),
            ("declared_by_payload", "/defaults/extra")
        ]
    );
}
