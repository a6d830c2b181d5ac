//! A property schema as a document of its own (ACT-4): its subschemas, its references, and what it becomes inside P.
//!
//! What stands in `enum`, `const`, `default` or `examples`, and a property that is *named* `$ref` or `properties`, is data or a
//! name: only subschema positions are ever read here.

mod judge;
mod positions;
mod rewrite;

pub(crate) use judge::{Anchors, PART_NESTING, judge};
pub(crate) use positions::positions;
