//! A mount against a list that changes alike (DEF-6).

use proptest::prelude::*;
use serde_json::{Value, json};
use wymcp_router::{Context, Era, Mount, PlainTool, Reply};

/// A change of one of a few tools.
#[derive(Debug, Clone, Copy)]
enum Op {
    Add(usize),
    Replace(usize),
    Remove(usize),
}

fn ops() -> impl Strategy<Value = Vec<Vec<Op>>> {
    let op = (0..3, 0..4usize).prop_map(|(kind, tool)| match kind {
        0 => Op::Add(tool),
        1 => Op::Replace(tool),
        _ => Op::Remove(tool),
    });
    prop::collection::vec(prop::collection::vec(op, 1..4), 1..12)
}

/// What a list of tools would do: names in their order, each with the number of the change that made it.
fn after(mut served: Vec<(usize, usize)>, batch: &[Op], number: usize) -> Option<Vec<(usize, usize)>> {
    for op in batch {
        let at = |tool: usize| served.iter().position(|(known, _)| *known == tool);
        match *op {
            Op::Add(tool) if at(tool).is_none() => served.push((tool, number)),
            Op::Replace(tool) => {
                let at = at(tool)?;
                served[at].1 = number;
            }
            Op::Remove(tool) => {
                let at = at(tool)?;
                served.remove(at);
            }
            Op::Add(_) => return None,
        }
    }
    Some(served)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn def_6_a_mount_serves_what_a_list_would_hold_whatever_changes(batches in ops()) {
        let mount = Mount::builder("plugin-host", "1.0.0").keep_mount_order().build().unwrap();
        let named = |tool: usize, number: usize| {
            PlainTool::builder(format!("tool{tool}"))
                .description(format!("made by change {number}"))
                .handler_without_arguments(move |_: Context| async move { Ok(Reply::new(json!(number))) })
        };
        let mut served: Vec<(usize, usize)> = Vec::new();
        for (number, batch) in batches.iter().enumerate() {
            let outcome = mount.update(|tools| {
                for op in batch {
                    match *op {
                        Op::Add(tool) => tools.add(named(tool, number)),
                        Op::Replace(tool) => tools.replace(named(tool, number)),
                        Op::Remove(tool) => tools.remove(format!("tool{tool}")),
                    };
                }
            });
            let expected = after(served.clone(), batch, number);
            prop_assert_eq!(outcome.is_ok(), expected.is_some());
            served = expected.unwrap_or(served);
            let list: Vec<Value> = serde_json::from_str(&mount.list(Era::Modern)).unwrap();
            let listed: Vec<(String, String)> = list[..list.len() - 1]
                .iter()
                .map(|tool| (tool["name"].as_str().unwrap().to_owned(), tool["description"].as_str().unwrap().to_owned()))
                .collect();
            let wanted: Vec<(String, String)> =
                served.iter().map(|(tool, number)| (format!("tool{tool}"), format!("made by change {number}"))).collect();
            prop_assert_eq!(listed, wanted);
        }
    }
}
