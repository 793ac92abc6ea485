//! Tests pictures of many positions.
