//! The conformance suite of wymcp: cases derived from every callback and every gate ordering.
