//! Prints the tables and the coverage.
#![allow(clippy::print_stdout)]
fn main() {
    let cases = std::env::var("CASES").ok().and_then(|c| c.parse().ok()).unwrap_or(2000);
    let seed = std::env::var("SEED").ok().and_then(|c| c.parse().ok()).unwrap_or(0);
    if std::env::var("SHOW").is_ok() { println!("{}", wymcp_conformance::generate::schema::document(&mut wymcp_conformance::generate::dice::Dice::new(seed))); return; }
    if std::env::var("ACT").is_ok() { let o = wymcp_conformance::admission::run(cases, seed); println!("{o}"); for c in o.counterexamples.iter().take(6) { println!("{c}"); } return; }
    if std::env::var("SLOW").is_ok() { for s in seed..seed + cases { let t = std::time::Instant::now(); let _ = wymcp_conformance::closure::run(1, s); let e = t.elapsed(); if e.as_millis() > 300 { println!("{s} {e:?}"); } } return; }
    let o = wymcp_conformance::closure::run(cases, seed);
    println!("{}", o.coverage);
    println!("{:#?}", o.coverage.gaps());
    println!("{} counterexamples", o.counterexamples.len());
    for c in o.counterexamples.iter().take(12) { println!("{c}"); }
}
