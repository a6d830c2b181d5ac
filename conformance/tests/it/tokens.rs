//! The numbers of `docs/guide/why-actions.md` are those of today.

use wymcp_conformance::catalogue::{COUNTS, as_actions, tables};
use wymcp_router::testkit::examine;

#[test]
fn the_page_shows_what_is_measured() {
    let page = include_str!("../../../docs/guide/why-actions.md");
    let tokenizer = tiktoken_rs::o200k_base_singleton();
    for table in tables(&|text| tokenizer.encode_ordinary(text).len()).split("\n\n") {
        assert!(
            page.contains(table.trim_end()),
            "`cargo xtask tokens` prints other numbers than the page shows:\n{table}"
        );
    }
}

#[test]
fn the_catalogue_is_a_sound_server() {
    for count in COUNTS {
        assert_eq!(examine(&as_actions(count)).findings(), []);
    }
}
