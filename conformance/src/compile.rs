//! Shapes of callbacks that the compiler rules out (SRF-1): each cell of the callback table that says so has its case here.
//!
//! Every case is [the whole tool](whole) with one mistake. The headings are what the table looks for.
//!
//! # `name, absent`
//!
//! ```compile_fail,E0046
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//! }
//! ```
//!
//! # `description, absent`
//!
//! ```compile_fail,E0046
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//! }
//! ```
//!
//! # `actions, absent`
//!
//! ```compile_fail,E0046
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//! }
//! ```
//!
//! # `schema, absent`
//!
//! ```compile_fail,E0046
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//! }
//! ```
//!
//! # `run_action, absent`
//!
//! ```compile_fail,E0046
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! }
//! ```
//!
//! # `name, of another type`
//!
//! ```compile_fail,E0053
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//!     fn name(&self) -> u8 { 1 }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//! }
//! ```
//!
//! # `description, of another type`
//!
//! ```compile_fail,E0053
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//!     fn description(&self) -> u8 { 1 }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//! }
//! ```
//!
//! # `actions, of another type`
//!
//! ```compile_fail
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//!     type Action = u8;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//! }
//! ```
//!
//! # `schema, of another type`
//!
//! ```compile_fail,E0053
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//!     fn schema(&self, _: Acts) -> serde_json::Value { serde_json::json!({}) }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//! }
//! ```
//!
//! # `run_action, of another type`
//!
//! ```compile_fail
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//!     async fn run_action(&self, _: Acts, _: Data, _: &Context) -> u8 { 1 }
//! }
//! ```
//!
//! # `title, of another type`
//!
//! ```compile_fail,E0053
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//!     fn title(&self) -> Option<u8> { None }
//! }
//! ```
//!
//! # `annotations, of another type`
//!
//! ```compile_fail,E0053
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//!     fn annotations(&self) -> Option<&str> { None }
//! }
//! ```
//!
//! # `icons, of another type`
//!
//! ```compile_fail,E0053
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//!     fn icons(&self) -> Option<&str> { None }
//! }
//! ```
//!
//! # `meta, of another type`
//!
//! ```compile_fail,E0053
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//!     fn meta(&self) -> Option<serde_json::Value> { None }
//! }
//! ```
//!
//! # `output_schema, of another type`
//!
//! ```compile_fail,E0053
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//!     fn output_schema(&self, _: Acts) -> Option<&str> { None }
//! }
//! ```
//!
//! # `hints, of another type`
//!
//! ```compile_fail,E0053
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//!     fn hints(&self, _: Acts, _: &Object, _: &Context) -> Vec<String> { vec![] }
//! }
//! ```
//!
//! # `handle_error, of another type`
//!
//! ```compile_fail,E0053
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//!     fn handle_error(&self, _: &Failure) -> serde_json::Value { serde_json::json!({}) }
//! }
//! ```
//!
//! # `action_context, of another type`
//!
//! ```compile_fail
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//!     async fn action_context(&self, _: Acts, _: &Context) -> Option<String> { None }
//! }
//! ```
//!
//! # `validate_data, of another type`
//!
//! ```compile_fail,E0053
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//!     fn validate_data(&self, _: Acts, _: &mut Object, _: &Context) -> Result<(), String> { Ok(()) }
//! }
//! ```
//!
//! # `sensitive, of another type`
//!
//! ```compile_fail,E0053
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//!     fn sensitive(&self, _: Acts) -> &str { "true" }
//! }
//! ```
//!
//! # `input_schema, of another type`
//!
//! ```compile_fail,E0407
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//!     fn input_schema(&self) -> serde_json::Value { serde_json::json!({}) }
//! }
//! ```
//!
//! # `run, of another type`
//!
//! ```compile_fail,E0407
//! # use wymcp_router::*;
//! # actions! { enum Acts { Act = "act" } }
//! # struct Probe;
//! impl Tool for Probe {
//! #   type Action = Acts;
//! #   fn name(&self) -> &str { "probe" }
//! #   fn description(&self) -> &str { "Probe" }
//! #   fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//! #   async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//!     async fn run(&self, _: Object, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//! }
//! ```
//!

/// The tool without a mistake, so that each case fails for its own reason.
///
/// ```
/// use wymcp_router::*;
/// actions! { enum Acts { Act = "act" } }
/// struct Probe;
/// impl Tool for Probe {
///     type Action = Acts;
///     fn name(&self) -> &str { "probe" }
///     fn description(&self) -> &str { "Probe" }
///     fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
///     async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
/// }
/// assert!(check(Probe).is_ok());
/// ```
pub const fn whole() {}

/// Whether the compiler was shown to rule out a shape of a callback.
#[must_use]
pub fn rules_out(callback: &str, shape: &str) -> bool {
    include_str!("compile.rs").contains(&format!("//! # `{callback}, {shape}`\n"))
}
