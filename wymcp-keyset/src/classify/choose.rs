//! Who owns a place that has no keys of its own (KEY-9), and where no one does (KEY-10).

use std::collections::BTreeSet;

use super::{Classified, Composed, Extra, Plan, Seen};
use crate::graph::{NodeId, Types, Word};
use crate::narrow;
use crate::pointer;

/// Decide for every schema, those first that others look through.
pub(super) fn choose(all: &mut Classified) {
    let mut several = Vec::new();
    let endless = endless(all);
    for id in in_place_order(all) {
        let plan = decide(all, id, &mut several);
        // No validator can tell what a reference to itself admits, so nothing is judged through it.
        all.plans[id] = if endless[id] && plan != Plan::Owner {
            Plan::Free
        } else {
            plan
        };
    }
    several.retain(|&(id, _)| !endless[id]);
    // Of several candidates that know the keys at the place itself, the one that knows them at every depth.
    several.sort_unstable_by_key(|(id, _)| *id);
    for (id, candidates) in several {
        let best = candidates.iter().copied().find(|&candidate| {
            let others = others(all, id, candidate);
            narrow::unknown_keys(all, &[candidate], &others).is_empty()
        });
        if let Some(best) = best {
            all.plans[id] = Plan::Through(vec![best]);
        }
    }
}

/// Every schema after those that describe the same place; a cycle is cut where it closes.
fn in_place_order(all: &Classified) -> Vec<NodeId> {
    let mut order = Vec::with_capacity(all.graph.len());
    let mut entered = vec![false; all.graph.len()];
    for start in all.graph.ids() {
        let mut stack = vec![(start, false)];
        while let Some((id, done)) = stack.pop() {
            if done {
                order.push(id);
            } else if !std::mem::replace(&mut entered[id], true) {
                stack.push((id, true));
                stack.extend(
                    all.graph[id]
                        .beside()
                        .filter(|&part| !entered[part])
                        .map(|part| (part, false)),
                );
            }
        }
    }
    order
}

/// The schemas that come back to themselves, or to one that does, without a step into the data.
fn endless(all: &Classified) -> Vec<bool> {
    let mut waits: Vec<usize> = all.graph.nodes.iter().map(|node| node.beside().count()).collect();
    let mut users = vec![Vec::new(); all.graph.len()];
    for id in all.graph.ids() {
        for part in all.graph[id].beside() {
            users[part].push(id);
        }
    }
    let mut todo: Vec<NodeId> = all.graph.ids().filter(|&id| waits[id] == 0).collect();
    while let Some(id) = todo.pop() {
        for &user in &users[id] {
            waits[user] -= 1;
            if waits[user] == 0 {
                todo.push(user);
            }
        }
    }
    waits.into_iter().map(|waits| waits > 0).collect()
}

fn decide(all: &mut Classified, id: NodeId, several: &mut Vec<(NodeId, Vec<NodeId>)>) -> Plan {
    let node = &all.graph[id];
    if node.boolean.is_some() {
        return Plan::Free;
    }
    if node.has_keys() || node.has_items() {
        if let Some(composed) = composed_owner(all, id) {
            all.composed.insert(id, composed);
        }
        return Plan::Owner;
    }
    let singles: Vec<NodeId> = node
        .target()
        .into_iter()
        .chain(node.all_of.iter().copied())
        .filter(|&part| all.facts.bears(part))
        .collect();
    let unions: Vec<&[NodeId]> = [&node.any_of, &node.one_of]
        .into_iter()
        .filter(|union| union.iter().any(|&part| all.facts.bears(part)))
        .map(Vec::as_slice)
        .collect();
    let conditional = node.conditional.iter().any(|&part| all.facts.bears(part));
    match (singles.as_slice(), unions.as_slice(), conditional) {
        ([], [], false) => Plan::Free,
        ([single], [], false) => Plan::Through(vec![*single]),
        ([], [union], false) => Plan::Through(union.to_vec()),
        _ => {
            let knowing: Vec<NodeId> = singles
                .iter()
                .copied()
                .filter(|&single| knows_all(all, single, &others(all, id, single)))
                .collect();
            match knowing.as_slice() {
                [] => {
                    let named = names_at_place(all, &all.graph[id].beside().collect::<Vec<_>>())
                        .into_iter()
                        .map(|(_, at)| at)
                        .collect();
                    all.composed.insert(id, Composed { named, said: false });
                    Plan::Free
                }
                [first, rest @ ..] => {
                    let plan = Plan::Through(vec![*first]);
                    if !rest.is_empty() {
                        several.push((id, knowing));
                    }
                    plan
                }
            }
        }
    }
}

/// What describes the same place beside the chosen one.
pub(crate) fn others(all: &Classified, id: NodeId, chosen: NodeId) -> Vec<NodeId> {
    all.graph[id].beside().filter(|&part| part != chosen).collect()
}

/// The composed place that an owner is, where what stands beside it names keys that it does not know.
fn composed_owner(all: &Classified, id: NodeId) -> Option<Composed> {
    let node = &all.graph[id];
    if !node.has_keys() || matches!(node.additional, Some(Word::Open | Word::Schema(_))) {
        return None;
    }
    let beside: Vec<NodeId> = node.beside().collect();
    let mut named = names_at_place(all, &beside);
    named.retain(|(key, _)| {
        !node
            .properties
            .as_ref()
            .is_some_and(|properties| properties.contains_key(key))
    });
    let said = node.unevaluated.is_some() || node.additional.is_some();
    // Where the owner has no properties, what stands beside it may bear keys further below only.
    let below =
        node.unevaluated.is_some() && node.properties.is_none() && beside.iter().any(|&part| all.facts.bears(part));
    if named.is_empty() && !below {
        return None;
    }
    Some(Composed {
        named: named.into_iter().map(|(_, at)| at).collect(),
        said,
    })
}

/// The keys that schemas name at their place, with the pointer of each.
fn names_at_place(all: &Classified, parts: &[NodeId]) -> Vec<(String, String)> {
    let mut names = Vec::new();
    let mut met: BTreeSet<NodeId> = BTreeSet::new();
    let mut todo = parts.to_vec();
    while let Some(id) = todo.pop() {
        if !met.insert(id) {
            continue;
        }
        let node = &all.graph[id];
        for key in node.properties.iter().flat_map(|properties| properties.keys()) {
            names.push((key.clone(), pointer::join(&node.pointer, &["properties", key])));
        }
        todo.extend(node.beside());
    }
    names.sort_unstable_by(|a, b| a.1.cmp(&b.1));
    names
}

/// Whether a candidate knows the keys that the others name at the place.
fn knows_all(all: &Classified, candidate: NodeId, others: &[NodeId]) -> bool {
    let names = names_at_place(all, others);
    let alternatives = all.alternatives(&[candidate], Types::OBJECT, &mut Seen::new(all.graph.len()));
    if alternatives.free || alternatives.owners.is_empty() {
        return alternatives.free || names.is_empty();
    }
    names.iter().all(|(key, _)| {
        alternatives.owners.iter().any(|&owner| {
            all.graph[owner]
                .properties
                .as_ref()
                .is_some_and(|properties| properties.contains_key(key))
                || !matches!(all.extra(owner), Extra::Closed | Extra::Patterns)
        })
    })
}
