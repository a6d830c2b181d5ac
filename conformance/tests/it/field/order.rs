//! F67: one order, whatever the order of registration.

use std::process::Command;

#[test]
fn f67_six_orders_of_registration_in_six_processes_list_the_same_bytes() {
    let listings: Vec<Vec<u8>> = (0..6)
        .map(|order| {
            let output = Command::new(env!("CARGO_BIN_EXE_fixture"))
                .args(["list", &order.to_string()])
                .output()
                .unwrap();
            assert!(output.status.success(), "{output:?}");
            output.stdout
        })
        .collect();
    let first = String::from_utf8(listings[0].clone()).unwrap();
    for (order, listing) in listings.iter().enumerate() {
        assert_eq!(String::from_utf8_lossy(listing), first, "order {order}");
    }
    let places: Vec<usize> = [
        "\"name\":\"odd\"",
        "\"name\":\"orders\"",
        "\"name\":\"tasks\"",
        "\"name\":\"help\"",
    ]
    .iter()
    .map(|name| first.find(name).unwrap_or_else(|| panic!("no {name} in {first}")))
    .collect();
    assert!(places.is_sorted(), "not sorted by name with help last: {first}");
}
