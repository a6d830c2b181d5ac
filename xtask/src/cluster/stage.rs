//! The processes: a Redis server, two servers of fixtures, and nginx before them, each on a port that was free.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::{TOOLS, hears, listen};
use crate::server::Server;
use crate::shell::{Outcome, target_dir};

/// How long the servers may take to find Redis.
const PATIENCE: Duration = Duration::from_secs(10);

/// Ended in the order of the fields.
pub(super) struct Stage {
    nginx: Server,
    servers: [Server; 2],
    redis: Server,
    /// Where nginx listens.
    pub(super) front: String,
}

impl Stage {
    pub(super) fn set(program: &Path) -> Outcome<Self> {
        let folder = folder();
        std::fs::create_dir_all(&folder)?;
        let redis = redis(&free()?)?;
        let url = format!("redis://{}", redis.address());
        let server = |log| Server::start(program, &["--redis", &url], log);
        let servers = [server("cluster/one.log")?, server("cluster/other.log")?];
        joined(redis.address())?;
        let front = free()?;
        let configuration = folder.join("nginx.conf");
        std::fs::write(
            &configuration,
            nginx(&front, [servers[0].address(), servers[1].address()]),
        )?;
        let mut command = Command::new("nginx");
        command
            .arg("-e")
            .arg(folder.join("nginx-error.log"))
            .arg("-p")
            .arg(&folder)
            .arg("-c")
            .arg(&configuration);
        Ok(Self {
            nginx: Server::run(command, front.clone(), "cluster/nginx.log")?,
            servers,
            redis,
            front,
        })
    }

    /// The addresses of the two.
    pub(super) fn processes(&self) -> [&str; 2] {
        [self.servers[0].address(), self.servers[1].address()]
    }

    /// Kills Redis and starts it again; whoever listens meanwhile is told of it.
    pub(super) fn restart_redis(&mut self) -> Outcome {
        let mut listeners = [listen(self.processes()[0])?, listen(self.processes()[1])?];
        let address = self.redis.address().to_owned();
        self.redis.kill()?;
        self.redis = redis(&address)?;
        for listener in &mut listeners {
            hears(listener, TOOLS)?;
        }
        Ok(())
    }

    /// Every process ends well.
    pub(super) fn end(self) -> Outcome {
        self.nginx.interrupt()?;
        for server in self.servers {
            server.interrupt()?;
        }
        self.redis.interrupt()
    }
}

/// Waits until both servers are subscribed.
fn joined(redis: &str) -> Outcome {
    let mut connection = TcpStream::connect(redis)?;
    let mut answers = BufReader::new(connection.try_clone()?).lines();
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        connection.write_all(b"PUBSUB NUMSUB wymcp-fixtures\r\n")?;
        // `*2`, `$14`, the channel, and how many are subscribed.
        if answers.nth(3).transpose()?.as_deref() == Some(":2") {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Err("the servers are not joined by Redis".into())
}

fn folder() -> PathBuf {
    target_dir().join("cluster")
}

fn free() -> Outcome<String> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string())
}

/// It keeps nothing.
fn redis(address: &str) -> Outcome<Server> {
    let port = address.rsplit(':').next().unwrap_or_default();
    let mut command = Command::new("redis-server");
    command.args([
        "--bind",
        "127.0.0.1",
        "--port",
        port,
        "--save",
        "",
        "--appendonly",
        "no",
        "--dir",
    ]);
    command.arg(folder());
    Server::run(command, address.to_owned(), "cluster/redis.log")
}

/// One after the other. Streams it passes on as they come, because they say so themselves (`X-Accel-Buffering`).
fn nginx(front: &str, [one, other]: [&str; 2]) -> String {
    format!(
        "daemon off;
master_process off;
pid nginx.pid;
error_log nginx-error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    upstream both {{
        server {one};
        server {other};
    }}
    server {{
        listen {front};
        location /mcp {{
            proxy_pass http://both;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Connection \"\";
            proxy_read_timeout 1h;
            add_header X-Served-By $upstream_addr always;
        }}
    }}
}}
"
    )
}
