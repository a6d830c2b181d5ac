//! Every limit of the framework, in one place (contract SIZ). Those that an operator may want otherwise are options of the mount.

/// Entries that a list in an answer shows (BND-3).
pub const LISTED: usize = 10;
/// Scalar values of a caller's text that an answer repeats (BND-1).
pub const ECHO: usize = 64;
/// Scalar values of a data path that an answer shows (BND-3).
pub const PATH: usize = 256;
/// Bytes of a request id, and of a progress token (BND-4).
pub const ID_BYTES: usize = 256;
/// Texts in one another that repair reads as JSON (GAT-9).
pub const TEXTS_IN_TEXTS: usize = 4;
/// Problems that are listed for one path (VAL-3).
pub const PROBLEMS_PER_PATH: usize = 10;
/// Scalar values of one problem's words (SIZ).
pub const PROBLEM_CHARS: usize = 300;
/// Scalar values of a fault's message (RUN-5, BND-4).
pub const FAULT_CHARS: usize = 300;
/// Alternatives of a union that a problem names (VAL-4).
pub const ALTERNATIVES: usize = 10;
/// Members of an `enum` that a problem shows (SIZ).
pub const ENUM_SHOWN: usize = 50;
/// Levels of nesting in an author's schema (VAL-1).
pub const SCHEMA_NESTING: usize = 64;
/// Levels of JSON that `wymcp-keyset` reads by itself, of a schema and of data (KEY-7).
pub const KEYSET_NESTING: usize = 512;
/// Pairs of a place and a narrowing that are compared before a schema is too intricate (KEY-9).
pub const COMPARISONS: usize = 100_000;
/// Times that one schema may have the validator look at one value of the data (VAL-6).
pub const LOOKS: u64 = 10_000;
/// Levels of nesting in a message, from the root of the body; what is deeper does not parse (SIZ).
pub const MESSAGE_NESTING: usize = 127;
/// Levels of nesting in what a tool answers (RUN-5).
pub const OUTPUT_NESTING: usize = 127;
/// Levels of nesting in what a call keeps between two rounds, and in each part of a sampling (INP-1, INP-2).
pub const QUESTION_NESTING: usize = 64;
/// Bytes of a code that a tool's own refusal carries (DEF-7).
pub const CODE_BYTES: usize = 64;
/// Bytes of an HTTP request body (SIZ).
pub const BODY_BYTES: usize = 4 * 1024 * 1024;
/// Bytes of a line on standard input (SIZ).
pub const LINE_BYTES: usize = 4 * 1024 * 1024;
/// Calls of one client that run at once over stdio (O).
pub const RUNNING: usize = 64;
/// Such calls that wait for a place while their input is still read, so that a cancellation behind them is seen (O5).
pub const WAITING: usize = 256;
/// Messages of one call that wait for a reader who is slower than the call (LNG-3).
pub const QUEUED: usize = 64;
/// Bytes of these messages (LNG-3).
pub const QUEUED_BYTES: usize = 256 * 1024;
/// Names that a `did_you_mean` offers (GAT-5).
pub const SUGGESTIONS: usize = 3;
/// Scalar values beyond which a name is not compared for `did_you_mean` (GAT-5).
pub const COMPARED_CHARS: usize = 64;
/// Bytes of a resource's URI; what is longer is no resource's (N2).
pub const URI_BYTES: usize = 8 * 1024;
/// Entries on one page of a list of resources, templates or prompts (N6).
pub const PAGE_ENTRIES: usize = 100;
/// Values of one completion (N5).
pub const COMPLETION_VALUES: usize = 100;
/// Messages of a batch (C4).
pub const BATCH: usize = 100;
/// Bytes of what a legacy client says of itself, as JSON, that its session keeps (L10).
pub const INTRODUCTION_BYTES: usize = 16 * 1024;
/// Requests of the server that wait for one client's answers (L19).
pub const ASKED: usize = 64;
/// Messages of a session that are kept to be sent again (L18).
pub const REPLAYED: usize = 256;
/// Bytes of these messages, of one session (L18).
pub const REPLAYED_BYTES: usize = 1024 * 1024;
/// Bytes of these messages, of all sessions of a mount (L18).
pub const ALL_REPLAYED_BYTES: usize = 64 * 1024 * 1024;
/// Streams of a session that go on without a reader, for whom its client may come back (L18).
pub const PARKED: usize = 16;
/// Resources that one client subscribes to (L22).
pub const SUBSCRIBED: usize = 256;
/// Bytes of the URI of such a resource (L22).
pub const SUBSCRIBED_BYTES: usize = 2048;
/// Times that a call asks its caller, one after the other (INP-5).
pub const ROUNDS: usize = 8;
/// Bytes of what a call keeps between two rounds, as JSON: its own state, and what was answered so far (INP-2).
pub const STATE_BYTES: usize = 64 * 1024;
/// Subscriptions and conversations of one mount that can be told of changes at one time (J11).
pub const LISTENERS: usize = 20_000;
/// Bytes of the URIs that all of these watch (J11).
pub const LISTENED_BYTES: usize = 64 * 1024 * 1024;
/// Bytes of what one process says to others of a change (DEF-6).
pub const NOTICE_BYTES: usize = 16 * 1024;
/// Such notices that wait while there is no link (J11).
pub const NOTICES: usize = 1024;
