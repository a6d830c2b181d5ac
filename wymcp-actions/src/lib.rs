//! Action schemas: the eight keys, their checks, and the closed set of action names.
