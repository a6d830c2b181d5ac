//! A server as a process: started on a free port, interrupted like a person would, or fed on its standard input.

use std::fs::File;
use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::shell::{Outcome, shown, target_dir};

/// How long a server may take to listen, or to end.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server on HTTP; killed when dropped.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    address: String,
    log: PathBuf,
}

impl Server {
    /// Starts it on a free port of this machine, its words in a file of the target folder, and waits until it listens.
    /// `further` follows the address on its command line.
    pub(crate) fn start(program: &Path, further: &[&str], log: &str) -> Outcome<Server> {
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
        let mut command = Command::new(program);
        command.args(["--addr", &address]).args(further);
        Self::run(command, address, log)
    }

    /// The same for any command that is told where to listen.
    pub(crate) fn run(mut command: Command, address: String, log: &str) -> Outcome<Server> {
        let log = target_dir().join(log);
        if let Some(folder) = log.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let words = File::create(&log)?;
        command.stdin(Stdio::null()).stderr(words.try_clone()?).stdout(words);
        println!("$ {}", shown(&command));
        let mut server = Server {
            child: command.spawn()?,
            address,
            log,
        };
        let begin = Instant::now();
        while TcpStream::connect(&server.address).is_err() {
            if begin.elapsed() > PATIENCE || server.child.try_wait()?.is_some() {
                return Err(format!("the server does not listen; it says:\n{}", server.words()).into());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(server)
    }

    /// Its host and port.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Ends it without a word.
    pub(crate) fn kill(&mut self) -> Outcome {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Where its endpoint is.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// Sends what Ctrl-C sends, and wants a clean end.
    pub(crate) fn interrupt(mut self) -> Outcome {
        crate::shell::output(Command::new("kill").args(["-INT", &self.child.id().to_string()]))?;
        match ended(&mut self.child)? {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(format!("Ctrl-C ended the server with {status}; it says:\n{}", self.words()).into()),
            None => Err("Ctrl-C did not end the server".into()),
        }
    }

    /// The last that it said.
    fn words(&self) -> String {
        let words = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = words.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server on stdio that gets two requests and the end of its input answers both, then ends with success.
pub(crate) fn ends_with_its_input(program: &Path) -> Outcome {
    let ping = |id| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n");
    let answers = talk(program, &["--stdio", "--memory"], &format!("{}{}", ping(1), ping(2)))?;
    if answers.lines().count() == 2 {
        return Ok(());
    }
    Err(format!("the stdio server answered two pings with:\n{answers}").into())
}

/// What one server stored, the next one tells.
pub(crate) fn remembers(program: &Path) -> Outcome {
    let store = target_dir().join("clients/restart.redb");
    if store.exists() {
        std::fs::remove_file(&store)?;
    }
    let store = store.display().to_string();
    let arguments = ["--stdio", "--store", &store];
    let call = |arguments: Value| {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let params = json!({"name": "tasks", "arguments": arguments, "_meta": meta});
        format!(
            "{}\n",
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
        )
    };
    talk(
        program,
        &arguments,
        &call(json!({"action": "create", "data": {"title": "Outlive the process"}})),
    )?;
    let answer = talk(program, &arguments, &call(json!({"action": "list"})))?;
    if answer.contains("Outlive the process") {
        Ok(())
    } else {
        Err(format!("after a restart it tells:\n{answer}").into())
    }
}

/// Writes to a new process, ends its input, and gives what it wrote; it has to end by itself and with success.
fn talk(program: &Path, arguments: &[&str], input: &str) -> Outcome<String> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    child
        .stdin
        .take()
        .ok_or("no standard input")?
        .write_all(input.as_bytes())?;
    let Some(status) = ended(&mut child)? else {
        child.kill()?;
        return Err("the stdio server goes on after the end of its input".into());
    };
    let output = String::from_utf8(child.wait_with_output()?.stdout)?;
    if status.success() {
        return Ok(output);
    }
    Err(format!("the stdio server ended with {status} and wrote:\n{output}").into())
}

/// The status with which a process ends within our patience.
fn ended(child: &mut Child) -> Outcome<Option<ExitStatus>> {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if begin.elapsed() > PATIENCE {
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
