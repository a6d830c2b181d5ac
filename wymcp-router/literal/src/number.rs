//! Numbers, as JSON carries them (ACT-13).

use serde_json::Number;

/// Why a token is no JSON number, and what to write.
pub(crate) struct NoNumber {
    pub(crate) why: String,
    pub(crate) mend: &'static str,
}

/// The text of a number, its sign included, if JSON carries it without loss.
pub(crate) fn checked(text: &str) -> Result<(), NoNumber> {
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    match serde_json::from_str::<Number>(text) {
        Ok(number) if is_whole && number.as_f64() != Some(0.0) && number.is_f64() => Err(NoNumber {
            why: "an integer beyond the range of i64 and u64 would lose digits".to_owned(),
            mend: "write a smaller one",
        }),
        Ok(_) => Ok(()),
        Err(error) if error.to_string().starts_with("number out of range") => Err(NoNumber {
            why: "an infinity is no JSON number".to_owned(),
            mend: "write a number that a 64-bit float holds",
        }),
        Err(_) => Err(NoNumber {
            why: format!("`{text}` is no JSON number"),
            mend: "write it in decimal digits, without prefix, suffix, underscore or leading zero",
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::checked;

    #[test]
    fn act_13_a_number_is_one_of_json_and_loses_nothing() {
        for text in [
            "0",
            "-0",
            "-1",
            "1.5",
            "1e3",
            "1E-3",
            "18446744073709551615",
            "-9223372036854775808",
        ] {
            assert!(checked(text).is_ok(), "{text}");
        }
        for text in [
            "18446744073709551616",
            "-9223372036854775809",
            "1e400",
            "0x1f",
            "1_000",
            "1u8",
            "007",
            "1.",
        ] {
            assert!(checked(text).is_err(), "{text}");
        }
    }
}
