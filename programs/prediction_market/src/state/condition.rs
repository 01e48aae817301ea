use std::cmp::Ordering;

use anchor_lang::prelude::*;

use crate::{
    constants::MAX_TARGET_EXPONENT,
    errors::{ensure, MarketError},
};

/// The condition for Yes: a metric compared with a target, at or by expiry. Fixed at creation; its
/// human-readable text is derived from it.
#[derive(AnchorSerialize, AnchorDeserialize, InitSpace, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    pub metric: Metric,
    pub comparison: Comparison,
    pub target: Decimal,
    pub timing: Timing,
}

/// The quantity that is measured; "the token" is the market's.
#[derive(AnchorSerialize, AnchorDeserialize, InitSpace, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// A Pyth price in US dollars.
    Price { feed: [u8; 32] },
    /// That price times the token's supply.
    MarketCap { feed: [u8; 32] },
    /// The token's supply, in whole tokens.
    Supply,
    /// 1 once the pump.fun token has its canonical PumpSwap pool, 0 before.
    Migration,
    /// Number of distinct owners of at least `minimum_balance` base units of the token, by attestation.
    Holders { minimum_balance: u64 },
    /// 1 if the question's event has taken place, 0 if not, by attestation.
    Event,
}

#[derive(AnchorSerialize, AnchorDeserialize, InitSpace, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Above,
    AtLeast,
    Below,
    AtMost,
}

#[derive(AnchorSerialize, AnchorDeserialize, InitSpace, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// The value at the moment of expiry decides.
    AtExpiry,
    /// Yes as soon as the condition is met, up to expiry; otherwise No.
    ByExpiry,
}

/// Exactly `mantissa × 10^exponent`.
#[derive(AnchorSerialize, AnchorDeserialize, InitSpace, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    pub mantissa: u64,
    pub exponent: i8,
}

/// A measured value, exactly `value × 10^exponent`, and its time.
#[derive(AnchorSerialize, AnchorDeserialize, InitSpace, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    pub value: u128,
    pub exponent: i32,
    /// Unix seconds.
    pub observed_at: i64,
}

impl Decimal {
    pub const ONE: Self = Self { mantissa: 1, exponent: 0 };
}

impl Metric {
    /// Whether the proof carries its own time. If not, it is the state of an account at the time the
    /// instruction runs.
    pub fn is_dated(&self) -> bool {
        match self {
            Metric::Price { .. } | Metric::MarketCap { .. } | Metric::Holders { .. } | Metric::Event => true,
            Metric::Supply | Metric::Migration => false,
        }
    }

    /// Whether the proof is an attestation.
    pub fn is_attested(&self) -> bool {
        matches!(self, Metric::Holders { .. } | Metric::Event)
    }

    /// Whether the value is 1 or 0.
    fn is_fact(&self) -> bool {
        matches!(self, Metric::Migration | Metric::Event)
    }

    fn needs_token(&self) -> bool {
        match self {
            Metric::Price { .. } | Metric::Event => false,
            Metric::MarketCap { .. } | Metric::Supply | Metric::Migration | Metric::Holders { .. } => true,
        }
    }
}

impl Condition {
    /// Checks that the condition is valid for a market about `token` (the empty address: no token).
    pub fn validate(&self, token: &Pubkey) -> Result<()> {
        ensure(!self.metric.needs_token() || *token != Pubkey::default(), MarketError::TokenRequired)?;
        let exponents = -MAX_TARGET_EXPONENT..=MAX_TARGET_EXPONENT;
        ensure(exponents.contains(&self.target.exponent), MarketError::ConditionInvalid)?;
        let is_one = self.comparison == Comparison::AtLeast && self.target == Decimal::ONE;
        ensure(!self.metric.is_fact() || is_one, MarketError::ConditionInvalid)?;
        Ok(())
    }

    /// Whether Yes can be decided before expiry from the state of an account. Every bet must then show
    /// that the condition is not met yet.
    pub fn is_watched(&self) -> bool {
        self.timing == Timing::ByExpiry && !self.metric.is_dated()
    }

    pub fn is_met_by(&self, observation: &Observation) -> bool {
        let target = (u128::from(self.target.mantissa), i32::from(self.target.exponent));
        let order = compare((observation.value, observation.exponent), target);
        match self.comparison {
            Comparison::Above => order == Ordering::Greater,
            Comparison::AtLeast => order != Ordering::Less,
            Comparison::Below => order == Ordering::Less,
            Comparison::AtMost => order != Ordering::Greater,
        }
    }
}

/// Compares `a.0 × 10^a.1` with `b.0 × 10^b.1` exactly.
fn compare(a: (u128, i32), b: (u128, i32)) -> Ordering {
    if a.1 < b.1 {
        return compare(b, a).reverse();
    }
    // Scales `a` to the exponent of `b`. If that overflows, `a` is the larger one.
    let scale = 10u128.checked_pow(a.1.abs_diff(b.1));
    match scale.and_then(|scale| a.0.checked_mul(scale)) {
        Some(scaled) => scaled.cmp(&b.0),
        None if a.0 == 0 => 0.cmp(&b.0),
        None => Ordering::Greater,
    }
}
