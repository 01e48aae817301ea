//! One file an instruction: arguments, accounts, checks, effects, transfers, event.

mod accept_admin;
mod burn_auction_buy;
mod cancel_market;
mod claim_position;
mod close_market;
mod collect_fees;
mod create_attestor_set;
mod create_market;
mod initialize_config;
mod place_bet;
mod resolve_market;
mod settle_positions;
mod update_config;
mod void_market;

pub use {
    accept_admin::*, burn_auction_buy::*, cancel_market::*, claim_position::*, close_market::*,
    collect_fees::*, create_attestor_set::*, create_market::*, initialize_config::*, place_bet::*,
    resolve_market::*, settle_positions::*, update_config::*, void_market::*,
};
