//! The offences of a schema that could be read (KEY-9, KEY-10), found where the walk reaches.

use std::collections::HashSet;

use crate::classify::{Classified, Plan};
use crate::cycles;
use crate::graph::{NodeId, Word};
use crate::narrow;
use crate::offence::{Offence, OffenceKind};
use crate::roles::Roles;
use crate::silence::Silence;

/// Every offence, ordered by pointer.
pub(crate) fn judge(all: &Classified, roles: &Roles) -> Vec<Offence> {
    let mut offences = Vec::new();
    let mut named = HashSet::new();
    let mut silence = Silence::new(all);
    // Those that get an offence of their own are not named by another's.
    for id in all.graph.ids().filter(|&id| roles.is_walked(id) && is_unsaid(all, id)) {
        silence.is_named(id);
    }
    for id in all.graph.ids().filter(|&id| roles.is_walked(id)) {
        composed(all, id, &mut silence, &mut offences);
        narrowings(all, id, &mut named, &mut offences);
    }
    offences.extend(cycles::offences(all, roles));
    offences.sort_by(|a, b| (a.pointer(), a.code()).cmp(&(b.pointer(), b.code())));
    offences
}

fn is_unsaid(all: &Classified, id: NodeId) -> bool {
    all.composed(id).is_some_and(|composed| !composed.said)
}

fn composed(all: &Classified, id: NodeId, silence: &mut Silence<'_>, offences: &mut Vec<Offence>) {
    let node = &all.graph[id];
    let pointer = node.pointer.clone();
    if let Some(composed) = all.composed(id) {
        let mut silent = Vec::new();
        if node.additional != Some(Word::Shut) {
            if is_unsaid(all, id) {
                silent.push(pointer.clone());
            }
            silence.below_place(id, &mut silent);
        }
        if !silent.is_empty() {
            let kind = if composed.said {
                OffenceKind::SilentBelow { silent }
            } else {
                OffenceKind::ComposedPlace {
                    named: composed.named.clone(),
                    silent,
                }
            };
            offences.push(Offence::new(pointer, kind));
            return;
        }
    }
    let mut silent = Vec::new();
    for &pattern in node.patterns.iter().flatten() {
        silence.at(pattern, &mut silent);
    }
    if let (true, Some(Word::Schema(schema))) = (node.leaves_keys_to_the_validator(), node.unevaluated) {
        silence.at(schema, &mut silent);
    }
    if !silent.is_empty() {
        offences.push(Offence::new(pointer, OffenceKind::SilentBelow { silent }));
    }
}

fn narrowings(all: &Classified, id: NodeId, named: &mut HashSet<String>, offences: &mut Vec<Offence>) {
    let (state, narrowings): (_, Vec<NodeId>) = match all.plan(id) {
        Plan::Owner => (vec![id], all.graph[id].beside().collect()),
        Plan::Through(ways) => (
            ways.clone(),
            all.graph[id].beside().filter(|part| !ways.contains(part)).collect(),
        ),
        Plan::Free => return,
    };
    if narrowings.is_empty() {
        return;
    }
    let (unknown, finished) = narrow::compare(all, &state, &narrowings);
    // A composed place has said, or is told to say, what its own level admits.
    let left_to_the_place = all.composed(id).is_some() && all.graph[id].additional != Some(Word::Shut);
    for name in unknown {
        if (name.at_place && left_to_the_place) || !named.insert(name.pointer.clone()) {
            continue;
        }
        let beside_false = name.at_place && all.graph[id].additional == Some(Word::Shut);
        let owners = name
            .owners
            .iter()
            .map(|&owner| all.graph.pointer(owner).to_owned())
            .collect();
        let kind = OffenceKind::NarrowingKey {
            key: name.key,
            owners,
            beside_false,
        };
        offences.push(Offence::new(name.pointer, kind));
    }
    if !finished {
        offences.push(Offence::new(
            all.graph.pointer(id).to_owned(),
            OffenceKind::TooIntricate,
        ));
    }
}
