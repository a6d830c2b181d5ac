//! Tools that come in bundles (MNT-1, SRF-3).

use serde_json::json;
use wymcp_router::{Context, Era, Mount, PlainTool, PlainToolBuilder, Reply, ToolBundle};

fn tool(name: &str) -> PlainToolBuilder {
    PlainTool::builder(name)
        .description(format!("Does {name}"))
        .handler_without_arguments(|_: Context| async { Ok(Reply::new(json!(true))) })
}

fn library() -> ToolBundle {
    ToolBundle::new()
        .tool(tool("cut"))
        .tools(ToolBundle::new().tool(tool("add")))
}

/// LST-2: it does not matter how tools came in.
#[test]
fn mnt_1_a_mount_of_bundles_is_the_mount_of_their_tools() {
    assert_eq!(
        (library().len(), library().is_empty(), ToolBundle::new().is_empty()),
        (2, false, true)
    );
    let bundled = Mount::builder("kitchen", "1")
        .tools(library())
        .tool(tool("boil"))
        .build()
        .unwrap();
    let single = Mount::builder("kitchen", "1")
        .tool(tool("boil"))
        .tool(tool("cut"))
        .tool(tool("add"))
        .build()
        .unwrap();
    assert_eq!(bundled.list(Era::Modern), single.list(Era::Modern));
    let ordered = Mount::builder("kitchen", "1")
        .tools(library())
        .keep_mount_order()
        .build()
        .unwrap();
    assert!(ordered.list(Era::Modern).find("\"cut\"") < ordered.list(Era::Modern).find("\"add\""));
}

#[test]
fn srf_3_equal_names_are_an_offence_that_names_both_source_lines() {
    let first = line!() + 1;
    let ours = ToolBundle::new().tool(tool("cut"));
    let second = line!() + 1;
    let theirs = ToolBundle::new().tool(tool("cut"));
    let builder = Mount::builder("kitchen", "1").tools(ours).tools(theirs);
    let third = line!() + 1;
    let builder = builder.tool(tool("cut"));
    let offences = builder.build().unwrap_err();
    let told: Vec<String> = offences.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    for (told, line) in told.iter().zip([second, third]) {
        assert!(
            told.contains(&format!(
                "the other is mounted at wymcp-router/tests/it/bundles.rs:{first}:"
            )),
            "{told}"
        );
        assert!(
            told.contains(&format!("declared at wymcp-router/tests/it/bundles.rs:{line}:")),
            "{told}"
        );
    }
}

/// ACT-11: what is wrong with tools of a bundle comes with all the rest, at the line that put it there.
#[test]
fn act_11_offences_of_bundled_tools_name_the_line_of_the_bundle() {
    let line = line!() + 1;
    let bundle = ToolBundle::new().tool(tool("no name"));
    let offences = Mount::builder("kitchen", "1")
        .tools(bundle)
        .tool(tool("help"))
        .build()
        .unwrap_err();
    let codes: Vec<_> = offences.iter().map(|offence| offence.code()).collect();
    assert_eq!(codes, ["invalid_name", "reserved_name"]);
    assert_eq!(
        offences.iter().next().unwrap().location().map(|place| place.line()),
        Some(line)
    );
}
