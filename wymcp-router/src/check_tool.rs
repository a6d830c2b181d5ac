//! The check of a tool as a test (SRF-5).

/// A `#[test]` that checks a tool as a mount does, in the tool's own crate: the test fails with every offence at once.
///
/// ```
/// use serde_json::json;
/// use wymcp_router::{Context, Data, PlainTool, Reply, check_tool};
///
/// fn upper() -> wymcp_router::PlainToolBuilder {
///     PlainTool::builder("upper")
///         .description("Write a text in capitals")
///         .input_schema(json!({"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}))
///         .handler(|arguments: Data, _: Context| async move {
///             Ok(Reply::new(json!(arguments["text"].as_str().unwrap_or_default().to_uppercase())))
///         })
/// }
///
/// check_tool!(upper_is_well_formed, upper());
/// ```
#[macro_export]
macro_rules! check_tool {
    ($name:ident, $tool:expr $(,)?) => {
        #[test]
        fn $name() {
            if let ::core::result::Result::Err(offences) = $crate::check($tool) {
                ::core::panic!("{offences}");
            }
        }
    };
}
