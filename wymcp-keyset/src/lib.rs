//! Close JSON Schemas: which keys an object admits, at every depth.
