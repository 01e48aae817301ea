//! What the program stores. Accounts own their transitions; instructions move the money.

mod attestor_set;
mod bankroll;
mod condition;
mod config;
mod fee_vault;
mod ledger;
mod market;
mod observation;
mod position;
mod question;
mod recent;
mod rewards;
mod terms;

pub use {
    attestor_set::*, bankroll::*, condition::*, config::*, fee_vault::*, ledger::*, market::*,
    observation::*, position::*, question::*, recent::*, terms::*,
};
