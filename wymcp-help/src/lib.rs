//! The help tool: index, tool and action pages, rendered once.
