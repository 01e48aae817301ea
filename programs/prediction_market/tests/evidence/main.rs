//! What each source of evidence says, and by which error each wrong one is refused.

// A test that overflows or unwraps nothing has failed, as it should.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

mod accounts;
mod attested;
#[path = "../common/mod.rs"]
mod common;
mod migration;
mod price;
mod supply;
