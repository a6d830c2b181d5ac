//! An MCP server framework: action-dispatched tools whose refusals explain themselves.
