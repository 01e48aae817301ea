//! A market with bets, as the tests of the accounting use it.

// A test that overflows or unwraps nothing has failed, as it should; and no test uses everything.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing, dead_code)]

use anchor_lang::{error::Error, prelude::Pubkey};
use bytemuck::Zeroable;
use prediction_market::{
    condition::{Comparison, Condition, Decimal, Metric, Outcome, Timing},
    state::{Basis, Market, NewMarket, Position, Terms},
};
use proptest::prelude::*;

pub const CREATED: i64 = 1_000_000;
pub const PERIOD: i64 = 30;
pub const EXPIRY: i64 = CREATED + 64 * PERIOD;
pub const CLOSE: i64 = EXPIRY - 4 * PERIOD;

/// The name of the error that refuses.
pub fn refusal<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    match result.unwrap_err() {
        Error::AnchorError(error) => error.error_name,
        other => panic!("{other}"),
    }
}

pub fn terms(decide_reward: u64) -> Terms {
    Terms {
        decide_reward,
        settle_reward: 5_000,
        proof_window: 60,
        void_delay: 86_400,
        period: PERIOD as u32,
        burn_bps: 500,
        developer_bps: 500,
        ..Terms::zeroed()
    }
}

/// What a market in SOL begins with, or in the tokens of `mint`.
pub fn new_market(condition: Condition, mint: Pubkey, decide_reward: u64) -> NewMarket {
    NewMarket {
        creator: Pubkey::new_unique(),
        token: Pubkey::new_unique(),
        mint,
        decimals: 9,
        escrow: Pubkey::new_unique(),
        escrow_bump: 255,
        escrow_rent: 890_880,
        nonce: 0,
        created_at: CREATED,
        close_at: CLOSE,
        expire_at: EXPIRY,
        terms: terms(decide_reward),
        condition,
        basis: Basis::default(),
    }
}

pub fn market(metric: Metric, mint: Pubkey, decide_reward: u64) -> Market {
    let condition = match metric {
        Metric::Change { .. } => Condition {
            metric,
            comparison: Comparison::Above,
            target: Decimal { mantissa: 10_000, exponent: -4 },
            timing: Timing::AtExpiry,
        },
        _ => Condition {
            metric,
            comparison: Comparison::AtLeast,
            target: Decimal::ONE,
            timing: Timing::ByExpiry,
        },
    };
    let mut market = Market::zeroed();
    market.open(new_market(condition, mint, decide_reward));
    market
}

pub const PRICE: Metric = Metric::Price { feed: [7; 32] };
pub const UP_OR_DOWN: Metric = Metric::Change { feed: [7; 32], reference_at: EXPIRY - 600 };

#[derive(Clone, Copy, Debug)]
pub struct Bet {
    pub owner: usize,
    pub at: i64,
    pub outcome: Outcome,
    pub amount: u64,
}

pub const OWNERS: usize = 4;

pub fn bets() -> impl Strategy<Value = Vec<Bet>> {
    let side = prop_oneof![Just(Outcome::Yes), Just(Outcome::No)];
    let bet = (0..OWNERS, CREATED..CLOSE, side, 1u64..=1_000_000_000_000);
    proptest::collection::vec(bet, 0..30).prop_map(|bets| {
        let mut bets: Vec<Bet> =
            bets.into_iter().map(|(owner, at, outcome, amount)| Bet { owner, at, outcome, amount }).collect();
        bets.sort_by_key(|bet| bet.at);
        bets
    })
}

pub fn place(market: &mut Market, bets: &[Bet]) -> Vec<Position> {
    let mut positions = vec![Position::new(Pubkey::default(), Pubkey::default()); OWNERS];
    for bet in bets {
        let period = market.period_of(bet.at);
        market.add_stake(bet.outcome, bet.amount, period).unwrap();
        positions[bet.owner].add_stake(bet.outcome, bet.amount, period).unwrap();
    }
    positions
}

pub fn sum(bets: &[Bet], outcome: Outcome, is_in: impl Fn(&Bet) -> bool) -> u64 {
    bets.iter().filter(|bet| bet.outcome == outcome && is_in(bet)).map(|bet| bet.amount).sum()
}
