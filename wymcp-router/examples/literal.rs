//! Action schemas written as they stand in JSON, checked while the program is compiled. Speaks on standard input and output.
//!
//! Mistype `"integer"` below and build: the compiler points at it, in the words that `build()` would use.
//!
//! ```text
//! cargo run --example literal --features literal
//! ```

use std::error::Error;

use serde_json::json;
use wymcp_router::{ActionSchema, Context, Data, Failure, Mount, Reply, Tool, action_schema, actions, check_tool};

actions! {
    /// What a caller may do with dice.
    pub enum DiceAction { Roll = "roll", Odds = "odds" }
}

/// Dice that always come up the same way, so that the test below knows how.
struct Dice;

impl Tool for Dice {
    type Action = DiceAction;

    fn name(&self) -> &str {
        "dice"
    }

    fn description(&self) -> &str {
        "Rolls dice"
    }

    fn schema(&self, action: DiceAction) -> ActionSchema {
        match action {
            DiceAction::Roll => action_schema!({
                "description": "Roll some dice",
                "properties": {
                    "count": {"type": "integer", "minimum": 1, "maximum": 100},
                    "sides": {"type": "integer", "enum": [4, 6, 8, 12, 20]},
                },
                "required": ["count"],
                "defaults": {"sides": 6},
                "examples": [{"count": 2}, {"count": 1, "sides": 20}],
                "related": ["odds"],
            }),
            DiceAction::Odds => action_schema!({
                "description": "Tell how likely a sum is",
                "properties": {
                    "dice": {"type": "string", "pattern": r"^\d+d\d+$"}, // raw strings spare the second backslash
                    "at_least": {"type": "integer"},
                    "at_most": {"type": "integer"},
                },
                "required": ["dice"],
                "required_one_of": [["at_least"], ["at_most"]],
            }),
        }
    }

    async fn run_action(&self, action: DiceAction, data: Data, _: &Context) -> Result<Reply, Failure> {
        match action {
            DiceAction::Roll => Ok(Reply::new(json!({"count": data["count"], "each": data["sides"]}))),
            DiceAction::Odds => Err(Failure::caller("nobody has counted yet")),
        }
    }
}

check_tool!(dice_are_well_formed, Dice);

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    Ok(mount()?.serve_stdio().await?)
}

fn mount() -> Result<Mount, wymcp_router::Offences> {
    Mount::builder("dice", "1.0.0").tool(Dice).build()
}

#[tokio::test]
async fn a_literal_is_enforced_like_any_declaration() -> Result<(), Box<dyn Error>> {
    let mount = mount()?;
    let rolled = mount
        .call("dice", json!({"action": "roll", "data": {"count": 3}}))
        .await?;
    assert_eq!(rolled.json(), json!({"count": 3, "each": 6}));
    let refused = mount
        .call("dice", json!({"action": "roll", "data": {"count": 3, "sides": 7}}))
        .await?;
    assert_eq!(refused.json()["error"], "invalid_values");
    Ok(())
}
