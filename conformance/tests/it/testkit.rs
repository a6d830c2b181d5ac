//! The users' test kit: on the fixture server, on the fixture tools, on generated mounts.

use wymcp_conformance::fixtures::{Counted, Orders, Tasks};
use wymcp_conformance::{fixture_server, kit};
use wymcp_router::{Mount, check_mount};

check_mount!(the_fixture_server_is_sound, fixture_server::mount());
check_mount!(
    the_fixture_tools_are_sound,
    Mount::builder("fixtures", "1.0.0")
        .tool(Orders)
        .tool(Tasks)
        .tool(Counted)
        .build()
);

/// Whatever registers: its small call passes, each gate answers, each page is a schema that builds and agrees with the gates, and the
/// listing stays (KEY-5, GAT, HLP-3, LST-2). Where no call was found there mostly is none.
#[test]
fn the_kit_finds_nothing_broken_on_generated_mounts() {
    let outcome = kit::run(150, 0);
    println!("{outcome}");
    assert!(outcome.broken.is_empty(), "{}", outcome.broken.join("\n"));
    assert!(outcome.mounts > 150, "{outcome}");
    assert!(
        outcome.overlooked * 20 <= outcome.mounts,
        "the witness overlooks too much: {outcome}"
    );
}
