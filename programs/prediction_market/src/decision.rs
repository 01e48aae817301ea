//! Decides a market from the time and an observation, without side effects.
//!
//! | timing | proof | Yes | No |
//! |---|---|---|---|
//! | at expiry | any | observed in [expiry, expiry + proof window] and met | observed then and not met |
//! | by expiry | dated | observed in (creation, expiry] and met, proven before the proof window ends | once the proof window has ended |
//! | by expiry | state | met when the instruction runs | not met, from expiry on |
//!
//! A market capitalisation has the date of its price, and must be proven within one proof window of that
//! date, since the supply has no date.
//!
//! No cannot be decided while a proof of Yes can still arrive, and a market that can be voided can no
//! longer be decided: at no time does the caller choose the outcome.

use anchor_lang::prelude::*;

use crate::{
    errors::{ensure, MarketError},
    oracle,
    state::{Condition, Market, Observation, Outcome, Timing},
};

/// `None`: No, because the proof window ended without a proof of Yes.
pub type Decision = (Outcome, Option<Observation>);

/// The outcome at `now`, with the observation that it rests on, if any.
pub fn decide(key: &Pubkey, market: &Market, evidence: &[AccountInfo], now: i64) -> Result<Decision> {
    market.require_undecided()?;
    ensure(now < market.void_at(), MarketError::DecisionTooLate)?;
    let condition = market.condition()?;
    if condition.timing == Timing::AtExpiry {
        ensure(now >= market.expire_at, MarketError::NotExpired)?;
    } else if condition.metric.is_dated() && now >= market.proof_deadline() {
        return Ok((Outcome::No, None));
    }
    let observation = oracle::observe(key, market, &condition, evidence, now)?;
    require_in_time(market, &condition, observation.observed_at)?;
    let outcome = if condition.is_met_by(&observation) { Outcome::Yes } else { Outcome::No };
    if outcome == Outcome::No && condition.timing == Timing::ByExpiry {
        let is_final = !condition.metric.is_dated() && now >= market.expire_at;
        ensure(is_final, MarketError::NotDecidableYet)?;
    }
    Ok((outcome, Some(observation)))
}

/// Refuses an observation from a time that does not decide the market.
fn require_in_time(market: &Market, condition: &Condition, observed_at: i64) -> Result<()> {
    let in_time = match condition.timing {
        Timing::AtExpiry => (market.expire_at..=market.proof_deadline()).contains(&observed_at),
        Timing::ByExpiry if condition.metric.is_dated() => {
            market.created_at < observed_at && observed_at <= market.expire_at
        }
        Timing::ByExpiry => true,
    };
    ensure(in_time, MarketError::ObservationOutOfTime)?;
    Ok(())
}
