//! What the suite wrote down about each scenario, read strictly.

use std::path::Path;

use serde_json::Value;

use crate::shell::Outcome;

/// Length of what stands behind a scenario's name in the name of its folder: `-2025-11-25T12-00-00-000Z`.
const TIME: usize = 25;

/// The checks of one scenario.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) scenario: String,
    checks: Vec<Value>,
}

/// Reads every `server-<scenario>-<time>/checks.json` of a run.
pub(crate) fn read(folder: &Path) -> Outcome<Vec<Verdict>> {
    let mut verdicts = Vec::new();
    if !folder.exists() {
        return Ok(verdicts);
    }
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let scenario = name.strip_prefix("server-").and_then(|name| {
            let end = name.len().checked_sub(TIME)?;
            name.get(..end)
        });
        let Some(scenario) = scenario else { continue };
        let text = std::fs::read_to_string(entry.path().join("checks.json"))?;
        let Value::Array(checks) = serde_json::from_str(&text)? else {
            return Err(format!("{name}/checks.json holds no list").into());
        };
        verdicts.push(Verdict {
            scenario: scenario.to_owned(),
            checks,
        });
    }
    verdicts.sort_by(|one, other| one.scenario.cmp(&other.scenario));
    Ok(verdicts)
}

/// How many checks passed, or what is wrong. A scenario that did not run, or checked nothing, has not passed; neither has one whose
/// check `must_pass` is not among those that passed.
pub(crate) fn judge(verdict: Option<&Verdict>, must_pass: Option<&str>) -> Result<usize, Vec<String>> {
    let Some(verdict) = verdict else {
        return Err(vec!["did not run".to_owned()]);
    };
    let mut passed = 0;
    let mut problems = Vec::new();
    for check in &verdict.checks {
        match check["status"].as_str().unwrap_or("without a status") {
            "SUCCESS" => passed += 1,
            // What it saw on the way.
            "INFO" => {}
            status => problems.push(format!("{status} {}: {}", words(&check["id"]), why(check))),
        }
    }
    if passed == 0 {
        problems.push("nothing was checked".to_owned());
    }
    let is_reached = |id: &str| {
        let mut passed = verdict.checks.iter().filter(|check| check["status"] == "SUCCESS");
        passed.any(|check| check["id"] == id)
    };
    if let Some(id) = must_pass.filter(|id| !is_reached(id)) {
        problems.push(format!("{id} was not reached"));
    }
    if problems.is_empty() { Ok(passed) } else { Err(problems) }
}

fn why(check: &Value) -> String {
    let told = [&check["errorMessage"], &check["description"]];
    let told = told.into_iter().find(|told| told.is_string());
    told.map_or_else(|| "no reason given".to_owned(), words)
}

fn words(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn verdict(statuses: &[&str]) -> Verdict {
        let checks = statuses.iter().enumerate();
        let checks = checks.map(|(number, status)| json!({"id": format!("check-{number}"), "status": status}));
        Verdict {
            scenario: "ping".to_owned(),
            checks: checks.collect(),
        }
    }

    #[test]
    fn only_checks_that_passed_count() {
        assert_eq!(judge(Some(&verdict(&["SUCCESS", "INFO", "SUCCESS"])), None), Ok(2));
        for status in ["FAILURE", "WARNING", "SKIPPED", "ELSE"] {
            assert!(judge(Some(&verdict(&["SUCCESS", status])), None).is_err(), "{status}");
        }
    }

    #[test]
    fn what_was_not_reached_has_not_passed() {
        assert!(judge(None, None).is_err());
        assert!(judge(Some(&verdict(&[])), None).is_err());
        assert!(judge(Some(&verdict(&["INFO"])), None).is_err());
        assert!(judge(Some(&verdict(&["SUCCESS", "INFO"])), Some("check-0")).is_ok());
        assert!(judge(Some(&verdict(&["SUCCESS", "INFO"])), Some("check-1")).is_err());
    }
}
