//! The macro behind `wymcp_router::action_schema!`: an action schema as it stands in JSON, checked while the program is compiled
//! (contract SRF-5, ACT).
//!
//! Tokens become JSON text and a map of places (module `json`); the text is read and judged by the very code that registration runs; each
//! offence becomes an error at the token that is wrong (module `report`). Where there is none, the text is what the macro leaves behind.
//!
//! Users depend on `wymcp-router`, whose feature `literal` brings the macro.

mod json;
mod number;
mod places;
mod report;
mod schema;

use proc_macro::TokenStream;

/// What `wymcp_router::action_schema!` hands on: the path of the crate in brackets, then the JSON.
#[doc(hidden)]
#[proc_macro]
pub fn action_schema(input: TokenStream) -> TokenStream {
    schema::expand(input.into()).into()
}
