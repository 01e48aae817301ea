//! What the program stores. Accounts own their transitions; instructions move the money.

mod attestor_set;
mod bankroll;
mod condition;
mod config;
mod fee_vault;
mod ledger;
mod market;
mod observation;
mod outcome;
mod position;
mod question;
mod recent;
mod terms;

pub use {
    attestor_set::*, bankroll::*, condition::*, config::*, fee_vault::*, ledger::*, market::*,
    observation::*, outcome::*, position::*, question::*, recent::*, terms::*,
};

/// The layout of all accounts of this program. Every account begins with it, so that a later program can
/// read an earlier account.
pub const VERSION: u8 = 1;
