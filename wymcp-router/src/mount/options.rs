//! Limits that an operator may want otherwise (SIZ).

use wymcp_bound::limits;
use wymcp_callbacksurface::Offence;

/// Bytes of a message, by transport, and entries of a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) body: usize,
    pub(crate) line: usize,
    pub(crate) page: usize,
    pub(crate) listeners: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: limits::BODY_BYTES,
            line: limits::LINE_BYTES,
            page: limits::PAGE_ENTRIES,
            listeners: limits::LISTENERS,
        }
    }
}

impl Limits {
    /// The shortest message that says anything fits a limit, or the limit refuses all.
    const LEAST: usize = 1024;

    pub(super) fn check(self, offences: &mut Vec<Offence>) {
        if self.page == 0 {
            offences.push(
                Offence::new("invalid_limit", "a page of no entries has no end")
                    .at("/page_size")
                    .wants("at least 1")
                    .mended_by("raise the limit"),
            );
        }
        if self.listeners == 0 {
            offences.push(
                Offence::new("invalid_limit", "no listener at all")
                    .at("/listener_cap")
                    .wants("at least 1")
                    .mended_by("raise the limit"),
            );
        }
        for (pointer, limit) in [("/body_limit", self.body), ("/line_limit", self.line)] {
            if limit < Self::LEAST {
                offences.push(
                    Offence::new("invalid_limit", format!("{limit} bytes hold no call"))
                        .at(pointer)
                        .wants(format!("at least {} bytes", Self::LEAST))
                        .mended_by("raise the limit"),
                );
            }
        }
    }
}
