//! SRF: every callback, in every shape.

use wymcp_conformance::tables::callbacks;
use wymcp_router::Callback;

#[test]
fn srf_4_every_callback_is_covered_in_every_shape() {
    let table = callbacks::table();
    assert_eq!(table.gaps(), Vec::<String>::new(), "\n{}", table.text());
}

/// Both ways: a method of the trait that the list does not know, and an entry of the list that is no method.
#[test]
fn srf_4_the_list_of_callbacks_is_the_trait() {
    let source = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../wymcp-router/callbacksurface/src/tool.rs"
    );
    let source = std::fs::read_to_string(source).unwrap();
    let body = source.split_once("pub trait Tool").unwrap().1;
    let body = body.split_once("\n}").unwrap().0;
    let mut methods: Vec<&str> = body
        .lines()
        .filter_map(|line| {
            line.strip_prefix("    fn ")
                .or_else(|| line.strip_prefix("    async fn "))
        })
        .map(|rest| rest.split('(').next().unwrap())
        .collect();
    assert!(
        body.contains("    type Action: Action;"),
        "the set of actions is a type of the trait"
    );
    // Not the author's: the framework's own two are in the list and no methods.
    methods.extend(["actions", "input_schema", "run"]);
    methods.sort_unstable();
    let mut listed: Vec<&str> = Callback::ALL.iter().map(|callback| callback.name()).collect();
    listed.sort_unstable();
    assert_eq!(methods, listed);
}
