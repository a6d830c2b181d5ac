//! The revisions of MCP that are spoken, and what a version string claims.

use wymcp_callbacksurface::Era;

/// A revision of the protocol that this server speaks (wire contract A11, A12).
///
/// ```
/// use wymcp_router::{Era, Revision};
///
/// assert_eq!(Revision::V2026_07_28.name(), "2026-07-28");
/// assert!(Revision::LEGACY.iter().all(|revision| revision.era() == Era::Legacy));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Revision {
    /// `2025-03-26`: the oldest one.
    V2025_03_26,
    /// `2025-06-18`.
    V2025_06_18,
    /// `2025-11-25`: the last one with a handshake.
    V2025_11_25,
    /// `2026-07-28`: every request carries its own metadata.
    V2026_07_28,
}

impl Revision {
    /// What `server/discover` and a version error list: the modern revisions alone; the others are reached by `initialize` (A11,
    /// A12).
    pub const MODERN: &'static [Self] = &[Self::V2026_07_28];
    /// The revisions that `initialize` negotiates, oldest first.
    pub const LEGACY: &'static [Self] = &[Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25];
    /// What `initialize` answers when it does not know what was asked for (A13, A14).
    pub const LATEST_LEGACY: Self = Self::V2025_11_25;
    /// What a legacy request speaks that does not say so (A16).
    pub const ASSUMED: Self = Self::V2025_03_26;

    /// The revision as it is written on the wire.
    ///
    /// ```
    /// assert_eq!(wymcp_router::Revision::V2026_07_28.name(), "2026-07-28");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// Which era it belongs to.
    #[must_use]
    pub const fn era(self) -> Era {
        match self {
            Self::V2026_07_28 => Era::Modern,
            Self::V2025_03_26 | Self::V2025_06_18 | Self::V2025_11_25 => Era::Legacy,
        }
    }
}

/// What a version string claims; read from a header or from `_meta`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim {
    Legacy(Revision),
    Modern(Revision),
    /// A date after the newest revision: a modern client that is ahead of this server.
    Newer,
    /// Nothing that this server knows.
    Unknown,
}

impl Claim {
    pub(crate) fn of(text: &str) -> Self {
        let named = |list: &'static [Revision]| list.iter().copied().find(|revision| revision.name() == text);
        if let Some(revision) = named(Revision::MODERN) {
            Self::Modern(revision)
        } else if let Some(revision) = named(Revision::LEGACY) {
            Self::Legacy(revision)
        } else if is_date(text) && Revision::MODERN.iter().all(|revision| revision.name() < text) {
            Self::Newer
        } else {
            Self::Unknown
        }
    }
}

/// `2026-07-28` and its like: dates of this form are ordered as text.
fn is_date(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| {
            if matches!(at, 4 | 7) {
                byte == b'-'
            } else {
                byte.is_ascii_digit()
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_10_versions_are_told_apart_by_name_and_by_date() {
        assert_eq!(Claim::of("2026-07-28"), Claim::Modern(Revision::V2026_07_28));
        assert_eq!(Claim::of("2025-06-18"), Claim::Legacy(Revision::V2025_06_18));
        assert_eq!(Claim::of("2027-01-01"), Claim::Newer);
        for unknown in ["2026-07-27", "2024-11-05", "v999.0.0", "", "2027-1-1", "2027-01-01 "] {
            assert_eq!(Claim::of(unknown), Claim::Unknown, "{unknown}");
        }
    }

    #[test]
    fn a_12_modern_and_legacy_revisions_are_apart() {
        assert!(Revision::MODERN.iter().all(|revision| revision.era() == Era::Modern));
        assert!(Revision::LEGACY.iter().all(|revision| revision.era() == Era::Legacy));
        assert!(Revision::LEGACY.contains(&Revision::LATEST_LEGACY) && Revision::LEGACY.is_sorted());
    }
}
