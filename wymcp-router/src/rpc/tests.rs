use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

fn request(body: &str) -> Request {
    match parse(body.as_bytes()) {
        Ok(Message::Request(request)) => request,
        other => panic!("{body} is no request: {other:?}"),
    }
}

fn unreadable(body: &str) -> (i64, Option<Id>) {
    match parse(body.as_bytes()) {
        Err(unreadable) => (unreadable.error.code(), unreadable.id),
        Ok(message) => panic!("{body} was read as {message:?}"),
    }
}

fn nested(levels: usize) -> String {
    format!("{}1{}", "[".repeat(levels), "]".repeat(levels))
}

#[test]
fn c_14_ids_are_kept_without_loss() {
    for id in [
        "0",
        "-7",
        "1764489627123",
        "18446744073709551615",
        "-9223372036854775808",
        r#""7""#,
        r#""""#,
        r#""é""#,
    ] {
        let mut written = String::new();
        request(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m"}}"#))
            .id
            .write(&mut written);
        assert_eq!(written, id);
    }
}

#[test]
fn c_14_what_is_no_id_is_refused_without_one() {
    for id in ["null", "1.5", "1.0", "1e3", "18446744073709551616", "true", "[]", "{}"] {
        assert_eq!(
            unreadable(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m"}}"#)),
            (code::INVALID_REQUEST, None),
            "{id}"
        );
    }
}

#[test]
fn bnd_4_an_id_of_256_bytes_is_read_and_a_longer_one_is_not() {
    let body = |length: usize| format!(r#"{{"jsonrpc":"2.0","id":"{}","method":"m"}}"#, "i".repeat(length));
    assert_eq!(request(&body(256)).id, Id::Text("i".repeat(256)));
    assert_eq!(unreadable(&body(257)), (code::INVALID_REQUEST, None));
}

#[test]
fn c_1_a_ladder_5_what_is_not_json_in_utf_8_has_no_id() {
    for body in [
        "",
        "not json",
        "{",
        r#"{"jsonrpc":"2.0","id":1,"method":"m"}x"#,
        r#"{"id":1,"params":{"n":1e400}}"#,
        r#"{"a":"\ud800"}"#,
    ] {
        assert_eq!(unreadable(body), (code::PARSE_ERROR, None), "{body}");
    }
    let not_utf_8 = parse(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}").unwrap_err();
    assert_eq!((not_utf_8.error.code(), not_utf_8.id), (code::PARSE_ERROR, None));
}

#[test]
fn siz_127_levels_are_read_and_the_next_is_not_wherever_it_stands() {
    for member in ["params", "id", "result", "unknown"] {
        let body = |levels| format!(r#"{{"jsonrpc":"2.0","method":"m","{member}":{}}}"#, nested(levels));
        let is_parse_error =
            |levels| parse(body(levels).as_bytes()).is_err_and(|e| e.error.code() == code::PARSE_ERROR);
        assert!(!is_parse_error(126), "{member}");
        assert!(is_parse_error(127), "{member}");
    }
    assert!(matches!(parse(nested(127).as_bytes()), Ok(Message::Array)));
    assert_eq!(unreadable(&nested(128)).0, code::PARSE_ERROR);
    assert_eq!(unreadable(&nested(1_000_000)).0, code::PARSE_ERROR);
}

#[test]
fn a_ladder_7_json_that_is_no_message() {
    for body in [
        "1",
        "null",
        "\"x\"",
        "true",
        "{}",
        r#"{"jsonrpc":"2.0"}"#,
        r#"{"jsonrpc":"2.0","method":5}"#,
    ] {
        assert_eq!(unreadable(body), (code::INVALID_REQUEST, None), "{body}");
    }
    for body in [
        r#"{"id":7,"method":"m"}"#,
        r#"{"jsonrpc":"1.0","id":7,"method":"m"}"#,
        r#"{"jsonrpc":"2.0","id":7}"#,
    ] {
        assert_eq!(
            unreadable(body),
            (code::INVALID_REQUEST, Some(Id::Number(7.into()))),
            "{body}"
        );
    }
}

#[test]
fn gat_10_the_last_of_two_equal_keys_wins_at_every_level() {
    let mut read = request(
        r#"{"jsonrpc":"1.0","id":1,"id":2,"method":"a","method":"b","jsonrpc":"2.0","params":{"k":1,"k":2},"params":{"k":{"x":1,"x":3}}}"#,
    );
    assert_eq!((read.id, read.method.as_str()), (Id::Number(2.into()), "b"));
    assert_eq!(read.params.take("k"), Some(json!({"x": 3})));
}

#[test]
fn f_27_responses_are_known_by_their_members() {
    for body in [
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","error":{"code":1,"message":""}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{}}"#,
    ] {
        assert!(matches!(parse(body.as_bytes()), Ok(Message::Response(_))), "{body}");
    }
    assert!(parse(br#"{"id":1,"result":{}}"#).unwrap_err().is_response);
}

#[test]
fn params_are_an_object_or_say_what_they_are() {
    assert!(
        matches!(request(r#"{"jsonrpc":"2.0","id":1,"method":"m","params":null}"#).params, Params::Object(p) if p.is_empty())
    );
    assert!(matches!(
        request(r#"{"jsonrpc":"2.0","id":1,"method":"m","params":[1]}"#).params,
        Params::Malformed("array")
    ));
}

proptest! {
    #[test]
    fn any_bytes_are_a_message_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(&bytes);
    }

    #[test]
    fn answers_parse_to_what_was_put_in(id in any::<i64>(), text in any::<String>()) {
        let error = RpcError::new(code::INVALID_PARAMS, text.clone()).with_data(json!({"text": text}));
        let answer = Answer::error(http::StatusCode::OK, Some(&Id::Number(id.into())), &error);
        let read: Value = serde_json::from_str(&answer.body.unwrap_or_default()).map_err(|e| TestCaseError::fail(e.to_string()))?;
        prop_assert_eq!(read, json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32602, "message": text, "data": {"text": text}}}));
    }
}
