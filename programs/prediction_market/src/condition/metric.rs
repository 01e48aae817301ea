use anchor_lang::prelude::*;

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
    /// Whether the question's event has taken place, reported by the attestors.
    Event,
    /// A Pyth price in US dollars at expiry against the same price at a second before, the reference. The target is
    /// how many times the reference it is.
    Change {
        /// The Pyth feed id.
        feed: [u8; 32],
        /// The unix second of the reference. Betting ends before it.
        reference_at: i64,
    },
}

impl Metric {
    /// Whether an observation carries its own time. If not, it is the state of an account, true at the
    /// moment the instruction runs.
    pub fn is_dated(&self) -> bool {
        !matches!(self, Metric::Supply | Metric::Migration)
    }

    /// Whether it is read from a Pyth feed.
    pub fn is_price(&self) -> bool {
        matches!(self, Metric::Price { .. } | Metric::MarketCap { .. } | Metric::Change { .. })
    }

    /// Whether attestors report it.
    pub fn is_attested(&self) -> bool {
        matches!(self, Metric::Holders { .. } | Metric::Event)
    }

    /// Whether the answer is a fact, 1 or 0, and not a number.
    pub fn is_fact(&self) -> bool {
        matches!(self, Metric::Migration | Metric::Event)
    }

    pub fn needs_token(&self) -> bool {
        !matches!(self, Metric::Price { .. } | Metric::Event | Metric::Change { .. })
    }
}
