//! The list of callbacks and the trait say the same (SRF-1, SRF-4).

use std::collections::BTreeMap;

use wymcp_callbacksurface::{Callback, Provider};

const SOURCE: &str = include_str!("../../src/tool.rs");

/// The trait's methods by name, and whether they have a default.
fn methods() -> BTreeMap<String, bool> {
    let body = SOURCE
        .split_once("\npub trait Tool")
        .unwrap()
        .1
        .split_once("\n}")
        .unwrap()
        .0;
    let code: String = body
        .lines()
        .filter(|line| !line.trim_start().starts_with("///"))
        .collect::<Vec<_>>()
        .join("\n");
    code.split("\n    fn ")
        .skip(1)
        .map(|method| {
            let name = method.split(['(', '<']).next().unwrap().to_owned();
            let (semicolon, brace) = (method.find(';'), method.find('{'));
            (
                name,
                brace.is_some_and(|brace| semicolon.is_none_or(|semicolon| brace < semicolon)),
            )
        })
        .collect()
}

#[test]
fn srf_4_every_callback_of_the_list_is_a_method_or_the_frameworks_own() {
    let methods = methods();
    for callback in Callback::ALL {
        let has_default = methods.get(callback.name()).copied();
        let wanted = match callback.provider() {
            // The closed set of actions is the associated type.
            _ if *callback == Callback::Actions => None,
            Provider::Required => Some(false),
            Provider::Defaulted | Provider::Optional => Some(true),
            Provider::Framework => None,
        };
        assert_eq!(has_default, wanted, "{callback:?}");
    }
    assert!(SOURCE.contains("\n    type Action: Action;"));
}

#[test]
fn srf_4_every_method_of_the_trait_is_in_the_list() {
    let known: Vec<_> = Callback::ALL.iter().map(|callback| callback.name()).collect();
    let methods = methods();
    assert!(methods.len() > 10, "{methods:?}");
    for method in methods.keys() {
        assert!(known.contains(&method.as_str()), "{method}");
    }
}
