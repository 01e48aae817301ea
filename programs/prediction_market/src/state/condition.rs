use std::cmp::Ordering;

use anchor_lang::prelude::*;
use bytemuck::{Pod, Zeroable};

use crate::{
    constants::MAX_TARGET_EXPONENT,
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

/// What is measured. The token is the market's.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// A Pyth price in US dollars.
    Price {
        /// The Pyth feed id.
        feed: [u8; 32],
    },
    /// That price times the token's supply.
    MarketCap {
        /// The Pyth feed id.
        feed: [u8; 32],
    },
    /// The token's supply, in whole tokens.
    Supply,
    /// 1 once the pump.fun token has its canonical PumpSwap pool, 0 before.
    Migration,
    /// Distinct owners of at least `minimum_balance` base units of the token, counted by the attestors.
    Holders {
        /// The smallest balance that makes an owner count, in base units of the token.
        minimum_balance: u64,
    },
    /// Whether the question's event has taken place, told by the attestors.
    Event,
}

/// How a measured value must compare with the target.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Greater than the target.
    Above,
    /// Greater than the target, or equal.
    AtLeast,
    /// Less than the target.
    Below,
    /// Less than the target, or equal.
    AtMost,
}

/// When a condition must hold.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// At the second of expiry.
    AtExpiry,
    /// At any moment from creation to expiry.
    ByExpiry,
}

/// Exactly `mantissa × 10^exponent`.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// The digits.
    pub mantissa: u64,
    /// The power of ten.
    pub exponent: i8,
}

/// A measured value: exactly `value × 10^exponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measurement {
    pub value: u128,
    pub exponent: i32,
}

/// A `Condition` as a market stores it, to be read in place: enums as the byte that Borsh gives them.
#[derive(AnchorSerialize, AnchorDeserialize, Pod, Zeroable, Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct StoredCondition {
    /// Price and market cap: the Pyth feed id; zero otherwise.
    pub feed: [u8; 32],
    /// Holders: the smallest balance that makes an owner count, in base units; zero otherwise.
    pub minimum_balance: u64,
    /// The digits of the target, which is `target_mantissa × 10^target_exponent`.
    pub target_mantissa: u64,
    /// The power of ten of the target.
    pub target_exponent: i8,
    /// A `Metric`: 0 price, 1 market cap, 2 supply, 3 migration, 4 holders, 5 event.
    pub metric: u8,
    /// A `Comparison`: 0 above, 1 at least, 2 below, 3 at most.
    pub comparison: u8,
    /// A `Timing`: 0 at expiry, 1 by expiry.
    pub timing: u8,
    /// Fills up to a multiple of eight bytes.
    pub padding: [u8; 4],
}

impl Decimal {
    pub const ONE: Self = Self { mantissa: 1, exponent: 0 };
}

impl Metric {
    /// Whether an observation carries its own time. If not, it is the state of an account, true at the
    /// moment the instruction runs.
    pub fn is_dated(&self) -> bool {
        !matches!(self, Metric::Supply | Metric::Migration)
    }

    /// Whether only attestors can tell.
    pub fn is_attested(&self) -> bool {
        matches!(self, Metric::Holders { .. } | Metric::Event)
    }

    /// Whether the answer is a fact, 1 or 0, and not a number.
    fn is_fact(&self) -> bool {
        matches!(self, Metric::Migration | Metric::Event)
    }

    fn needs_token(&self) -> bool {
        !matches!(self, Metric::Price { .. } | Metric::Event)
    }
}

impl Condition {
    /// Whether the condition makes sense for a market about `token` (the empty address: none).
    pub fn validate(&self, token: &Pubkey) -> Result<()> {
        ensure(!self.metric.needs_token() || *token != Pubkey::default(), MarketError::TokenRequired)?;
        let exponents = -MAX_TARGET_EXPONENT..=MAX_TARGET_EXPONENT;
        ensure(exponents.contains(&self.target.exponent), MarketError::ConditionInvalid)?;
        let is_one = self.comparison == Comparison::AtLeast && self.target == Decimal::ONE;
        ensure(!self.metric.is_fact() || is_one, MarketError::ConditionInvalid)
    }

    /// Whether the market can be decided before it expires. Attestors also tell early of an event that
    /// can no longer take place.
    pub fn can_be_early(&self) -> bool {
        self.timing == Timing::ByExpiry || self.metric == Metric::Event
    }

    pub fn is_met_by(&self, measured: Measurement) -> bool {
        let target = (u128::from(self.target.mantissa), i32::from(self.target.exponent));
        let order = compare((measured.value, measured.exponent), target);
        match self.comparison {
            Comparison::Above => order == Ordering::Greater,
            Comparison::AtLeast => order != Ordering::Less,
            Comparison::Below => order == Ordering::Less,
            Comparison::AtMost => order != Ordering::Greater,
        }
    }
}

impl From<Condition> for StoredCondition {
    fn from(condition: Condition) -> Self {
        let mut stored = Self {
            target_mantissa: condition.target.mantissa,
            target_exponent: condition.target.exponent,
            comparison: condition.comparison as u8,
            timing: condition.timing as u8,
            ..Self::zeroed()
        };
        stored.metric = match condition.metric {
            Metric::Price { feed } => {
                stored.feed = feed;
                0
            }
            Metric::MarketCap { feed } => {
                stored.feed = feed;
                1
            }
            Metric::Supply => 2,
            Metric::Migration => 3,
            Metric::Holders { minimum_balance } => {
                stored.minimum_balance = minimum_balance;
                4
            }
            Metric::Event => 5,
        };
        stored
    }
}

impl From<StoredCondition> for Condition {
    fn from(stored: StoredCondition) -> Self {
        let metric = match stored.metric {
            0 => Metric::Price { feed: stored.feed },
            1 => Metric::MarketCap { feed: stored.feed },
            2 => Metric::Supply,
            3 => Metric::Migration,
            4 => Metric::Holders { minimum_balance: stored.minimum_balance },
            _ => Metric::Event,
        };
        let comparison = match stored.comparison {
            0 => Comparison::Above,
            1 => Comparison::AtLeast,
            2 => Comparison::Below,
            _ => Comparison::AtMost,
        };
        Self {
            metric,
            comparison,
            target: Decimal { mantissa: stored.target_mantissa, exponent: stored.target_exponent },
            timing: if stored.timing == 0 { Timing::AtExpiry } else { Timing::ByExpiry },
        }
    }
}

const _: () = assert!(std::mem::size_of::<StoredCondition>() == 56);

/// Compares `a.0 × 10^a.1` with `b.0 × 10^b.1`, exactly.
fn compare(a: (u128, i32), b: (u128, i32)) -> Ordering {
    if a.1 < b.1 {
        return compare(b, a).reverse();
    }
    // `a` in the units of `b`; what does not fit is larger than any value that does.
    let scale = 10u128.checked_pow(a.1.abs_diff(b.1));
    match scale.and_then(|scale| a.0.checked_mul(scale)) {
        Some(scaled) => scaled.cmp(&b.0),
        None if a.0 == 0 => 0.cmp(&b.0),
        None => Ordering::Greater,
    }
}
