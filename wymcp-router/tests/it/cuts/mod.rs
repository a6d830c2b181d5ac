//! Connections that are cut at seeded random points, by FIN and by RST, while others are served (LNG-2; wire contract F9, F10, J10, L8, L18).
//!
//! What is cut and where is the seed's; how far the server is by then is the machine's. So nothing here depends on it: each test waits
//! for what has to become true, and a bound that no healthy run comes near turns waiting for ever into a failure.

mod bystanders;
mod cut;
mod dice;
mod exchange;
mod resuming;
mod stage;

use std::time::Duration;

use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;

use self::dice::Dice;
use self::exchange::Exchange;
use self::stage::Stage;
use crate::sessions::client::Client;

const SEEDS: std::ops::Range<u64> = 0..16;
const EXCHANGES: usize = 48;
const REVISIONS: [&str; 3] = ["2025-03-26", "2025-06-18", "2025-11-25"];
/// Far beyond what any step takes.
pub(crate) const BOUND: Duration = Duration::from_secs(60);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f_9_f_10_j_10_l_8_whatever_is_cut_leaves_nothing_and_disturbs_nobody() {
    let mut dropped = 0;
    for seed in SEEDS {
        let stage = Stage::open().await;
        let mut clients = Vec::new();
        for revision in REVISIONS {
            clients.push(Client::open(&stage.server, revision, &json!({"roots": {}})).await);
        }
        let mut dice = Dice::of(seed);
        let mut cuts = JoinSet::new();
        for number in 0..EXCHANGES {
            let exchange = Exchange::any(&mut dice, &clients, number);
            let socket = stage.server.connect().await;
            cuts.spawn(exchange.cut(socket));
        }
        let (done, over) = watch::channel(false);
        let cutting = async {
            cuts.join_all().await;
            done.send_replace(true);
        };
        bound("the cuts", async {
            tokio::join!(cutting, bystanders::are_served(&stage, over))
        })
        .await;
        stage.modern_calls_are_gone().await;
        for client in &clients {
            assert_eq!(client.delete().await.status, 204, "seed {seed}");
        }
        drop(clients);
        dropped += stage.close().await;
    }
    assert!(dropped > 0, "the cuts come too late to stop a call");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l_18_a_stream_that_is_cut_again_and_again_is_read_whole() {
    for seed in SEEDS {
        let stage = Stage::open().await;
        let mut dice = Dice::of(seed);
        let mut readers = JoinSet::new();
        for _ in 0..8 {
            let client = Client::open(&stage.server, "2025-11-25", &json!({})).await;
            readers.spawn(resuming::read_whole(
                stage.server.address(),
                client.id.clone(),
                dice.another(),
            ));
        }
        let cuts: usize = bound("the readers", readers.join_all()).await.into_iter().sum();
        assert!(cuts > 0, "seed {seed}: nothing was cut");
        stage.close().await;
    }
}

/// Waits, but not for ever.
pub(crate) async fn bound<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(BOUND, future).await {
        Ok(outcome) => outcome,
        Err(_) => panic!("{what} did not come to an end"),
    }
}
