//! The program's accounts, with their state transitions; instructions move the money.

mod attestor_set;
mod condition;
mod config;
mod fee_vault;
mod ledger;
mod market;
mod position;
mod question;

pub use {attestor_set::*, condition::*, config::*, fee_vault::*, market::*, position::*, question::*};
