//! Plays the blocks of one README in their order.

use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::blocks::Block;
use super::fresh::{Fresh, manifest};
use crate::shell::{Outcome, built, output, run};

/// The port that READMEs and examples speak of.
const PORT: &str = "8787";

/// A crate of the README: the blocks from one manifest to the next.
struct Scene<'a> {
    fresh: Fresh,
    /// The name of its package, which is that of its program.
    package: String,
    /// What the last Rust block is built as.
    last: Option<String>,
    /// Whether a block has tests of its own.
    tested: bool,
    /// Steps after the build, in order.
    steps: Vec<Step<'a>>,
}

enum Step<'a> {
    Prints { program: String, block: &'a Block },
    Call { call: &'a Block, answer: Option<&'a Block> },
}

/// How many blocks were built, run or compared.
pub(crate) fn play(readme: &str, package: &str, blocks: &[Block]) -> Outcome<usize> {
    let port = free_port()?;
    let mut scenes: Vec<Scene<'_>> = Vec::new();
    let mut count = 0;
    for block in blocks {
        let title = block.title.as_deref();
        let taken = match (block.language.as_str(), title) {
            ("toml", Some("Cargo.toml")) => {
                scenes.push(scene(&block.text, block.line)?);
                true
            }
            ("rust", _) if block.flags.contains("ignore") => false,
            ("rust", title) => {
                rust(current(&mut scenes, package)?, block, title, &port)?;
                true
            }
            ("text" | "json", Some("output")) => {
                let scene = current(&mut scenes, package)?;
                let program = scene
                    .last
                    .clone()
                    .ok_or_else(|| format!("line {}: no Rust block before it", block.line))?;
                scene.steps.push(Step::Prints { program, block });
                true
            }
            ("sh", Some("call")) => {
                current(&mut scenes, package)?.steps.push(Step::Call {
                    call: block,
                    answer: None,
                });
                true
            }
            ("json", Some("answer")) => {
                match current(&mut scenes, package)?.steps.last_mut() {
                    Some(Step::Call { answer, .. }) if answer.is_none() => *answer = Some(block),
                    _ => {
                        return Err(format!("line {}: an answer without a call right before it", block.line).into());
                    }
                }
                true
            }
            (_, Some(path)) if path.contains('/') => {
                current(&mut scenes, package)?.fresh.file(path, &block.text)?;
                true
            }
            (_, Some(title)) => {
                return Err(format!("line {}: nothing is known of the title {title:?}", block.line).into());
            }
            _ => false,
        };
        count += usize::from(taken);
    }
    for scene in &scenes {
        println!("{readme}: a fresh crate called {}", scene.package);
        finish(scene, &port)?;
    }
    Ok(count)
}

fn scene<'a>(text: &str, line: usize) -> Outcome<Scene<'a>> {
    let name = text
        .lines()
        .find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    let (package, text) = match name {
        Some(name) => (name.to_owned(), text.to_owned()),
        // A README may show the dependencies alone.
        None => (
            "readme".to_owned(),
            format!("[package]\nname = \"readme\"\nedition = \"2024\"\n\n{text}"),
        ),
    };
    Ok(Scene {
        fresh: Fresh::new(&text, line)?,
        package,
        last: None,
        tested: false,
        steps: Vec::new(),
    })
}

fn current<'s, 'a>(scenes: &'s mut Vec<Scene<'a>>, package: &str) -> Outcome<&'s mut Scene<'a>> {
    if scenes.is_empty() {
        scenes.push(scene(&manifest(package), 0)?);
    }
    scenes.last_mut().ok_or_else(|| "no crate".into())
}

/// A Rust block is a file of the crate, or an example of its own.
fn rust(scene: &mut Scene<'_>, block: &Block, title: Option<&str>, port: &str) -> Outcome {
    let text = block.text.replace(PORT, port);
    scene.tested |= text.contains("#[test]") || text.contains("check_tool!");
    match title {
        Some(path) => {
            scene.fresh.file(path, &text)?;
            scene.last = Some(scene.package.clone());
        }
        None => {
            let name = format!("line_{}", block.line);
            let text = if text.contains("fn main") {
                text
            } else {
                format!("fn main() {{\n{text}\n}}\n")
            };
            scene.fresh.file(&format!("examples/{name}.rs"), &text)?;
            scene.last = Some(name);
        }
    }
    Ok(())
}

/// Builds the crate, then takes its steps; the crate's own program is started before the first call and ended after the last step.
fn finish(scene: &Scene<'_>, port: &str) -> Outcome {
    if !scene.fresh.has("src/main.rs") && !scene.fresh.has("src/lib.rs") {
        scene.fresh.file("src/lib.rs", "")?;
    }
    let mut server: Option<Server> = None;
    let mut programs: Vec<(String, PathBuf)> = Vec::new();
    run(&mut scene.fresh.cargo("build"))?;
    if scene.tested {
        run(&mut scene.fresh.cargo("test"))?;
    }
    for step in &scene.steps {
        match step {
            Step::Prints { program, block } => {
                let path = program_path(scene, &mut programs, program)?;
                prints(scene, path, block, port)?;
            }
            Step::Call { call, answer } => {
                if server.is_none() {
                    let path = program_path(scene, &mut programs, &scene.package)?;
                    server = Some(Server::start(scene, path, port)?);
                }
                call_and_compare(scene, call, *answer, port)?;
            }
        }
    }
    Ok(())
}

fn program_path(scene: &Scene<'_>, programs: &mut Vec<(String, PathBuf)>, name: &str) -> Outcome<PathBuf> {
    if let Some((_, path)) = programs.iter().find(|(known, _)| known == name) {
        return Ok(path.clone());
    }
    let [path] = built(&mut scene.fresh.cargo("build"), [name])?;
    programs.push((name.to_owned(), path.clone()));
    Ok(path)
}

fn prints(scene: &Scene<'_>, program: PathBuf, block: &Block, port: &str) -> Outcome {
    let shown = block.text.replace(PORT, port);
    let printed = output(Command::new(program).current_dir(scene.fresh.folder()))?;
    let same = match (block.language.as_str(), serde_json::from_str::<Value>(&printed)) {
        ("json", Ok(printed)) => serde_json::from_str::<Value>(&shown)? == printed,
        _ => printed.trim() == shown.trim(),
    };
    if same {
        return Ok(());
    }
    Err(format!(
        "line {}: shown\n{}\nbut the program prints\n{printed}",
        block.line, block.text
    )
    .into())
}

fn call_and_compare(scene: &Scene<'_>, call: &Block, answer: Option<&Block>, port: &str) -> Outcome {
    let script = call.text.replace(PORT, port);
    let mut bash = Command::new("bash");
    bash.args(["-euc", &script]).current_dir(scene.fresh.folder());
    let text = output(&mut bash)?;
    let Some(answer) = answer else { return Ok(()) };
    let came: Value = serde_json::from_str(&text)
        .map_err(|error| format!("line {}: the call's answer is no JSON ({error}): {text}", call.line))?;
    let shown: Value = serde_json::from_str(&answer.text)
        .map_err(|error| format!("line {}: the answer shown is no JSON: {error}", answer.line))?;
    if readings(&came).contains(&shown) {
        return Ok(());
    }
    Err(format!(
        "line {}: the answer shown is not the one that came:\n{came:#}",
        answer.line
    )
    .into())
}

/// What a README may show of an answer.
fn readings(came: &Value) -> Vec<Value> {
    let result = &came["result"];
    let mut readings = vec![came.clone(), result.clone(), result["structuredContent"].clone()];
    let text = result["content"][0]["text"].as_str().unwrap_or_default();
    readings.extend(serde_json::from_str(text));
    readings
}

/// The program of a README while it serves; killed when dropped.
struct Server(Child);

impl Server {
    fn start(scene: &Scene<'_>, program: PathBuf, port: &str) -> Outcome<Server> {
        let mut command = Command::new(program);
        command.current_dir(scene.fresh.folder()).stdin(Stdio::null());
        let server = Server(command.spawn()?);
        let begin = Instant::now();
        while TcpStream::connect(format!("127.0.0.1:{port}")).is_err() {
            if begin.elapsed() > Duration::from_secs(20) {
                return Err("the program does not serve within 20 s".into());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A port that nobody listens on right now.
fn free_port() -> Outcome<String> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port().to_string())
}
