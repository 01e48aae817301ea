//! When a market can be decided, and how: time and observation in, outcome out, nothing else.
//!
//! T is the expiry. An observation from before T is early; one observation is the one at T.
//!
//! | condition | early, if shown before T + proof window | at T |
//! |---|---|---|
//! | price, market cap | by expiry: met decides Yes | the update with `previous < T ≤ published ≤ T + 60 s` |
//! | holders | by expiry: met decides Yes | the quorum for the second T |
//! | event | met decides Yes, not met decides No | the quorum for the second T |
//! | supply, migration | by expiry: met now decides Yes | the state at the first call from T on |
//!
//! The observation at T decides at once, except a "not met" of a dated condition by expiry: that one is
//! recorded and decides No from T + proof window on, so that nobody rushes a No past an early Yes that is
//! on its way. Supplies have no date, so market caps and account states must be shown within `state_grace`
//! of T. Without a decision by T + void delay the market can only be voided: silence decides nothing. At no
//! moment does the caller have a choice.
//!
//! Stakes are checked for being late wherever the answer may have been out while bets were open: an early
//! outcome, an event either way, a Yes by expiry, and any observation that is shown before `close_at`.

use anchor_lang::prelude::*;

use crate::{
    condition::{Metric, Outcome, Timing},
    constants::{EARLY_SUPPLY_SECONDS, MAX_PRICE_DELAY, MIN_STATE_GRACE},
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
}

/// What the rules need to know of an observation.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// The unix second observed: of a price its publication, of an account state the present.
    pub at: i64,
    /// Of a price: when the feed was published before that.
    pub previous: Option<i64>,
    pub is_met: bool,
}

/// What a call of `resolve_market` leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The market is decided. Stakes that came too late for news of the second `as_of` do not count; `None`
    /// if none can have been too late.
    Resolve { outcome: Outcome, as_of: Option<i64> },
    /// "Not met" at T is recorded: No follows at the end of the proof window.
    Record { as_of: Option<i64> },
    /// The recorded observation decides.
    ResolveRecorded,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    Early,
    AtExpiry,
}

/// Decides an open market by what is shown at `now`.
pub fn decide(rules: &Rules, shown: Option<Shown>, now: i64) -> Result<Decision> {
    ensure(now < rules.void_at(), MarketError::DecisionTooLate)?;
    if rules.is_recorded && now >= rules.proof_deadline() {
        return Ok(Decision::ResolveRecorded);
    }
    let shown = shown.ok_or_else(|| fail(MarketError::EvidenceMissing))?;
    match rules.moment(&shown, now)? {
        Moment::Early => rules.decide_early(&shown, now),
        Moment::AtExpiry => rules.decide_at_expiry(&shown, now),
    }
}

impl Rules {
    /// From this second on no early observation counts.
    fn proof_deadline(&self) -> i64 {
        self.expire_at.saturating_add(self.proof_window.into())
    }

    /// From this second on the market can be voided, and no longer decided.
    fn void_at(&self) -> i64 {
        self.expire_at.saturating_add(self.void_delay.into())
    }

    /// The last second in which the state of an account counts as its state at T.
    fn state_deadline(&self) -> i64 {
        let grace = (self.proof_window / 10).max(MIN_STATE_GRACE);
        self.expire_at.saturating_add(grace.into())
    }

    fn moment(&self, shown: &Shown, now: i64) -> Result<Moment> {
        let at = if self.metric.is_dated() { shown.at } else { now };
        if at < self.expire_at {
            let is_after_creation = at > self.created_at || !self.metric.is_dated();
            ensure(is_after_creation, MarketError::ObservationOutOfTime)?;
            return Ok(Moment::Early);
        }
        let is_the_one = match (shown.previous, self.metric.is_dated()) {
            (Some(previous), _) => {
                previous < self.expire_at && at <= self.expire_at.saturating_add(MAX_PRICE_DELAY)
            }
            (None, true) => at == self.expire_at,
            (None, false) => true,
        };
        ensure(is_the_one, MarketError::ObservationOutOfTime)?;
        Ok(Moment::AtExpiry)
    }

    fn decide_early(&self, shown: &Shown, now: i64) -> Result<Decision> {
        let is_event = self.metric == Metric::Event;
        ensure(is_event || self.timing == Timing::ByExpiry, MarketError::NotExpired)?;
        ensure(now < self.proof_deadline(), MarketError::ObservationOutOfTime)?;
        if matches!(self.metric, Metric::MarketCap { .. }) {
            let latest = shown.at.saturating_add(EARLY_SUPPLY_SECONDS);
            ensure(now <= latest, MarketError::ObservationOutOfTime)?;
        }
        ensure(shown.is_met || is_event, MarketError::NotDecidableYet)?;
        let outcome = Outcome::met(shown.is_met);
        Ok(Decision::Resolve { outcome, as_of: Some(self.as_of(shown, now)) })
    }

    fn decide_at_expiry(&self, shown: &Shown, now: i64) -> Result<Decision> {
        // Only the first one counts, and it has been recorded.
        ensure(!self.is_recorded, MarketError::NotDecidableYet)?;
        let has_no_date = !self.metric.is_dated() || matches!(self.metric, Metric::MarketCap { .. });
        let is_in_time = !has_no_date || now <= self.state_deadline();
        ensure(is_in_time, MarketError::ObservationOutOfTime)?;

        let outcome = Outcome::met(shown.is_met);
        let is_by_expiry = self.timing == Timing::ByExpiry;
        // The answer to the first two may have been out before T. The third is shown while the chain's clock lags
        // so far behind the world's that bets are still open: without the check, a bet in the same transaction wins.
        let is_news = self.metric == Metric::Event || (is_by_expiry && shown.is_met) || now < self.close_at;
        let as_of = is_news.then(|| self.as_of(shown, now));
        let must_wait =
            is_by_expiry && !shown.is_met && self.metric.is_dated() && now < self.proof_deadline();
        Ok(if must_wait { Decision::Record { as_of } } else { Decision::Resolve { outcome, as_of } })
    }

    /// The second that stakes are checked against: no bet was placed after the last one before `close_at`,
    /// and the chain's clock may be behind the observation's.
    fn as_of(&self, shown: &Shown, now: i64) -> i64 {
        let at = if self.metric.is_dated() { shown.at } else { now };
        at.min(now).min(self.close_at.saturating_sub(1))
    }
}
