//! Where answers come from. Each module turns accounts into one observation, or refuses them by name;
//! nothing outside knows what the accounts were.

mod attestation;
mod mint;
mod observed;
mod pump;
mod pyth;

use anchor_lang::prelude::*;

use crate::{
    condition::{Condition, Measurement, Metric},
    errors::{fail, MarketError},
    state::{Basis, Market},
};
pub use observed::Observed;

/// The accounts that a caller of `resolve_market` submits.
pub struct Evidence<'a, 'info> {
    pub attestor_set: Option<&'a AccountInfo<'info>>,
    /// Whatever else the condition asks for.
    pub accounts: &'a [AccountInfo<'info>],
}

/// What evidence says.
#[derive(Default)]
pub struct Findings {
    /// About the condition; none without evidence of it.
    pub observed: Option<Observed>,
    /// Of a change: the price that it begins with, unless it was recorded.
    pub reference: Option<Observed>,
}

/// Reads what `evidence` says about the market's condition, at `now` where it has no time of its own.
pub fn observe(
    key: &Pubkey,
    market: &Market,
    condition: &Condition,
    evidence: &Evidence,
    now: i64,
) -> Result<Findings> {
    let [first, rest @ ..] = evidence.accounts else {
        return Ok(Findings::default());
    };
    let missing = || fail(MarketError::EvidenceMissing);
    let observed = match (&condition.metric, rest) {
        (Metric::Price { feed }, _) => {
            let (publication, price) = pyth::read_price(market, market.expire_at, feed, first)?;
            match price {
                Ok(price) => Observed::value(condition.is_met_by(price), price, publication),
                Err(error) => Observed::unreadable(publication, error),
            }
        }
        (Metric::Change { feed, reference_at }, _) => {
            return observe_change(market, condition, feed, *reference_at, evidence.accounts);
        }
        (Metric::MarketCap { feed }, _) => {
            let (publication, price) = pyth::read_price(market, market.expire_at, feed, first)?;
            match price {
                Ok(price) => {
                    let supply = mint::read_supply(&market.token, rest.first().ok_or_else(missing)?)?;
                    let cap = price.times(supply)?;
                    let is_certain = is_certain(market, condition, cap, |supply| price.times(supply))?;
                    Observed::value(condition.is_met_by(cap), cap, publication).certain_if(is_certain)
                }
                Err(error) => Observed::unreadable(publication, error),
            }
        }
        (Metric::Supply, _) => {
            let supply = mint::read_supply(&market.token, first)?;
            let is_certain = is_certain(market, condition, supply, Ok)?;
            Observed::state(condition, supply, now).certain_if(is_certain)
        }
        (Metric::Migration, [pool, ..]) => {
            let (is_complete, has_pool) = pump::read_migration(market, first, pool)?;
            let has_migrated = is_complete && has_pool;
            Observed::fact(has_migrated, now).complete_if(is_complete)
        }
        (Metric::Migration, []) => return Err(missing()),
        (Metric::Holders { .. } | Metric::Event, _) => {
            let set = evidence.attestor_set.ok_or_else(missing)?;
            let attested = attestation::read_quorum(key, market.terms.attestor_set, set, first)?;
            Observed::fact(attested.is_met, attested.second)
        }
    };
    Ok(Findings { observed: Some(observed), reference: None })
}

/// Reads the price that a change begins with, unless it was recorded, and the price at expiry, if it is submitted too.
#[inline(never)]
fn observe_change(
    market: &Market,
    condition: &Condition,
    feed: &[u8; 32],
    reference_at: i64,
    accounts: &[AccountInfo],
) -> Result<Findings> {
    let mut reference = None;
    let (mut before, mut last) = (market.reference().map(|price| price.measurement()), accounts.last());
    if let (None, [first, rest @ ..]) = (before, accounts) {
        let (publication, price) = pyth::read_price(market, reference_at, feed, first)?;
        reference = Some(Observed::price(false, price, publication));
        (before, last) = (price.ok(), rest.first());
    }
    let (Some(before), Some(account)) = (before, last) else {
        return Ok(Findings { observed: None, reference });
    };
    let (publication, price) = pyth::read_price(market, market.expire_at, feed, account)?;
    let target = condition.target_from(before)?;
    let is_met = price.is_ok_and(|price| condition.comparison.holds(price, target));
    Ok(Findings { observed: Some(Observed::price(is_met, price, publication)), reference })
}

/// Whether the answer was the same at every moment since creation: the supply only fell, so it lay between the one at
/// creation and the present one, and both give the same answer. `of` turns a supply into what is measured.
fn is_certain(
    market: &Market,
    condition: &Condition,
    present: Measurement,
    of: impl Fn(Measurement) -> Result<Measurement>,
) -> Result<bool> {
    let Some(at_creation) = market.reference() else {
        return Ok(false);
    };
    let before = of(at_creation.measurement())?;
    Ok(condition.is_met_by(before) == condition.is_met_by(present))
}

/// Refuses a bet on an answer that can no longer change, where the state of an account shows that:
/// nobody bets on news. Such a market's bets must bring the account along.
pub fn require_undecided(market: &Market, accounts: &[AccountInfo]) -> Result<()> {
    let condition = &market.condition();
    match (&condition.metric, accounts) {
        (Metric::Supply, [mint, ..]) => mint::require_can_change(condition, &market.token, mint),
        (Metric::Migration, [curve, ..]) => pump::require_incomplete(&market.curve(), curve),
        (Metric::Supply | Metric::Migration, []) => Err(fail(MarketError::EvidenceMissing)),
        _ => Ok(()),
    }
}

/// Refuses a new market whose accounts are not what its condition says, whose supply nobody could rely on, or whose
/// answer is fixed already. Returns what the market keeps of them.
pub fn inspect(condition: &Condition, token: &Pubkey, accounts: &[AccountInfo]) -> Result<Basis> {
    match (&condition.metric, accounts) {
        (Metric::Price { .. } | Metric::Change { .. } | Metric::Event, _) => Ok(Basis::default()),
        (_, []) => Err(fail(MarketError::EvidenceMissing)),
        (Metric::Migration, [curve, ..]) => pump::inspect(token, curve),
        (Metric::Holders { .. }, [mint, ..]) => {
            mint::read_supply(token, mint)?;
            Ok(Basis::default())
        }
        (Metric::MarketCap { .. }, [mint, ..]) => mint::require_fixed_maximum(token, mint),
        (Metric::Supply, [mint, ..]) => {
            mint::require_can_change(condition, token, mint)?;
            mint::require_reliable(token, mint)
        }
    }
}
