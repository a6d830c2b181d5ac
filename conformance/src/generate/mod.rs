//! Schemas and data for the properties of KEY-5, and the count of what they covered.

pub mod coverage;
pub mod data;
pub mod dice;
mod scalar;
pub mod schema;
pub mod shrink;
pub mod tree;

#[cfg(test)]
mod tests {
    use super::data::data;
    use super::dice::Dice;
    use super::schema::document;
    use crate::referee;

    #[test]
    fn the_generator_makes_documents_that_build_and_data_of_both_kinds() {
        let (mut built, mut accepted, mut sent) = (0, 0, 0);
        for seed in 0..400 {
            let mut dice = Dice::new(seed);
            let schema = document(&mut dice);
            let Ok(validator) = referee::validator(&schema) else {
                continue;
            };
            built += 1;
            for _ in 0..10 {
                sent += 1;
                accepted += usize::from(validator.is_valid(&data(&mut dice, &schema, 5)));
            }
        }
        println!("{built} of 400 built, {accepted} of {sent} accepted");
        assert!(built > 360, "only {built} of 400 schemas build");
        assert!(
            (sent / 5..sent * 4 / 5).contains(&accepted),
            "{accepted} of {sent} accepted"
        );
    }
}
