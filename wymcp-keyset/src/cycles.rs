//! `unevaluatedProperties` inside a reference cycle that runs through a union or a condition (KEY-10).

use crate::classify::Classified;
use crate::graph::NodeId;
use crate::offence::{Offence, OffenceKind};
use crate::roles::Roles;

/// One offence for each such keyword that the document's root reaches.
pub(crate) fn offences(all: &Classified, roles: &Roles) -> Vec<Offence> {
    let carriers = all
        .graph
        .ids()
        .filter(|&id| roles.is_used(id) && all.graph[id].unevaluated.is_some());
    carriers.filter_map(|id| offence(all, id)).collect()
}

/// A cycle that enters the carrier by a reference is harmless: validators remember what a reference targets.
fn offence(all: &Classified, carrier: NodeId) -> Option<Offence> {
    let graph = &all.graph;
    let holder = graph[carrier].parent.filter(|_| !graph[carrier].is_definition)?;
    let enters = is_union(all, holder, carrier);
    // Per schema and "a union was passed": how it was reached.
    let mut came_from = vec![[None, None]; graph.len()];
    let mut todo = vec![(carrier, false)];
    while let Some((id, passed)) = todo.pop() {
        if id == holder && (passed || enters) {
            return Some(described(all, carrier, &came_from, (id, passed)));
        }
        let node = &graph[id];
        for part in node.children().chain(node.unwalked()).chain(node.beside()) {
            let passes = passed || is_union(all, id, part);
            let from = &mut came_from[part][usize::from(passes)];
            if part != carrier && from.is_none() {
                *from = Some((id, passed));
                todo.push((part, passes));
            }
        }
    }
    None
}

fn is_union(all: &Classified, holder: NodeId, part: NodeId) -> bool {
    let node = &all.graph[holder];
    node.any_of.contains(&part) || node.one_of.contains(&part) || node.condition == Some(part)
}

type CameFrom = [Option<(NodeId, bool)>; 2];

fn described(all: &Classified, carrier: NodeId, came_from: &[CameFrom], end: (NodeId, bool)) -> Offence {
    let mut references = Vec::new();
    let (mut id, mut passed) = end;
    while let Some((from, before)) = came_from[id][usize::from(passed)] {
        if all.graph[from].target() == Some(id) {
            references.push(all.graph.pointer(from).to_owned());
        }
        (id, passed) = (from, before);
    }
    references.sort_unstable();
    references.dedup();
    Offence::new(
        all.graph.pointer(carrier).to_owned(),
        OffenceKind::UnevaluatedCycle { references },
    )
}
