//! A client for the program: what its accounts hold, its instructions, errors and types. Generated from the IDL by Codama.
//!
//! Amounts are base units: lamports, or base units of the utility token. Times are unix seconds. Each instruction has a
//! builder (`PlaceBetBuilder`) that knows the addresses that never change; accounts are read with `from_bytes`.

#[allow(unused_imports)]
#[rustfmt::skip]
mod generated;

pub use generated::programs::PREDICTION_MARKET_ID;
pub use generated::{accounts, errors, instructions, types};
