//! Where answers come from. Each module turns accounts into one `Observation`, or refuses them by
//! name; nothing outside knows what the accounts were.

mod attestation;
mod mint;
mod pump;
mod pyth;

use anchor_lang::prelude::*;

use crate::{
    errors::{ensure, fail, MarketError},
    state::{Condition, Market, Metric, Observation, Timing},
};

/// Reads what `evidence` says about the market's metric, at `now` where it has no time of its own.
pub fn observe(
    key: &Pubkey,
    market: &Market,
    condition: &Condition,
    evidence: &[AccountInfo],
    now: i64,
) -> Result<Observation> {
    match (&condition.metric, evidence) {
        (Metric::Price { feed }, [update, ..]) => pyth::observe_price(market, condition, feed, update),
        (Metric::MarketCap { feed }, [update, mint, ..]) => {
            let price = pyth::observe_price(market, condition, feed, update)?;
            // The supply is today's: with a price of long ago it would make a value that never was.
            let latest = price.observed_at.saturating_add(market.terms.proof_window.into());
            ensure(now <= latest, MarketError::ObservationOutOfTime)?;
            mint::times_supply(price, &market.token, mint)
        }
        (Metric::Supply, [mint, ..]) => mint::observe_supply(&market.token, mint, now),
        (Metric::Migration, [curve, pool, ..]) => pump::observe_migration(&market.token, curve, pool, now),
        (Metric::Holders { .. }, [set, instructions, ..]) => {
            attestation::observe_count(key, market.terms.attestor_set, set, instructions)
        }
        (Metric::Event, [set, instructions, ..]) => {
            attestation::observe_fact(key, market.terms.attestor_set, set, instructions)
        }
        _ => Err(fail(MarketError::EvidenceMissing)),
    }
}

/// Refuses a condition that holds already, as far as the evidence shows: nobody bets on news.
/// The state of an account must be shown; a dated proof may be.
pub fn require_undecided(key: &Pubkey, market: &Market, evidence: &[AccountInfo], now: i64) -> Result<()> {
    if !market.is_watched() && evidence.is_empty() {
        return Ok(());
    }
    let condition = market.condition()?;
    if condition.timing == Timing::ByExpiry {
        let observation = observe(key, market, &condition, evidence, now)?;
        ensure(!condition.is_met_by(&observation), MarketError::ConditionAlreadyMet)?;
    }
    Ok(())
}
