//! What applies together at a place, with its alternatives spelt out.

use crate::graph::{Graph, NodeId, Rule};

/// Alternatives that are looked at for one place.
const READINGS: usize = 64;

/// The lists of nodes of which one must hold whole for `nodes` to hold: references and `allOf` followed, of each union one branch,
/// of each condition one outcome.
pub(super) fn all(graph: &Graph, nodes: &[NodeId]) -> Vec<Vec<NodeId>> {
    let mut done: Vec<Vec<NodeId>> = Vec::new();
    let mut open = vec![Open {
        todo: nodes.iter().rev().copied().collect(),
        together: Vec::new(),
    }];
    while let Some(mut reading) = open.pop() {
        let Some(node) = reading.todo.pop() else {
            done.push(reading.together);
            if done.len() == READINGS {
                break;
            }
            continue;
        };
        if reading.together.contains(&node) {
            open.push(reading);
            continue;
        }
        reading.together.push(node);
        // The alternative that was written first is looked at first.
        open.extend(with_rules(graph, node, reading).into_iter().rev());
        if open.len() > READINGS * READINGS {
            break;
        }
    }
    done
}

/// The one reading that follows from nodes without a choice, for what is known only later to apply.
pub(super) fn first(graph: &Graph, node: NodeId) -> Vec<NodeId> {
    all(graph, &[node]).into_iter().next().unwrap_or_default()
}

#[derive(Clone)]
struct Open {
    todo: Vec<NodeId>,
    together: Vec<NodeId>,
}

impl Open {
    fn also(&self, nodes: impl IntoIterator<Item = NodeId>) -> Self {
        let mut more = self.clone();
        more.todo.extend(nodes);
        more
    }
}

fn with_rules(graph: &Graph, node: NodeId, reading: Open) -> Vec<Open> {
    let mut readings = vec![reading];
    for rule in graph.rules(node) {
        let choices: Vec<Vec<NodeId>> = match rule {
            Rule::Ref(target) => vec![vec![*target]],
            Rule::AllOf(all) => vec![all.to_vec()],
            Rule::AnyOf(any) | Rule::OneOf(any) => any.iter().map(|node| vec![*node]).collect(),
            // What does not meet the condition is mostly the smaller value.
            Rule::If(conditional) => vec![
                conditional.otherwise.into_iter().collect(),
                std::iter::once(conditional.condition).chain(conditional.then).collect(),
            ],
            _ => continue,
        };
        readings = readings
            .iter()
            .flat_map(|reading| choices.iter().map(|nodes| reading.also(nodes.iter().copied())))
            .take(READINGS)
            .collect();
    }
    readings
}
