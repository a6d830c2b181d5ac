//! One look at all of the data, before it is judged.

use serde_json::Value;

use crate::number::is_in_range;

/// What has to be known of data beside its fit.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Survey {
    /// How deep it nests, as far as was looked; a scalar has no level, `[]` has one.
    pub(crate) levels: usize,
    /// Whether a number lies outside of −2^63…2^64−1 (VAL-5).
    pub(crate) has_out_of_range: bool,
}

impl Survey {
    /// Looks into no level below `limit`, whatever stands there.
    pub(crate) fn of(data: &Value, limit: usize) -> Self {
        let mut survey = Self::default();
        survey.look(data, 0, limit);
        survey
    }

    fn look(&mut self, value: &Value, above: usize, limit: usize) {
        match value {
            Value::Array(items) if self.enter(above, limit) => {
                items.iter().for_each(|item| self.look(item, above + 1, limit));
            }
            Value::Object(members) if self.enter(above, limit) => {
                members.values().for_each(|member| self.look(member, above + 1, limit));
            }
            Value::Number(_) => self.has_out_of_range |= !is_in_range(value),
            _ => {}
        }
    }

    fn enter(&mut self, above: usize, limit: usize) -> bool {
        self.levels = self.levels.max(above + 1);
        above < limit
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;
    use wymcp_bound::json::{depth_exceeds, dismantle};

    use super::*;

    #[test]
    fn val_5_a_survey_finds_numbers_at_every_depth() {
        let survey = |data: Value| Survey::of(&data, 127);
        let plain = survey(json!({"a": [1, -1, 1.5, "1.0", null, true]}));
        assert_eq!((plain.levels, plain.has_out_of_range), (2, false));
        assert!(survey(json!([[1e300]])).has_out_of_range);
        assert!(!survey(json!([u64::MAX, i64::MIN])).has_out_of_range);
    }

    #[test]
    fn siz_a_survey_of_hostile_data_stops_at_its_limit() {
        let data = (0..100_000).fold(json!(1e300), |below, _| Value::Array(vec![below]));
        let survey = Survey::of(&data, 127);
        assert_eq!((survey.levels, survey.has_out_of_range), (128, false));
        dismantle(data);
    }

    proptest! {
        #[test]
        fn siz_levels_are_those_of_the_floor(shape in prop::collection::vec(any::<bool>(), 0..20), limit in 0usize..20) {
            let data = shape.iter().fold(json!([1]), |below, is_array| {
                if *is_array { json!([0, below]) } else { json!({"a": below, "b": []}) }
            });
            prop_assert_eq!(Survey::of(&data, limit).levels > limit, depth_exceeds(&data, limit));
        }
    }
}
