//! What the compiler sees to, so that registration need not (SRF-1).
//!
//! Each case that must not compile stands beside the same code with the one mistake mended, so that it fails for its reason.
//!
//! A missing callback:
//!
//! ```compile_fail,E0046
//! use wymcp_callbacksurface::*;
//! actions! { enum Acts { Act = "act" } }
//! struct Missing;
//! impl Tool for Missing {
//!     type Action = Acts;
//!     fn name(&self) -> &str { "missing" }
//!     fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//!     async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//! }
//! ```
//! ```
//! use wymcp_callbacksurface::*;
//! actions! { enum Acts { Act = "act" } }
//! struct Whole;
//! impl Tool for Whole {
//!     type Action = Acts;
//!     fn name(&self) -> &str { "whole" }
//!     fn description(&self) -> &str { "Whole" }
//!     fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//!     async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//! }
//! ```
//!
//! A handler whose future cannot move between threads:
//!
//! ```compile_fail
//! use wymcp_callbacksurface::*;
//! actions! { enum Acts { Act = "act" } }
//! struct Stuck;
//! impl Tool for Stuck {
//!     type Action = Acts;
//!     fn name(&self) -> &str { "stuck" }
//!     fn description(&self) -> &str { "Stuck" }
//!     fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//!     async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> {
//!         let count = std::rc::Rc::new(1);
//!         std::future::ready(()).await;
//!         Ok(Reply::new(*count))
//!     }
//! }
//! ```
//! ```
//! use wymcp_callbacksurface::*;
//! actions! { enum Acts { Act = "act" } }
//! struct Moving;
//! impl Tool for Moving {
//!     type Action = Acts;
//!     fn name(&self) -> &str { "moving" }
//!     fn description(&self) -> &str { "Moving" }
//!     fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//!     async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> {
//!         let count = std::sync::Arc::new(1);
//!         std::future::ready(()).await;
//!         Ok(Reply::new(*count))
//!     }
//! }
//! ```
//!
//! An action that `schema` forgets:
//!
//! ```compile_fail,E0004
//! use wymcp_callbacksurface::*;
//! actions! { enum Acts { Act = "act", Forget = "forget" } }
//! struct Forgetful;
//! impl Tool for Forgetful {
//!     type Action = Acts;
//!     fn name(&self) -> &str { "forgetful" }
//!     fn description(&self) -> &str { "Forgetful" }
//!     fn schema(&self, action: Acts) -> ActionSchema { match action { Acts::Act => ActionSchema::new("Act") } }
//!     async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//! }
//! ```
//! ```
//! use wymcp_callbacksurface::*;
//! actions! { enum Acts { Act = "act" } }
//! struct Mindful;
//! impl Tool for Mindful {
//!     type Action = Acts;
//!     fn name(&self) -> &str { "mindful" }
//!     fn description(&self) -> &str { "Mindful" }
//!     fn schema(&self, action: Acts) -> ActionSchema { match action { Acts::Act => ActionSchema::new("Act") } }
//!     async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//! }
//! ```
//!
//! An action tool that brings an input schema, or a `run`, of its own (they belong to the framework):
//!
//! ```compile_fail,E0407
//! use wymcp_callbacksurface::*;
//! actions! { enum Acts { Act = "act" } }
//! struct Own;
//! impl Tool for Own {
//!     type Action = Acts;
//!     fn name(&self) -> &str { "own" }
//!     fn description(&self) -> &str { "Own" }
//!     fn input_schema(&self) -> serde_json::Value { serde_json::json!({}) }
//!     fn schema(&self, _: Acts) -> ActionSchema { ActionSchema::new("Act") }
//!     async fn run_action(&self, _: Acts, _: Data, _: &Context) -> Result<Reply, Failure> { Ok(Reply::new(1)) }
//! }
//! ```
//!
//! Something that is no tool:
//!
//! ```compile_fail,E0277
//! let _ = wymcp_callbacksurface::check("no tool");
//! ```
//!
//! A failure is no error, so that `?` can take any error; another failure passes as it is:
//!
//! ```
//! use wymcp_callbacksurface::Failure;
//! fn inner() -> Result<u8, Failure> { Ok("7".parse()?) }
//! fn outer() -> Result<u8, Failure> { Ok(inner()?) }
//! assert_eq!(outer().unwrap(), 7);
//! ```
