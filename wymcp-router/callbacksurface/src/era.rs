//! For whom a listing is written.

/// The two eras of the protocol, as far as a tool's definition differs between them (wire contract M6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Era {
    /// 2026-07-28 and later: any output schema.
    Modern,
    /// Before that: an output schema must describe an object, and the properties at its root are objects (wire contract M6).
    Legacy,
}
