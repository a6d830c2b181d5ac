use schemars::JsonSchema;
use serde::Deserialize;
use wymcp_actions::{schemars, typed};
#[derive(Deserialize, JsonSchema, serde::Serialize, Default, Clone)]
#[allow(dead_code)]
struct Inner { a: u8, b: Option<String> }
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Tagged { Plain, Named { x: i32 }, New(Inner) }
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
#[serde(tag = "t", content = "c")]
enum Adj { Plain, Named { x: i32 }, New(Inner) }
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
enum Ext { Plain, Named { x: i32 }, New(Inner), Tup(u8, u8) }
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
#[serde(untagged)]
enum Unt { Num(f32), Named { x: i32 }, New(Inner) }
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Flat { own: String, #[serde(flatten)] inner: Inner }
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct FlatOpt { own: String, #[serde(flatten)] inner: Option<Inner> }
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct FlatEnum { own: String, #[serde(flatten)] inner: Tagged }
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct FlatExt { own: String, #[serde(flatten)] inner: Ext }
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct FlatMap { own: String, #[serde(flatten)] inner: std::collections::HashMap<String, u8> }
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
#[serde(deny_unknown_fields)]
struct Deny { own: String, m: std::collections::HashMap<u32, i8> }
/// Doc of it.
/// more line
///
/// para
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct All { 
  /// the tag
  tagged: Tagged, adj: Adj, ext: Ext, unt: Unt, flat: Flat, flat_opt: FlatOpt, flat_enum: FlatEnum, flat_ext: FlatExt, flat_map: FlatMap, deny: Deny,
  oi: Option<Inner>, 
  #[serde(default)] di: Inner,
  #[serde(default)] dn: Option<u64>,
  #[serde(default)] dv: Vec<String>,
  nz: std::num::NonZeroU32, nzi: std::num::NonZeroI8, us: usize, f: f32, any: serde_json::Value, dur: std::time::Duration, ip: std::net::IpAddr, sys: Option<std::time::SystemTime>, unit: (), c: char, tup: (u8, String), arr: [u8; 3], set: std::collections::BTreeSet<String>, wide: Option<i128>,
  rec: Option<Box<All>>,
}
#[derive(Deserialize, JsonSchema)]
#[allow(dead_code)]
struct Newtype(All);
#[test]
fn show() {
    println!("{}", serde_json::to_string_pretty(&typed::schema_of::<Newtype>()).unwrap());
}
