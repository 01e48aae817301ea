//! Reads evidence: each module turns accounts into one `Observation`, or refuses them with an error that
//! names the reason. The rest of the program does not know the accounts' layouts.

mod attestation;
mod mint;
mod pump;
mod pyth;

use anchor_lang::prelude::*;

use crate::{
    errors::{ensure, fail, MarketError},
    state::{Condition, Market, Metric, Observation, Timing},
};

/// Reads the market's metric from `evidence`; an observation without a time of its own has the time `now`.
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
            // The supply is the current one: times an old price it would give a value that never existed.
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

/// Refuses a market or bet if the evidence shows that the condition is already met, so that nobody bets on
/// a known outcome. The evidence is required if the condition is the state of an account, otherwise
/// optional.
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
