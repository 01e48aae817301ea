//! When a market can be decided, and how: time and observation in, outcome out, nothing else.
//!
//! T is the expiry. An observation from before T is early; one observation is the one at T.
//!
//! | condition | early, if submitted before T + proof window | at T |
//! |---|---|---|
//! | price, market cap by expiry | met decides Yes | the update with `created < previous < T ≤ published`: Yes if it is published by T + 60 s, readable and met, otherwise "not met" |
//! | price, market cap at expiry | – | the update with `previous < T ≤ published ≤ T + 60 s` |
//! | change | – | the price at T against the one at S, the reference, each by the update of its second, as a price at expiry; the one for T comes after the reference's |
//! | holders | by expiry: met decides Yes | the quorum for the second T |
//! | event | met decides Yes, not met decides No | the quorum for the second T |
//! | supply, migration, by expiry only | met now decides Yes | the state at the first call from T on |
//!
//! The observation at T decides at once, except a "not met" of a dated condition by expiry: that one is
//! recorded and decides No from T + proof window on, so that nobody rushes a No past an early Yes that is
//! on its way. Supplies and pools have no date: after T + 60 s only what cannot have been otherwise at T counts. The
//! supply of an early market cap is read within 60 s of its price, unless it cannot have changed the answer.
//! Without a decision by T + void delay the market is void, unless "not met" was recorded: silence decides nothing.
//!
//! An early observation, and any that is submitted while bets are open, makes stakes late as of its second or of `now`,
//! whichever is earlier. A decision at T that is submitted after `close_at` makes none late.

use anchor_lang::prelude::*;

use crate::{
    condition::{Metric, Outcome, Timing},
    constants::{EARLY_SUPPLY_SECONDS, MAX_PRICE_DELAY, STATE_GRACE},
    errors::{ensure, fail, MarketError},
};

/// What the rules need to know of a market. Times are unix seconds.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub metric: Metric,
    pub timing: Timing,
    pub created_at: i64,
    pub close_at: i64,
    pub expire_at: i64,
    /// Seconds.
    pub proof_window: u32,
    /// Seconds.
    pub void_delay: u32,
    /// Whether "not met" at T has been recorded already.
    pub is_recorded: bool,
    /// What has been recorded before T. Migration: the second of the complete curve; change: when the price was published
    /// that it begins with.
    pub recorded_reference: Option<i64>,
}

/// What the rules need to know of an observation.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// The unix second observed: of a price its publication, of an account state the present.
    pub at: i64,
    /// Of a price: when the feed was published before that.
    pub previous: Option<i64>,
    pub reading: Reading,
    /// Of a supply and a market cap: whether no supply between creation and now gives another answer.
    pub is_certain: bool,
    /// Migration: whether the bonding curve is complete.
    pub is_complete: bool,
}

/// What an observation says about the condition.
#[derive(Clone, Copy, Debug)]
pub enum Reading {
    Met,
    NotMet,
    /// Published too late, too wide or not positive: the error by which it is refused where it is not "not met".
    Unreadable(MarketError),
}

/// What a call of `resolve_market` leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The market is decided. Stakes that came too late for news of the second `as_of` do not count; `None`
    /// if none can have been too late.
    Resolve { outcome: Outcome, as_of: Option<i64> },
    /// "Not met" at T is recorded: No follows at the end of the proof window.
    Record { as_of: Option<i64> },
    /// A complete curve is recorded, which dates late stakes.
    RecordCurve,
    /// The price that a change begins with is recorded, which ends betting.
    RecordReference,
    /// The recorded "not met" decides.
    ResolveRecorded,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    Early,
    AtExpiry,
}

impl Reading {
    pub fn met(is_met: bool) -> Self {
        if is_met {
            Reading::Met
        } else {
            Reading::NotMet
        }
    }

    fn get(self) -> Result<bool> {
        match self {
            Reading::Met => Ok(true),
            Reading::NotMet => Ok(false),
            Reading::Unreadable(error) => Err(fail(error)),
        }
    }
}

impl Shown {
    /// Requires the one readable update for a second, and says whether it meets the condition.
    fn require_price_at(&self, second: i64) -> Result<bool> {
        let is_the_one = self.previous.is_some_and(|previous| previous < second)
            && second <= self.at
            && is_readable_at(second, self.at);
        ensure(is_the_one, MarketError::ObservationOutOfTime)?;
        self.reading.get()
    }
}

/// Whether a price published at one second can be read as the price at another: one that comes too late is none.
pub fn is_readable_at(second: i64, published: i64) -> bool {
    published <= second.saturating_add(MAX_PRICE_DELAY)
}

/// Decides an open market by what is submitted at `now`; `reference`: the price that a change begins with.
pub fn decide(rules: &Rules, shown: Option<&Shown>, reference: Option<&Shown>, now: i64) -> Result<Decision> {
    if rules.is_recorded && now >= rules.proof_deadline() {
        return Ok(Decision::ResolveRecorded);
    }
    ensure(now < rules.void_at(), MarketError::DecisionTooLate)?;
    if let Metric::Change { reference_at, .. } = rules.metric {
        return rules.decide_change(reference_at, shown, reference, now);
    }
    let shown = shown.ok_or_else(|| fail(MarketError::EvidenceMissing))?;
    match rules.moment(shown, now)? {
        Moment::Early => rules.decide_early(shown, now),
        Moment::AtExpiry => rules.decide_at_expiry(shown, now),
    }
}

impl Rules {
    /// From this second on no early observation counts.
    fn proof_deadline(&self) -> i64 {
        self.expire_at.saturating_add(self.proof_window.into())
    }

    /// From this second on the market is void, unless "not met" was recorded.
    fn void_at(&self) -> i64 {
        self.expire_at.saturating_add(self.void_delay.into())
    }

    fn is_by_expiry(&self) -> bool {
        self.timing == Timing::ByExpiry
    }

    fn moment(&self, shown: &Shown, now: i64) -> Result<Moment> {
        let at = if self.metric.is_dated() { shown.at } else { now };
        if at < self.expire_at {
            let is_after_creation = at > self.created_at || !self.metric.is_dated();
            ensure(is_after_creation, MarketError::ObservationOutOfTime)?;
            return Ok(Moment::Early);
        }
        let is_the_one = match (shown.previous, self.metric.is_dated()) {
            // By expiry it also proves that nothing was published in between, by a feed that lived after creation.
            (Some(previous), _) => {
                previous < self.expire_at && (previous > self.created_at || !self.is_by_expiry())
            }
            (None, true) => at == self.expire_at,
            (None, false) => true,
        };
        ensure(is_the_one, MarketError::ObservationOutOfTime)?;
        Ok(Moment::AtExpiry)
    }

    fn decide_early(&self, shown: &Shown, now: i64) -> Result<Decision> {
        let is_event = self.metric == Metric::Event;
        ensure(is_event || self.is_by_expiry(), MarketError::NotExpired)?;
        ensure(now < self.proof_deadline(), MarketError::ObservationOutOfTime)?;
        if matches!(self.metric, Metric::MarketCap { .. }) {
            let latest = shown.at.saturating_add(EARLY_SUPPLY_SECONDS);
            ensure(now <= latest || shown.is_certain, MarketError::ObservationOutOfTime)?;
        }
        let is_met = shown.reading.get()?;
        if is_met || is_event {
            let outcome = Outcome::met(is_met);
            return Ok(Decision::Resolve { outcome, as_of: Some(self.as_of(shown, now)) });
        }
        let is_new = shown.is_complete && self.recorded_reference.is_none();
        ensure(is_new, MarketError::NotDecidableYet)?;
        Ok(Decision::RecordCurve)
    }

    fn decide_at_expiry(&self, shown: &Shown, now: i64) -> Result<Decision> {
        // Only the first one counts, and it has been recorded.
        ensure(!self.is_recorded, MarketError::NotDecidableYet)?;
        let reading = match shown.previous {
            Some(_) if !is_readable_at(self.expire_at, shown.at) => {
                Reading::Unreadable(MarketError::ObservationOutOfTime)
            }
            _ => shown.reading,
        };
        let is_met = match reading {
            Reading::Unreadable(_) if self.is_by_expiry() => false,
            _ => {
                let is_met = reading.get()?;
                let has_state = !self.metric.is_dated() || matches!(self.metric, Metric::MarketCap { .. });
                let is_in_time = now <= self.expire_at.saturating_add(STATE_GRACE);
                // Pools do not go away: one that is not there now was not there before.
                let is_certain = match self.metric {
                    Metric::Migration => !is_met,
                    _ => shown.is_certain,
                };
                ensure(!has_state || is_in_time || is_certain, MarketError::ObservationOutOfTime)?;
                is_met
            }
        };
        // Shown while the chain's clock lags so far behind the world's that bets are still open: without the check,
        // a bet in the same transaction wins.
        let as_of = (now < self.close_at).then(|| self.as_of(shown, now));
        let must_wait =
            self.is_by_expiry() && !is_met && self.metric.is_dated() && now < self.proof_deadline();
        let outcome = Outcome::met(is_met);
        Ok(if must_wait { Decision::Record { as_of } } else { Decision::Resolve { outcome, as_of } })
    }

    /// The reference counts by the rule of a price at its own second, and is recorded if no price at T is submitted.
    fn decide_change(
        &self,
        reference_at: i64,
        shown: Option<&Shown>,
        reference: Option<&Shown>,
        now: i64,
    ) -> Result<Decision> {
        let missing = || fail(MarketError::EvidenceMissing);
        let published = match self.recorded_reference {
            Some(published) => published,
            None => {
                let reference = reference.ok_or_else(missing)?;
                reference.require_price_at(reference_at)?;
                if shown.is_none() {
                    return Ok(Decision::RecordReference);
                }
                reference.at
            }
        };
        let shown = shown.ok_or_else(missing)?;
        let is_met = shown.require_price_at(self.expire_at)?;
        // Otherwise one update could be both prices.
        let is_later = shown.previous.is_some_and(|previous| previous >= published);
        ensure(is_later, MarketError::ObservationOutOfTime)?;
        let as_of = (now < self.close_at).then(|| shown.at.min(now));
        Ok(Decision::Resolve { outcome: Outcome::met(is_met), as_of })
    }

    /// The second that stakes are checked against: the chain's clock may be behind the observation's. A pool that
    /// could be foreseen counts as of the recorded curve.
    fn as_of(&self, shown: &Shown, now: i64) -> i64 {
        let at = if self.metric.is_dated() { shown.at } else { now };
        self.recorded_reference.unwrap_or(at).min(now)
    }
}
