//! One connection, and its end.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::dice::Dice;

/// Where a client goes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cut {
    /// Bytes of the request that it sends.
    written: usize,
    /// Bytes of the answer that it waits for, after a whole request.
    read: usize,
    /// It goes by RST, else by FIN.
    resets: bool,
}

impl Cut {
    /// `surely`: how many bytes of an answer come whatever happens; an answer that ends may be shorter than what is waited for.
    pub(crate) fn any(dice: &mut Dice, length: usize, surely: usize) -> Self {
        let whole = dice.below(4) > 0;
        Self {
            written: if whole { length } else { dice.below(length) },
            read: if whole { dice.below(surely) } else { 0 },
            resets: dice.below(2) == 0,
        }
    }

    /// Reads something of an answer that ends.
    pub(crate) fn reading(dice: &mut Dice) -> Self {
        Self {
            resets: dice.below(2) == 0,
            ..Self::after(dice.below(1500))
        }
    }

    /// Reads so many bytes.
    pub(crate) const fn after(read: usize) -> Self {
        Self {
            written: usize::MAX,
            read,
            resets: false,
        }
    }

    /// Sends, reads and goes; gives what was read.
    pub(crate) async fn perform(self, mut socket: TcpStream, request: &str) -> Vec<u8> {
        // The server may have answered, and closed, before it has read all.
        let _ = socket
            .write_all(&request.as_bytes()[..self.written.min(request.len())])
            .await;
        let mut read = Vec::new();
        let mut chunk = [0; 512];
        while read.len() < self.read {
            let wanted = chunk.len().min(self.read - read.len());
            match socket.read(&mut chunk[..wanted]).await {
                Ok(0) | Err(_) => break,
                Ok(length) => read.extend_from_slice(&chunk[..length]),
            }
        }
        if self.resets {
            socket.set_zero_linger().unwrap();
        } else {
            let _ = socket.shutdown().await;
        }
        read
    }
}
