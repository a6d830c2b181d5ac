//! Lines of bounded length (O1, O10).

use std::io;

use tokio::io::{AsyncBufRead, AsyncBufReadExt as _};

/// Reads a line at a time and keeps what it has read of one, so that waiting for a line can be given up and taken up again.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    limit: usize,
    line: Vec<u8>,
    /// The rest of a line that was too long is being skipped.
    overlong: bool,
    is_first: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Without its end; never blank.
    Whole(Vec<u8>),
    TooLong,
}

impl<R: AsyncBufRead + Unpin> Lines<R> {
    pub(super) const fn new(input: R, limit: usize) -> Self {
        Self {
            input,
            limit,
            line: Vec::new(),
            overlong: false,
            is_first: true,
        }
    }

    /// The next line that says something; nothing at the end of the input. A last line without its end counts.
    pub(super) async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            let available = self.input.fill_buf().await?;
            if available.is_empty() {
                return Ok(self.finish());
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            // A carriage return at the end is not counted, so one byte more is held than a line may have.
            if self.overlong || self.line.len() + part.len() > self.limit + 1 {
                (self.overlong, self.line) = (true, Vec::new());
            } else {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some()
                && let Some(line) = self.finish()
            {
                return Ok(Some(line));
            }
        }
    }

    /// What was read of a line, cleaned: no byte order mark before the first, no carriage return at the end; nothing if blank.
    fn finish(&mut self) -> Option<Line> {
        let mut line = std::mem::take(&mut self.line);
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if std::mem::take(&mut self.is_first) && line.starts_with(b"\xef\xbb\xbf") {
            line.drain(..3);
        }
        if std::mem::take(&mut self.overlong) || line.len() > self.limit {
            return Some(Line::TooLong);
        }
        (!line.trim_ascii().is_empty()).then_some(Line::Whole(line))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tokio::io::BufReader;

    use super::*;

    async fn read(input: &[u8], limit: usize, chunk: usize) -> Vec<Line> {
        let mut lines = Lines::new(BufReader::with_capacity(chunk, input), limit);
        let mut read = Vec::new();
        while let Some(line) = lines.next().await.unwrap() {
            read.push(line);
        }
        read
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.as_bytes().to_vec())
    }

    #[tokio::test]
    async fn o_1_lines_end_in_lf_or_crlf_and_blank_ones_say_nothing() {
        let lines = read(b"\xef\xbb\xbf{}\r\n\n \t\r\n{\"a\":1}\nlast", 99, 3).await;
        assert_eq!(lines, [whole("{}"), whole("{\"a\":1}"), whole("last")]);
    }

    #[tokio::test]
    async fn o_10_an_overlong_line_is_skipped_whole_and_the_next_is_read() {
        let lines = read(b"12345\n123456\n12345\r\n1234567890\r\nx", 5, 2).await;
        assert_eq!(
            lines,
            [whole("12345"), Line::TooLong, whole("12345"), Line::TooLong, whole("x")]
        );
    }

    proptest! {
        #[test]
        fn o_1_how_input_is_cut_into_reads_does_not_matter(input in proptest::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), any::<u8>()], 0..80), chunk in 1usize..9) {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            runtime.block_on(async {
                assert_eq!(read(&input, 10, chunk).await, read(&input, 10, 1000).await);
            });
        }
    }
}
