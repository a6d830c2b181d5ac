//! The link to a Redis server: made, held, and made again.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt as _;
use redis::aio::{MultiplexedConnection, PubSub};
use redis::{AsyncConnectionConfig, Client, RedisError};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use super::Outgoing;
use crate::broadcast::{BroadcastError, Receiver};

/// How long the first pause is, and the longest.
const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(5)];
/// How long the server has to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often a link on which nothing is said is asked whether it is there still.
const PULSE: Duration = Duration::from_secs(10);

/// Where the server is.
#[derive(Debug, Clone)]
pub(super) struct Link {
    client: Client,
    channel: String,
}

/// Why there is no link, or none any more.
#[derive(Debug, thiserror::Error)]
enum Lost {
    #[error("{0}")]
    Redis(#[from] RedisError),
    #[error("the server does not answer")]
    Silent,
    #[error("the server has closed the connection")]
    Closed,
}

impl Link {
    pub(super) fn to(url: &str, channel: String) -> Result<Self, BroadcastError> {
        // The error's own words may hold the address, and with it a password.
        let client = Client::open(url).map_err(|_| BroadcastError::new("this is no address of a Redis server"))?;
        Ok(Self { client, channel })
    }

    pub(super) fn channel(&self) -> &str {
        &self.channel
    }

    /// For as long as the task runs.
    pub(super) async fn hold(self, outgoing: Arc<Outgoing>, receiver: Receiver) {
        let [first, longest] = PAUSES;
        let (mut pause, mut was_lost) = (first, false);
        loop {
            let lost = match self.open().await {
                Ok(open) => {
                    if was_lost {
                        tracing::info!(name: "broadcast.healed", target: "wymcp", event = "broadcast.healed", channel = self.channel);
                        receiver.missed();
                    }
                    pause = first;
                    open.carry(&self.channel, &outgoing, &receiver).await
                }
                Err(lost) => lost,
            };
            was_lost = true;
            tracing::warn!(
                name: "broadcast.lost", target: "wymcp",
                event = "broadcast.lost", channel = self.channel, message = %lost, pause = pause.as_secs_f64(),
            );
            sleep(pause).await;
            pause = (pause * 2).min(longest);
        }
    }

    async fn open(&self) -> Result<Open, Lost> {
        let mut heard = patiently(self.client.get_async_pubsub()).await?;
        patiently(heard.subscribe(&self.channel)).await?;
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(PATIENCE))
            .set_response_timeout(Some(PATIENCE));
        let said = patiently(self.client.get_multiplexed_async_connection_with_config(&config)).await?;
        Ok(Open { heard, said })
    }
}

/// Two connections: Redis lets one that is subscribed say nothing else.
struct Open {
    heard: PubSub,
    said: MultiplexedConnection,
}

impl Open {
    /// Until the link is lost; why it is.
    async fn carry(self, channel: &str, outgoing: &Outgoing, receiver: &Receiver) -> Lost {
        let Self { heard, mut said } = self;
        let (mut asked, mut messages) = heard.split();
        let mut pulse = interval(PULSE);
        pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                message = messages.next() => {
                    let Some(message) = message else { return Lost::Closed };
                    if let Ok(text) = message.get_payload::<String>() {
                        receiver.receive(&text);
                    }
                }
                notice = outgoing.next() => {
                    let publish = redis::cmd("PUBLISH").arg(channel).arg(notice.as_str()).to_owned();
                    if let Err(lost) = patiently(publish.query_async::<()>(&mut said)).await {
                        outgoing.put_back(notice);
                        return lost;
                    }
                }
                _ = pulse.tick() => {
                    if let Err(lost) = patiently(asked.ping::<()>()).await {
                        return lost;
                    }
                }
            }
        }
    }
}

async fn patiently<T>(answer: impl Future<Output = Result<T, RedisError>>) -> Result<T, Lost> {
    match timeout(PATIENCE, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(Lost::Silent),
    }
}
