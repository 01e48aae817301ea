use anchor_lang::prelude::*;
use bytemuck::{Pod, Zeroable};

use crate::condition::{Comparison, Condition, Decimal, Metric, Timing};

/// How a migration and a change are stored.
const MIGRATION: u8 = 3;
const CHANGE: u8 = 6;

/// A `Condition` as a market stores it, to be read in place: enums as the byte that Borsh gives them.
#[derive(AnchorSerialize, AnchorDeserialize, Pod, Zeroable, Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct StoredCondition {
    /// Price, market cap and change: the Pyth feed id; migration: the address of the bonding curve; zero otherwise.
    pub source: [u8; 32],
    /// Holders: the smallest balance that makes an owner count, in base units; zero otherwise.
    pub minimum_balance: u64,
    /// Change: the unix second of the reference; zero otherwise.
    pub reference_at: i64,
    /// The digits of the target, which is `target_mantissa × 10^target_exponent`.
    pub target_mantissa: u64,
    /// The power of ten of the target.
    pub target_exponent: i8,
    /// A `Metric`: 0 price, 1 market cap, 2 supply, 3 migration, 4 holders, 5 event, 6 change.
    pub metric: u8,
    /// A `Comparison`: 0 above, 1 at least, 2 below, 3 at most.
    pub comparison: u8,
    /// A `Timing`: 0 at expiry, 1 by expiry.
    pub timing: u8,
    /// Fills up to a multiple of eight bytes.
    pub padding: [u8; 4],
}

impl StoredCondition {
    pub fn is_change(&self) -> bool {
        self.metric == CHANGE
    }

    /// Whether something that it refers to is recorded before expiry: a complete curve, or the price it begins with.
    pub fn records_reference(&self) -> bool {
        self.metric == MIGRATION || self.is_change()
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
                stored.source = feed;
                0
            }
            Metric::MarketCap { feed } => {
                stored.source = feed;
                1
            }
            Metric::Supply => 2,
            Metric::Migration => MIGRATION,
            Metric::Holders { minimum_balance } => {
                stored.minimum_balance = minimum_balance;
                4
            }
            Metric::Event => 5,
            Metric::Change { feed, reference_at } => {
                stored.source = feed;
                stored.reference_at = reference_at;
                CHANGE
            }
        };
        stored
    }
}

impl From<StoredCondition> for Condition {
    fn from(stored: StoredCondition) -> Self {
        let metric = match stored.metric {
            0 => Metric::Price { feed: stored.source },
            1 => Metric::MarketCap { feed: stored.source },
            2 => Metric::Supply,
            MIGRATION => Metric::Migration,
            4 => Metric::Holders { minimum_balance: stored.minimum_balance },
            CHANGE => Metric::Change { feed: stored.source, reference_at: stored.reference_at },
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

const _: () = assert!(std::mem::size_of::<StoredCondition>() == 64);
