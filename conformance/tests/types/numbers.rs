//! Every number type: what passes the gates decodes (DEF-5, VAL-5, F14).

use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64,
    NonZeroUsize, Wrapping,
};

use serde_json::{Value, json};

use crate::outcome::{check, offences};

/// The bounds of an integer type, and what lies beyond; a whole float is an integer.
macro_rules! integers {
    ($($type:ty, $least:expr, $greatest:expr;)+) => {{
        let mut wrong = Vec::new();
        $({
            let (least, greatest) = (json!($least), json!($greatest));
            let beyond = |number: &Value, step: i128| -> Value {
                let number = number.as_number().and_then(serde_json::Number::as_i128).unwrap() + step;
                // Beyond 64 bits it is read as a float, whose next number is 2048 away.
                serde_json::from_str(&number.to_string()).unwrap()
            };
            let bad = vec![beyond(&least, -2049), beyond(&greatest, 1), json!(1.5), json!("1"), json!(null), json!(true), json!([1])];
            let good = vec![least, greatest, json!(1), json!(2.0), json!(100.0)];
            wrong.extend(check::<$type>(stringify!($type), good.clone(), bad.clone(), vec![]).await);
            let or_null: Vec<Value> = good.into_iter().chain([json!(null)]).collect();
            let bad = bad.into_iter().filter(|bad| !bad.is_null()).collect();
            wrong.extend(check::<Option<$type>>(concat!("Option<", stringify!($type), ">"), or_null, bad, vec![]).await);
        })+
        wrong
    }};
}

#[tokio::test]
async fn def_5_every_integer_type() {
    let wrong = integers! {
        u8, u8::MIN, u8::MAX; u16, u16::MIN, u16::MAX; u32, u32::MIN, u32::MAX; u64, u64::MIN, u64::MAX; usize, usize::MIN, usize::MAX;
        i8, i8::MIN, i8::MAX; i16, i16::MIN, i16::MAX; i32, i32::MIN, i32::MAX; i64, i64::MIN, i64::MAX; isize, isize::MIN, isize::MAX;
        NonZeroU8, 1, u8::MAX; NonZeroU16, 1, u16::MAX; NonZeroU32, 1, u32::MAX; NonZeroU64, 1, u64::MAX; NonZeroUsize, 1, usize::MAX;
        NonZeroI8, i8::MIN, i8::MAX; NonZeroI16, i16::MIN, i16::MAX; NonZeroI32, i32::MIN, i32::MAX;
        NonZeroI64, i64::MIN, i64::MAX; NonZeroIsize, isize::MIN, isize::MAX;
        Wrapping<u8>, u8::MIN, u8::MAX;
    };
    assert_eq!(wrong, Vec::<String>::new());
}

#[tokio::test]
async fn def_5_zero_is_no_non_zero() {
    let mut wrong = check::<NonZeroI8>("NonZeroI8", vec![], vec![json!(0), json!(0.0), json!(-0.0)], vec![]).await;
    wrong.extend(check::<NonZeroU64>("NonZeroU64", vec![], vec![json!(0), json!(-0.0)], vec![]).await);
    assert_eq!(wrong, Vec::<String>::new());
}

#[tokio::test]
async fn def_5_every_float_type() {
    let good = || {
        vec![
            json!(0.5),
            json!(-0.0),
            json!(2),
            json!(2.0),
            json!(u64::MAX),
            json!(i64::MIN),
            json!(5e-324),
            json!(1e-40),
        ]
    };
    let bad = || vec![json!("0.5"), json!(null), json!([0.5])];
    let single = || good().into_iter().chain([json!(f32::MAX), json!(f32::MIN)]).collect();
    let too_large = || {
        bad()
            .into_iter()
            .chain([json!(3.5e38), json!(-3.5e38), json!(f64::MAX)])
            .collect()
    };
    let mut wrong = check::<f32>("f32", single(), too_large(), vec![]).await;
    wrong.extend(
        check::<Vec<f32>>(
            "Vec<f32>",
            vec![json!(single())],
            too_large().iter().map(|bad: &Value| json!([bad])).collect(),
            vec![],
        )
        .await,
    );
    let double = good()
        .into_iter()
        .chain([json!(f64::MAX), json!(f64::MIN), json!(1e20)])
        .collect();
    wrong.extend(check::<f64>("f64", double, bad(), vec![]).await);
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn def_5_numbers_of_128_bits_are_offences() {
    for found in [offences::<u128>(), offences::<i128>(), offences::<Option<i128>>()] {
        assert_eq!(found, [("unsupported_number", "/properties/v".to_owned())]);
    }
    assert_eq!(
        offences::<Vec<u128>>(),
        [("unsupported_number", "/properties/v/items".to_owned())]
    );
    assert_eq!(
        offences::<std::num::NonZeroU128>(),
        [("unsupported_number", "/properties/v".to_owned())]
    );
}
