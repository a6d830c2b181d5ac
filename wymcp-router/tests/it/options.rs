//! Options of the mount are checked with its tools (MNT-1, ACT-11).

use wymcp_router::{Mount, PlainTool};

#[cfg(feature = "http")]
#[test]
fn act_11_offences_of_options_and_tools_are_reported_at_once() {
    let offences = Mount::builder(" ", "")
        .website("example.com")
        .icons(serde_json::json!([{"src": 5}]))
        .body_limit(10)
        .line_limit(0)
        .allow_host("http://example.com/")
        .allow_origin("null")
        .tool(PlainTool::builder("bare"))
        .build()
        .unwrap_err();
    // Line numbers move with this file; that there is one, and in this file, does not.
    let place = |line: &str| {
        line.rsplit_once(", declared at ")
            .map(|(text, place)| (text.to_owned(), place.contains("options.rs:")))
    };
    let lines = offences
        .iter()
        .map(|offence| place(&offence.to_string()).unwrap_or_else(|| panic!("no place: {offence}")));
    let text: Vec<String> = lines
        .map(|(text, is_here)| format!("{text}{}", if is_here { "" } else { " ELSEWHERE" }))
        .collect();
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn mnt_1_texts_are_taken_as_they_are() {
    let built = Mount::builder("s", "1")
        .title("")
        .description("\n")
        .instructions("")
        .website("http://localhost:1/x?y#z")
        .build();
    assert!(built.is_ok());
}

#[test]
fn srf_3_help_and_a_name_twice_are_offences_of_the_mount() {
    let tool = |name: &str| {
        PlainTool::builder(name)
            .description("d")
            .handler_without_arguments(|_: wymcp_router::Context| async { Ok(wymcp_router::Reply::new(1)) })
    };
    let offences = Mount::builder("s", "1")
        .tool(tool("a"))
        .tool(tool("help"))
        .tool(tool("a"))
        .build()
        .unwrap_err();
    let codes: Vec<_> = offences.iter().map(|offence| offence.code()).collect();
    assert_eq!(codes, ["reserved_name", "duplicate_tool"]);
    assert!(offences.iter().all(|offence| {
        offence
            .location()
            .is_some_and(|location| location.file().ends_with("options.rs"))
    }));
}
