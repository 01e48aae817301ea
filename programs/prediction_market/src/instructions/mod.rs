//! One file an instruction: arguments, accounts, checks, effects, transfers, event.
//!
//! Seeds under `idl-build` are for clients alone, which derive addresses by the IDL. The program itself checks an account
//! by what it says of itself, since finding an address takes at least 1,500 compute units; for the same reason accounts are
//! tied by `address`, not by `has_one`, which would tell Anchor's clients to fetch one account to find the other.

mod accept_admin;
mod burn_auction_buy;
mod cancel_market;
mod claim_position;
mod close_bankroll;
mod close_market;
mod collect_fees;
mod create_attestor_set;
mod create_market;
mod deposit;
mod initialize_config;
mod place_bet;
mod place_bet_from_bankroll;
pub mod resolve_market;
mod set_delegate;
mod settle_positions;
mod update_config;
mod void_market;
mod withdraw;

pub use {
    accept_admin::*, burn_auction_buy::*, cancel_market::*, claim_position::*, close_bankroll::*,
    close_market::*, collect_fees::*, create_attestor_set::*, create_market::*, deposit::*,
    initialize_config::*, place_bet::*, place_bet_from_bankroll::*, resolve_market::*, set_delegate::*,
    settle_positions::*, update_config::*, void_market::*, withdraw::*,
};
