//! What is reached from where: circles that take no step into the data, schemas that are never read, recursion (VAL-1, VAL-6).

use serde_json::Value;
use wymcp_bound::limits::LOOKS;
use wymcp_bound::subschemas::applies_in_place;

use super::position::{Position, Positions};
use super::reference::Targets;
use crate::offence::{Offence, code};

/// The longest way through references and in-place applicators that takes no step into the data, or an offence for each circle.
pub(super) fn longest_in_place(positions: &Positions<'_>, targets: &Targets) -> Result<usize, Vec<Offence>> {
    let all = positions.all();
    let mut edges: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    for (index, position) in all.iter().enumerate() {
        if let Some((parent, keyword)) = position.parent
            && applies_in_place(keyword)
        {
            edges[parent].push(index);
        }
    }
    for (from, to) in targets.all() {
        edges[from].push(to);
    }
    let mut entering = vec![0_usize; all.len()];
    edges.iter().flatten().for_each(|&to| entering[to] += 1);
    let mut length = vec![1_usize; all.len()];
    let mut free: Vec<usize> = (0..all.len()).filter(|&index| entering[index] == 0).collect();
    let mut order = Vec::with_capacity(all.len());
    while let Some(from) = free.pop() {
        order.push(from);
        for &to in &edges[from] {
            length[to] = length[to].max(length[from] + 1);
            entering[to] -= 1;
            if entering[to] == 0 {
                free.push(to);
            }
        }
    }
    if order.len() < all.len() {
        return Err(circles(all, targets, &edges));
    }
    match multiplied(all, &order, &edges) {
        Some(offence) => Err(vec![offence]),
        None => Ok(length.into_iter().max().unwrap_or(1)),
    }
}

/// The offence of the innermost schema from which there are more ways down in place than [`LOOKS`], if there is one: the
/// validator remembers nothing of a schema that several others refer to in place, so definitions that each refer twice to the next
/// double its time with every step (VAL-6).
fn multiplied(all: &[Position<'_>], order: &[usize], edges: &[Vec<usize>]) -> Option<Offence> {
    let mut looks = vec![1_u64; all.len()];
    for &from in order.iter().rev() {
        looks[from] = edges[from].iter().fold(1, |sum, &to| sum.saturating_add(looks[to]));
    }
    let innermost = (0..all.len())
        .filter(|&from| looks[from] > LOOKS && edges[from].iter().all(|&to| looks[to] <= LOOKS))
        .min_by_key(|&from| &all[from].pointer)?;
    Some(Offence::new(
        all[innermost].pointer.clone(),
        code::INTRICATE,
        format!("references and applicators would have one value looked at more than {LOOKS} times"),
        "refer to each definition once on the way to a value, or tell the alternatives apart by a `const` property",
    ))
}

/// One offence for each circle, at the first `$ref` that closes it.
fn circles(all: &[Position<'_>], targets: &Targets, edges: &[Vec<usize>]) -> Vec<Offence> {
    let mut references: Vec<_> = targets.all().collect();
    references.sort_unstable_by_key(|&(from, _)| &all[from].pointer);
    let mut told = vec![false; all.len()];
    let mut offences = Vec::new();
    for (from, to) in references {
        if told[from] {
            continue;
        }
        let onward = reachable(to, edges);
        if !onward[from] {
            continue;
        }
        for (index, told) in told.iter_mut().enumerate() {
            *told |= onward[index] && reachable(index, edges)[from];
        }
        offences.push(Offence::new(
            format!("{}/$ref", all[from].pointer),
            code::CYCLE,
            "the reference leads back to itself without a step into the data",
            "put the reference under `properties`, `items` or another keyword that describes a part of the value",
        ));
    }
    offences
}

fn reachable(start: usize, edges: &[Vec<usize>]) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut todo = vec![start];
    while let Some(at) = todo.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            todo.extend(&edges[at]);
        }
    }
    seen
}

/// The positions that the validator crate does not read when it builds the whole, because it sees no use for them.
pub(super) fn unread(positions: &Positions<'_>, targets: &Targets) -> Vec<usize> {
    let all = positions.all();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    for (index, position) in all.iter().enumerate() {
        if let Some((parent, keyword)) = position.parent
            && is_read(all[parent].schema, keyword)
        {
            children[parent].push(index);
        }
    }
    for (from, to) in targets.all() {
        children[from].push(to);
    }
    let read = reachable(0, &children);
    (0..all.len()).filter(|&index| !read[index]).collect()
}

/// Whether a schema that stands under `keyword` is surely compiled with its parent.
fn is_read(parent: &Value, keyword: &str) -> bool {
    match keyword {
        "$defs"
        | "definitions"
        | "contentSchema"
        | "additionalItems"
        | "unevaluatedItems"
        | "unevaluatedProperties" => false,
        "if" => parent.get("then").is_some() || parent.get("else").is_some(),
        "then" | "else" => parent.get("if").is_some(),
        "contains" => parent.get("minContains").is_none(),
        _ => true,
    }
}

/// Whether an `unevaluatedProperties` or `unevaluatedItems` stands where recursion returns to it.
///
/// There the validator crate looks at the schemas beside the keyword twice at each level, so that its time doubles with every level of
/// the data (KEY-10).
pub(super) fn unevaluated_recurs(positions: &Positions<'_>, targets: &Targets) -> bool {
    let all = positions.all();
    let carries = |position: &Position<'_>| {
        ["unevaluatedProperties", "unevaluatedItems"]
            .iter()
            .any(|keyword| position.schema.get(keyword).is_some())
    };
    if !all.iter().any(carries) {
        return false;
    }
    let mut onward: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    for (index, position) in all.iter().enumerate() {
        if let Some((parent, keyword)) = position.parent
            && !matches!(keyword, "$defs" | "definitions" | "contentSchema")
        {
            onward[parent].push(index);
        }
    }
    targets.all().for_each(|(from, to)| onward[from].push(to));
    let returns = |index: usize| onward[index].iter().any(|&next| reachable(next, &onward)[index]);
    all.iter()
        .enumerate()
        .any(|(index, position)| carries(position) && returns(index))
}
