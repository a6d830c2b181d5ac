//! The Inspector's command line: the tool with which people look at a server, in both eras, over both transports.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::install;
use crate::shell::{Outcome, shown, target_dir};

const PACKAGE: &str = "@modelcontextprotocol/inspector@2.12.0";
const ERAS: [&str; 2] = ["modern", "legacy"];

/// A request, and whether its result is as wanted.
struct Check {
    words: &'static [&'static str],
    is_well: fn(&Value) -> bool,
}

/// Against the tasks example. `--strict`: schemas that some clients cannot read are an error.
const TASKS: [Check; 4] = [
    Check {
        words: &["--method", "tools/list", "--strict"],
        is_well: |result| names(&result["tools"], "name") == ["projects", "tasks", "help"],
    },
    Check {
        words: &[
            "--method",
            "tools/call",
            "--tool-name",
            "tasks",
            "--tool-args-json",
            r#"{"action": "create", "data": {"title": "Look"}}"#,
        ],
        is_well: |result| result["structuredContent"]["task"]["title"] == "Look",
    },
    Check {
        words: &[
            "--method",
            "tools/call",
            "--tool-name",
            "tasks",
            "--tool-arg",
            "action=create",
            "data={}",
        ],
        is_well: |result| {
            let text = result["content"][0]["text"].as_str().unwrap_or_default();
            result["isError"] == true && text.contains("missing_required_fields")
        },
    },
    Check {
        words: &[
            "--method",
            "tools/call",
            "--tool-name",
            "help",
            "--tool-arg",
            "tool=tasks",
        ],
        is_well: |result| {
            result["content"][0]["text"]
                .as_str()
                .is_some_and(|text| text.contains("\"actions\""))
        },
    },
];

/// Against the fixture server.
const FIXTURES: [Check; 5] = [
    Check {
        words: &["--method", "tools/list", "--strict"],
        is_well: |result| names(&result["tools"], "name").first() == Some(&"test_simple_text"),
    },
    Check {
        words: &["--method", "resources/list"],
        is_well: |result| names(&result["resources"], "uri").contains(&"test://static-text"),
    },
    Check {
        words: &["--method", "resources/read", "--uri", "test://template/7/data"],
        is_well: |result| result["contents"][0]["uri"] == "test://template/7/data",
    },
    Check {
        words: &["--method", "prompts/list"],
        is_well: |result| names(&result["prompts"], "name").contains(&"test_simple_prompt"),
    },
    Check {
        words: &[
            "--method",
            "prompts/get",
            "--prompt-name",
            "test_prompt_with_arguments",
            "--prompt-args",
            "arg1=one",
            "arg2=two",
        ],
        is_well: |result| {
            let text = result["messages"][0]["content"]["text"].as_str().unwrap_or_default();
            text.contains("one") && text.contains("two")
        },
    },
];

/// Looks at the servers at these two addresses, and at the first as a program over stdio.
pub(super) fn look(tasks: &str, program: &Path, fixtures: &str) -> Outcome {
    let inspector = Inspector::install()?;
    let program = program.display().to_string();
    let places: [(&str, &[&str], &[Check]); 3] = [
        ("tasks over HTTP", &[tasks], &TASKS),
        ("tasks over stdio", &[&program, "--", "--stdio", "--memory"], &TASKS),
        ("fixtures over HTTP", &[fixtures], &FIXTURES),
    ];
    for era in ERAS {
        for (name, place, checks) in places {
            for check in checks {
                inspector.ask(era, check, place)?;
            }
            println!("ok   {name}, {era}: {} checks", checks.len());
        }
    }
    Ok(())
}

struct Inspector {
    node: PathBuf,
    script: PathBuf,
}

impl Inspector {
    fn install() -> Outcome<Self> {
        let packages = install::package(PACKAGE, "inspector")?;
        Ok(Self {
            node: install::node()?,
            script: packages.join("@modelcontextprotocol/inspector/clients/launcher/build/index.js"),
        })
    }

    fn ask(&self, era: &str, check: &Check, place: &[&str]) -> Outcome {
        let mut command = Command::new(&self.node);
        command
            .arg(&self.script)
            .args(["--cli", "--protocol-era", era, "--format", "json", "--quiet"])
            .args(check.words)
            // Words that take several values end with the next option.
            .args(["--connect-timeout", "20000"])
            .args(place)
            // Where it keeps what it knows of servers.
            .env("HOME", target_dir().join("inspector"))
            .stdin(Stdio::null());
        let output = command.output()?;
        let result: Option<Value> = serde_json::from_slice(&output.stdout).ok();
        let result = result.as_ref().map(|said| &said["result"]);
        // Its status says of a result that it is an error; else it has to be good.
        let is_error = result.is_some_and(|result| result["isError"] == true);
        if result.is_some_and(check.is_well) && (is_error || output.status.success()) {
            return Ok(());
        }
        Err(format!(
            "{} ended with {} and says:\n{}{}",
            shown(&command),
            output.status,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )
        .into())
    }
}

fn names<'v>(list: &'v Value, key: &str) -> Vec<&'v str> {
    let entries = list.as_array().into_iter().flatten();
    entries.filter_map(|entry| entry[key].as_str()).collect()
}
