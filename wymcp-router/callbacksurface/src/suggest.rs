//! `did_you_mean` (GAT-5).

use strsim::damerau_levenshtein;
use wymcp_bound::limits;

/// The known names nearest to what was sent: Damerau–Levenshtein distance over case-folded text, at most a third of the known
/// name's length and at least one; nearest first, ties by code point, three at most. Long names are not compared.
///
/// ```
/// use wymcp_callbacksurface::nearest;
///
/// assert_eq!(nearest("Create", ["create", "get", "list"]), ["create"]);
/// assert_eq!(nearest("lsit", ["create", "get", "list"]), ["list"]);
/// assert!(nearest("delete", ["create", "get", "list"]).is_empty());
/// ```
pub fn nearest<'k>(sent: &str, known: impl IntoIterator<Item = &'k str>) -> Vec<String> {
    let Some(sent_length) = comparable(sent) else {
        return Vec::new();
    };
    let sent = sent.to_lowercase();
    let mut near: Vec<(usize, &str)> = known
        .into_iter()
        .filter_map(|name| {
            let length = comparable(name)?;
            let allowed = (length / 3).max(1);
            // Every missing character costs one: most names are out before the matrix is filled. Case folding may change the
            // count of characters, so the short cut is for ASCII.
            if name.is_ascii() && sent.is_ascii() && length.abs_diff(sent_length) > allowed {
                return None;
            }
            let distance = damerau_levenshtein(&sent, &name.to_lowercase());
            (distance <= allowed).then_some((distance, name))
        })
        .collect();
    near.sort_unstable();
    near.dedup();
    near.truncate(limits::SUGGESTIONS);
    near.into_iter().map(|(_, name)| name.to_owned()).collect()
}

/// The length of a name in scalar values, unless it is too long to be compared.
fn comparable(name: &str) -> Option<usize> {
    let length = name.chars().take(limits::COMPARED_CHARS + 1).count();
    (length <= limits::COMPARED_CHARS).then_some(length)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn gat_5_the_nearest_come_first_then_code_point_order_and_three_at_most() {
        assert_eq!(
            nearest("abcdef", ["abcdex", "abcdey", "abcde", "abcdef2", "ABCDEF"]),
            ["ABCDEF", "abcde", "abcdef2"]
        );
    }

    #[test]
    fn gat_5_the_threshold_is_a_third_of_the_known_name_and_at_least_one() {
        assert_eq!(nearest("ad", ["id"]), ["id"]);
        assert!(nearest("xy", ["id"]).is_empty());
        assert!(
            nearest("abxx", ["abcde"]).is_empty(),
            "five characters allow one change"
        );
        assert_eq!(nearest("abcdxx", ["abcdef"]), ["abcdef"], "six allow two");
    }

    #[test]
    fn gat_5_a_swap_is_one_change() {
        assert_eq!(nearest("ttile", ["title"]), ["title"]);
    }

    #[test]
    fn gat_5_names_over_64_scalar_values_are_not_compared() {
        let (just, long) = ("é".repeat(64), "é".repeat(65));
        assert_eq!(nearest(&just, [just.as_str()]), [just.as_str()]);
        assert!(nearest(&long, [long.as_str()]).is_empty());
    }

    proptest! {
        #[test]
        fn gat_5_the_short_cut_leaves_nothing_out(sent in "[a-cA-C]{0,9}", known in proptest::collection::vec("[a-c]{1,9}", 0..6)) {
            let found = nearest(&sent, known.iter().map(String::as_str));
            let near = |name: &String| damerau_levenshtein(&sent.to_lowercase(), name) <= (name.len() / 3).max(1);
            let all: std::collections::BTreeSet<_> = known.iter().filter(|name| near(name)).collect();
            prop_assert_eq!(found.len(), all.len().min(3));
            prop_assert!(found.iter().all(|name| all.contains(name)));
        }
    }
}
