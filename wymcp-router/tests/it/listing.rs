//! `tools/list` (contract LST, F15, F67).

use serde_json::{Value, json};
use wymcp_router::{CacheScope, Era, Mount};

use crate::support::{self, Notes, ask, modern, mount};

fn pretty(list: &str) -> String {
    serde_json::to_string_pretty(&serde_json::from_str::<Value>(list).unwrap()).unwrap()
}

fn names(list: &str) -> Vec<String> {
    let list: Vec<Value> = serde_json::from_str(list).unwrap();
    list.iter()
        .map(|tool| tool["name"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn lst_1_the_modern_list() {
    insta::assert_snapshot!(pretty(&mount().list(Era::Modern)));
}

#[test]
fn m_6_the_legacy_list_differs_only_where_it_must() {
    let [modern, legacy] =
        [Era::Modern, Era::Legacy].map(|era| serde_json::from_str::<Vec<Value>>(&mount().list(era)).unwrap());
    assert_eq!(modern.len(), legacy.len());
    for (modern, legacy) in modern.iter().zip(&legacy) {
        let mut expected = modern.clone();
        if modern["name"] == "numbers" {
            expected.as_object_mut().unwrap().remove("outputSchema");
        }
        assert_eq!(*legacy, expected);
    }
}

#[test]
fn lst_2_the_same_bytes_whatever_the_order_of_mounting_f67() {
    let one = Mount::builder("s", "1")
        .tool(Notes)
        .tool(support::whoami())
        .tool(support::link())
        .build()
        .unwrap();
    let other = Mount::builder("s", "1")
        .tool(support::link())
        .tool(support::whoami())
        .tool(Notes)
        .build()
        .unwrap();
    for era in [Era::Modern, Era::Legacy] {
        assert_eq!(one.list(era), other.list(era));
    }
    assert_eq!(names(&one.list(Era::Modern)), ["link", "notes", "whoami", "help"]);
}

#[test]
fn lst_2_mount_order_is_kept_on_request_and_help_stays_last() {
    let mount = Mount::builder("s", "1")
        .tool(support::whoami())
        .tool(Notes)
        .tool(support::link())
        .keep_mount_order()
        .build()
        .unwrap();
    assert_eq!(names(&mount.list(Era::Modern)), ["whoami", "notes", "link", "help"]);
}

#[test]
fn lst_2_every_object_has_its_keys_in_code_point_order() {
    fn check(value: &Value, text: &str) {
        match value {
            Value::Object(members) => {
                for (key, value) in members {
                    assert!(text.contains(&format!("{}:", Value::from(key.as_str()))));
                    check(value, text);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| check(item, text)),
            _ => {}
        }
    }
    let list = mount().list(Era::Modern);
    let value: Value = serde_json::from_str(&list).unwrap();
    check(&value, &list);
    // The bound's writer sorts, so what it writes of the parsed list is the list.
    assert_eq!(wymcp_bound::json::to_string(&value), list);
}

#[test]
fn lst_1_nothing_at_the_root_of_an_input_schema_that_hosts_choke_on_f15() {
    for tool in serde_json::from_str::<Vec<Value>>(&mount().list(Era::Modern)).unwrap() {
        let schema = &tool["inputSchema"];
        assert_eq!(
            (&schema["type"], &schema["additionalProperties"]),
            (&json!("object"), &json!(false)),
            "{}",
            tool["name"]
        );
        assert!(schema["properties"].is_object());
        for keyword in ["oneOf", "anyOf", "allOf", "$ref"] {
            assert_eq!(schema.get(keyword), None);
        }
    }
}

#[tokio::test]
async fn g_4_cache_hints_are_the_mounts() {
    let (_, body) = ask(&mount(), &modern(1, "tools/list", json!({}))).await;
    assert_eq!(
        (&body["result"]["ttlMs"], &body["result"]["cacheScope"]),
        (&json!(0), &json!("private"))
    );
    let mount = support::builder().cache(60_000, CacheScope::Public).build().unwrap();
    for method in ["tools/list", "server/discover"] {
        let (_, body) = ask(&mount, &modern(1, method, json!({}))).await;
        assert_eq!(
            (&body["result"]["ttlMs"], &body["result"]["cacheScope"]),
            (&json!(60_000), &json!("public")),
            "{method}"
        );
    }
}
