//! Where answers come from. Each module turns accounts into one observation, or refuses them by name;
//! nothing outside knows what the accounts were.

mod attestation;
mod mint;
mod observed;
mod pump;
mod pyth;

use anchor_lang::prelude::*;

use crate::{
    condition::{Condition, Metric},
    errors::{fail, MarketError},
    state::{AttestorSet, Market, Observation},
};
use observed::Observed;

/// The accounts that a caller of `resolve_market` shows.
pub struct Evidence<'a, 'info> {
    pub attestor_set: Option<&'a AttestorSet>,
    /// Whatever else the condition asks for.
    pub accounts: &'a [AccountInfo<'info>],
}

/// Reads what `evidence` says about the market's condition, at `now` where it has no time of its own.
/// `None` if nothing is shown.
pub fn observe(key: &Pubkey, market: &Market, evidence: &Evidence, now: i64) -> Result<Option<Observed>> {
    if evidence.accounts.is_empty() {
        return Ok(None);
    }
    let condition = market.condition();
    let observed = match (&condition.metric, evidence.accounts) {
        (Metric::Price { feed }, [update, ..]) => {
            let price = pyth::read_price(market, feed, update)?;
            price.observed(&condition, price.measurement)
        }
        (Metric::MarketCap { feed }, [update, mint, ..]) => {
            let price = pyth::read_price(market, feed, update)?;
            price.observed(&condition, mint::times_supply(price.measurement, &market.token, mint)?)
        }
        (Metric::Supply, [mint, ..]) => {
            let supply = mint::read_supply(&market.token, mint)?;
            let is_met = condition.is_met_by(supply);
            Observed { observation: Observation::of(supply, now, is_met), previous: None }
        }
        (Metric::Migration, [curve, pool, ..]) => {
            let has_migrated = pump::has_migrated(&market.token, curve, pool)?;
            Observed { observation: Observation::fact(has_migrated, now), previous: None }
        }
        (Metric::Holders { .. } | Metric::Event, [instructions, ..]) => {
            let set = evidence.attestor_set.ok_or_else(|| fail(MarketError::EvidenceMissing))?;
            let attested = attestation::read_quorum(key, market.terms.attestor_set, set, instructions)?;
            Observed { observation: Observation::fact(attested.is_met, attested.second), previous: None }
        }
        _ => return Err(fail(MarketError::EvidenceMissing)),
    };
    Ok(Some(observed))
}

/// Refuses a bet on an answer that can no longer change, where the state of an account shows that:
/// nobody bets on news. Such a market's bets must bring the account along.
pub fn require_undecided(condition: &Condition, token: &Pubkey, accounts: &[AccountInfo]) -> Result<()> {
    match (&condition.metric, accounts) {
        (Metric::Supply, [mint, ..]) => mint::require_can_change(condition, token, mint),
        (Metric::Migration, [curve, ..]) => pump::require_incomplete(token, curve),
        (Metric::Supply | Metric::Migration, []) => Err(fail(MarketError::EvidenceMissing)),
        _ => Ok(()),
    }
}

/// Refuses a new market whose supply nobody could rely on, or whose answer is fixed already.
pub fn require_measurable(condition: &Condition, token: &Pubkey, accounts: &[AccountInfo]) -> Result<()> {
    match (&condition.metric, accounts) {
        (Metric::Supply, [mint, ..]) => mint::require_reliable(token, mint)?,
        (Metric::MarketCap { .. }, [mint, ..]) => mint::require_fixed_maximum(token, mint)?,
        (Metric::MarketCap { .. }, []) => return Err(fail(MarketError::EvidenceMissing)),
        _ => {}
    }
    require_undecided(condition, token, accounts)
}
