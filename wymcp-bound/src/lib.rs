//! What an answer may quote of a call, and how much of it (contract BND and SIZ).
//!
//! A refusal is read by a language model that pays for every character, and it quotes text that a caller chose. This crate holds
//! the few rules that keep such an answer small and harmless: [`echo`] for a caller's own text, [`DataPath`] for a place in the
//! data, [`Listed`] for "the first ten and the count of all", and [`json`] for writing JSON whose bytes do not depend on map
//! order. The sizes stand in [`limits`], each with its contract id.
//!
//! It is the floor that every other crate of the workspace stands on, so what several of them need to walk a document by stands here
//! too: [`mod@pointer`] and [`subschemas`]. It knows nothing of MCP, of tools, or of what a schema means.
//!
//! ```
//! use wymcp_bound::{DataPath, Listed, echo};
//!
//! assert_eq!(echo("create"), "create");
//! assert_eq!(echo(&"k".repeat(70)), format!("{}… (+6)", "k".repeat(64)));
//!
//! let mut path = DataPath::root();
//! path.push_key("items");
//! path.push_index(3);
//! assert_eq!(path.to_string(), "/items/3");
//!
//! let mut seen = Listed::new();
//! for n in 0..12 {
//!     seen.note(|| n);
//! }
//! assert_eq!((seen.count(), seen.first().len()), (12, 10));
//! ```

mod echo;
mod invisible;
pub mod json;
pub mod limits;
mod listed;
mod path;
pub mod pointer;
pub mod subschemas;

pub use echo::{clip, echo, json_type, plain};
pub use invisible::{escape_invisible, is_invisible};
pub use listed::Listed;
pub use path::{DataPath, Segment};
