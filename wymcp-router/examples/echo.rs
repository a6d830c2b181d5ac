//! A plain tool, the smallest server: one name, one input schema, no actions. Speaks on standard input and output.
//!
//! ```text
//! echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | cargo run --example echo
//! ```

use std::error::Error;

use serde_json::{Value, json};
use wymcp_router::{Mount, PlainTool, Reply};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let shout = PlainTool::builder("shout")
        .description("Returns a text in capitals")
        .input_schema(json!({
            "type": "object",
            "properties": {"text": {"type": "string", "maxLength": 1000}},
            "required": ["text"],
        }))
        .handler(|arguments, _ctx| async move {
            let text = arguments.get("text").and_then(Value::as_str).unwrap_or_default();
            Ok(Reply::new(json!(text.to_uppercase())))
        });
    let mount = Mount::builder("shouting", "1.0.0").tool(shout).build()?;
    Ok(mount.serve_stdio().await?)
}
