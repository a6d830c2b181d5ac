//! Processes that share a Redis server, here one that a test plays; `cargo xtask cluster` has a real one.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::tcp::OwnedReadHalf;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use wymcp_router::{Mount, RedisBroadcast};

use super::stream::Stream;
use super::{PROMPTS, TOOLS, UPDATED, builder, listen, news, plugin};

/// As much of a Redis server as pub/sub needs. What is published goes to whoever is subscribed, and to the test.
struct Server {
    address: SocketAddr,
    tasks: JoinSet<()>,
    subscribed: UnboundedReceiver<()>,
    published: UnboundedReceiver<String>,
}

#[derive(Clone)]
struct Told {
    subscribers: Arc<Mutex<Vec<UnboundedSender<String>>>>,
    subscribed: UnboundedSender<()>,
    published: UnboundedSender<String>,
}

impl Server {
    async fn start(address: SocketAddr) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let (subscribed, is_subscribed) = unbounded_channel();
        let (published, is_published) = unbounded_channel();
        let told = Told {
            subscribers: Arc::default(),
            subscribed,
            published,
        };
        let address = listener.local_addr().unwrap();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((connection, _)) = listener.accept().await {
                connections.spawn(serve(connection, told.clone()));
            }
        });
        Self {
            address,
            tasks,
            subscribed: is_subscribed,
            published: is_published,
        }
    }

    /// A mount that shares it, once it is subscribed.
    async fn mount(&mut self) -> Mount {
        let engine = RedisBroadcast::new(&format!("redis://{}", self.address), "news").unwrap();
        let mount = builder().broadcast(engine).build().unwrap();
        self.subscribed.recv().await.unwrap();
        mount
    }

    /// Cut every connection, and listen no more.
    async fn stop(mut self) -> SocketAddr {
        self.tasks.shutdown().await;
        self.address
    }
}

async fn serve(connection: TcpStream, told: Told) {
    let (read, mut write) = connection.into_split();
    let (say, mut said) = unbounded_channel::<String>();
    let mut writer = JoinSet::new();
    writer.spawn(async move {
        while let Some(text) = said.recv().await {
            let _ = write.write_all(text.as_bytes()).await;
        }
    });
    let mut read = BufReader::new(read);
    let mut is_subscribed = false;
    while let Some(words) = command(&mut read).await {
        let name = words[0].to_ascii_uppercase();
        let answer = match name.as_str() {
            "SUBSCRIBE" => format!("*3\r\n$9\r\nsubscribe\r\n{}:1\r\n", bulk(&words[1])),
            "PUBLISH" => ":1\r\n".to_owned(),
            "PING" if is_subscribed => "*2\r\n$4\r\npong\r\n$0\r\n\r\n".to_owned(),
            _ => "+OK\r\n".to_owned(),
        };
        let _ = say.send(answer);
        if name == "SUBSCRIBE" {
            is_subscribed = true;
            told.subscribers.lock().unwrap().push(say.clone());
            let _ = told.subscribed.send(());
        }
        if name == "PUBLISH" {
            let message = format!("*3\r\n$7\r\nmessage\r\n{}{}", bulk(&words[1]), bulk(&words[2]));
            for subscriber in told.subscribers.lock().unwrap().iter() {
                let _ = subscriber.send(message.clone());
            }
            let _ = told.published.send(words[2].clone());
        }
    }
}

fn bulk(text: &str) -> String {
    format!("${}\r\n{text}\r\n", text.len())
}

/// `*N` and N times `$length` and the word; nothing at the end.
async fn command(from: &mut BufReader<OwnedReadHalf>) -> Option<Vec<String>> {
    let count: usize = line(from).await?.strip_prefix('*')?.parse().ok()?;
    let mut words = Vec::new();
    for _ in 0..count {
        let length: usize = line(from).await?.strip_prefix('$')?.parse().ok()?;
        let mut word = vec![0; length + 2];
        from.read_exact(&mut word).await.ok()?;
        word.truncate(length);
        words.push(String::from_utf8(word).ok()?);
    }
    Some(words)
}

async fn line(from: &mut BufReader<OwnedReadHalf>) -> Option<String> {
    let mut line = String::new();
    let read = from.read_line(&mut line).await.ok()?;
    (read > 0).then(|| line.trim_end().to_owned())
}

async fn listening(mount: &Mount) -> Stream {
    let asked =
        json!({"toolsListChanged": true, "promptsListChanged": true, "resourceSubscriptions": ["news://today"]});
    let mut stream = Stream::open(mount, &listen(1, asked));
    stream.next().await;
    stream
}

#[tokio::test]
async fn def_6_what_one_process_notices_the_listeners_of_the_other_hear() {
    let mut server = Server::start("127.0.0.1:0".parse().unwrap()).await;
    let (one, other) = (server.mount().await, server.mount().await);
    let mut stream = listening(&other).await;
    one.tools().add(plugin("one")).unwrap();
    assert_eq!(stream.next().await, news(1, TOOLS, None));
    one.resource_updated("news://today");
    assert_eq!(stream.next().await, news(1, UPDATED, Some("news://today")));
    drop((one, stream, other));
    server.stop().await;
}

#[tokio::test]
async fn def_6_a_link_that_was_lost_heals_and_whoever_listens_is_told_that_anything_may_have_changed() {
    let mut server = Server::start("127.0.0.1:0".parse().unwrap()).await;
    let mount = server.mount().await;
    let mut stream = listening(&mount).await;
    let address = server.stop().await;
    // Nobody hears of this for now; here it is told at once.
    mount.prompts_changed();
    assert_eq!(stream.next().await, news(1, PROMPTS, None));

    let mut server = Server::start(address).await;
    server.subscribed.recv().await.unwrap();
    for (kind, uri) in [(TOOLS, None), (PROMPTS, None), (UPDATED, Some("news://today"))] {
        assert_eq!(stream.next().await, news(1, kind, uri));
    }
    let published = server.published.recv().await.unwrap();
    assert!(published.ends_with(" prompts"), "it waited for the link: {published}");
    drop((stream, mount));
    server.stop().await;
}

#[tokio::test]
async fn act_11_what_is_no_address_or_has_no_runtime_is_said_at_once_and_without_the_password() {
    let error = RedisBroadcast::new("http://user:12345@host", "news").unwrap_err();
    assert_eq!(error.to_string(), "this is no address of a Redis server");
    let engine = RedisBroadcast::new("redis://user:12345@127.0.0.1", "news").unwrap();
    assert!(!format!("{engine:?}").contains("12345"));
    let built = std::thread::spawn(move || builder().broadcast(engine).build())
        .join()
        .unwrap();
    let offences = built.unwrap_err();
    assert_eq!(offences.iter().next().unwrap().code(), "broadcast_unavailable");
}
