//! Guides, as they stand in the repository under `docs/guide`: part of the documentation, and of no program.
//!
//! [calls]: crate::guide::calls
//! [composition]: crate::guide::composition
//! [doors]: crate::guide::doors
//! [from-rmcp]: crate::guide::from_rmcp
//! [hosts]: crate::guide::hosts
//! [readme]: crate
//! [serving]: crate::guide::serving
//! [testing]: crate::guide::testing
//! [why-actions]: crate::guide::why_actions
//!
#![doc = include_str!("../guide/README.md")]

/// A page. Its links are those of the repository; here they lead to the other pages, because of two definitions Markdown takes the first.
macro_rules! page {
    ($name:ident, $file:literal) => {
        /// [calls]: crate::guide::calls
        /// [composition]: crate::guide::composition
        /// [doors]: crate::guide::doors
        /// [from-rmcp]: crate::guide::from_rmcp
        /// [hosts]: crate::guide::hosts
        /// [readme]: crate
        /// [serving]: crate::guide::serving
        /// [testing]: crate::guide::testing
        /// [why-actions]: crate::guide::why_actions
        ///
        #[doc = include_str!($file)]
        pub mod $name {}
    };
}

page!(calls, "../guide/calls.md");
page!(composition, "../guide/composition.md");
page!(doors, "../guide/doors.md");
page!(from_rmcp, "../guide/from-rmcp.md");
page!(hosts, "../guide/hosts.md");
page!(serving, "../guide/serving.md");
page!(testing, "../guide/testing.md");
page!(why_actions, "../guide/why-actions.md");
