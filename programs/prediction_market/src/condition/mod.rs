//! What is asked: a metric, compared with a target, at or by expiry. Knows nothing of accounts.

mod comparison;
mod metric;
mod outcome;
mod timing;

use anchor_lang::prelude::*;

pub use {comparison::*, metric::*, outcome::*, timing::*};

use crate::{
    constants::{CHANGE_EXPONENT, MAX_CHANGE, MAX_TARGET_EXPONENT, NO_CHANGE},
    errors::{ensure, MarketError},
};

/// What makes the answer Yes: a metric compared with a target, at or by expiry. It is data, fixed at
/// creation; everything a person reads about it is derived from it.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// What is measured.
    pub metric: Metric,
    /// How the measured value must compare with the target.
    pub comparison: Comparison,
    /// The value it is compared with.
    pub target: Decimal,
    /// When it must hold.
    pub timing: Timing,
}

impl Condition {
    /// Whether the condition makes sense for a market about `token` (the default pubkey: none).
    pub fn validate(&self, token: &Pubkey) -> Result<()> {
        ensure(!self.metric.needs_token() || *token != Pubkey::default(), MarketError::TokenRequired)?;
        let exponents = -MAX_TARGET_EXPONENT..=MAX_TARGET_EXPONENT;
        ensure(exponents.contains(&self.target.exponent), MarketError::ConditionInvalid)?;
        let is_one = self.comparison == Comparison::AtLeast && self.target == Decimal::ONE;
        let is_valid = match self.metric {
            Metric::Change { .. } => self.timing == Timing::AtExpiry && self.is_factor(),
            metric => !metric.is_fact() || is_one,
        };
        // Whoever can move the state of an account would move it in the last second.
        let has_timing = self.metric.is_dated() || self.timing == Timing::ByExpiry;
        ensure(is_valid && has_timing, MarketError::ConditionInvalid)
    }

    /// Whether the target is a factor in ten thousandths, as a change is given.
    fn is_factor(&self) -> bool {
        self.target.exponent == CHANGE_EXPONENT && (1..=MAX_CHANGE).contains(&self.target.mantissa)
    }

    /// Whether it asks for nothing but the direction of a change, which nobody can know while bets are open.
    pub fn is_up_or_down(&self) -> bool {
        matches!(self.metric, Metric::Change { .. }) && self.target.mantissa == NO_CHANGE
    }

    /// Whether the market can be decided before it expires. Attestors also report early that an event
    /// can no longer take place.
    pub fn can_be_early(&self) -> bool {
        self.timing == Timing::ByExpiry || self.metric == Metric::Event
    }

    pub fn is_met_by(&self, measured: Measurement) -> bool {
        self.comparison.holds(measured, self.target.into())
    }

    /// The target of a change that begins with `reference`.
    pub fn target_from(&self, reference: Measurement) -> Result<Measurement> {
        reference.times(self.target.into())
    }
}
