//! Cache hints on what modern clients may keep (wire contract G4 to G7).

/// Who may share a cached answer (LST-3); see [`MountBuilder::cache`](crate::MountBuilder::cache).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum CacheScope {
    /// One authorisation context alone.
    #[default]
    Private,
    /// Anyone: never say so of what depends on who asks (G7).
    Public,
}

/// By default: not at all.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CacheHints {
    pub(super) ttl_ms: u64,
    pub(super) scope: CacheScope,
}

impl CacheHints {
    /// Append `,"cacheScope":…`.
    pub(crate) fn write_scope(self, out: &mut String) {
        out.push_str(match self.scope {
            CacheScope::Private => ",\"cacheScope\":\"private\"",
            CacheScope::Public => ",\"cacheScope\":\"public\"",
        });
    }

    /// Append `,"ttlMs":…`.
    pub(crate) fn write_ttl(self, out: &mut String) {
        out.push_str(",\"ttlMs\":");
        out.push_str(&self.ttl_ms.to_string());
    }
}
