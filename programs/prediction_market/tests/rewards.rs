//! What the steps of a market earn: never more than was paid in, and never more than staking for it costs.

// A test that overflows or unwraps nothing has failed, as it should.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

mod common;

use anchor_lang::prelude::Pubkey;
use common::*;
use prediction_market::{
    condition::{Metric, Outcome},
    state::{Market, Observation},
};
use proptest::prelude::*;
use serde_json::{json, Value};

const SETTLE: u64 = 5_000;

/// How a market ends, with the seconds of what is shown.
#[derive(Clone, Copy, Debug)]
enum Ending {
    Early { is_met: bool, at: i64 },
    AtExpiry { is_met: bool },
    NotMetThenNo,
    NotMetThenEarlyYes { at: i64 },
    ReferenceThenDecided { is_met: bool },
    CurveThenMigrated { at: i64 },
    ReferenceThenVoid,
    Void,
}

fn endings() -> impl Strategy<Value = Ending> {
    let at = CREATED + 1..EXPIRY;
    prop_oneof![
        (any::<bool>(), at.clone()).prop_map(|(is_met, at)| Ending::Early { is_met, at }),
        any::<bool>().prop_map(|is_met| Ending::AtExpiry { is_met }),
        Just(Ending::NotMetThenNo),
        at.clone().prop_map(|at| Ending::NotMetThenEarlyYes { at }),
        any::<bool>().prop_map(|is_met| Ending::ReferenceThenDecided { is_met }),
        at.prop_map(|at| Ending::CurveThenMigrated { at }),
        Just(Ending::ReferenceThenVoid),
        Just(Ending::Void),
    ]
}

fn metric_of(ending: Ending) -> Metric {
    match ending {
        Ending::ReferenceThenDecided { .. } | Ending::ReferenceThenVoid => UP_OR_DOWN,
        Ending::CurveThenMigrated { .. } => Metric::Migration,
        _ => PRICE,
    }
}

/// Ends a market, and returns what recording and ending it have earned; `None` if what is shown is too old.
fn end(market: &mut Market, ending: Ending) -> Option<[u64; 2]> {
    let fact = |is_met, at| Observation::fact(is_met, at);
    let not_met = |market: &mut Market| {
        let counted = market.record(fact(false, EXPIRY), None).unwrap();
        market.reward_for_not_met(counted).unwrap()
    };
    let reference = |market: &mut Market| {
        market.record_price(fact(true, EXPIRY - 600));
        market.reward_for_reference(market.pools).unwrap()
    };
    market.recorded_reward = match ending {
        Ending::NotMetThenNo | Ending::NotMetThenEarlyYes { .. } => not_met(market),
        Ending::ReferenceThenDecided { .. } | Ending::ReferenceThenVoid => reference(market),
        Ending::CurveThenMigrated { at } => {
            let counted = market.record_curve(at).ok()?;
            market.reward_for_reference(counted).unwrap()
        }
        _ => 0,
    };
    let mut resolve = |outcome, at, as_of| market.resolve(outcome, fact(true, at), as_of, EXPIRY + 1).ok();
    let counted = match ending {
        Ending::Early { is_met, at } => resolve(Outcome::met(is_met), at, Some(at))?,
        Ending::NotMetThenEarlyYes { at } | Ending::CurveThenMigrated { at } => {
            resolve(Outcome::Yes, at, Some(at))?
        }
        Ending::AtExpiry { is_met } | Ending::ReferenceThenDecided { is_met } => {
            resolve(Outcome::met(is_met), EXPIRY, None)?
        }
        Ending::NotMetThenNo => market.resolve_recorded(EXPIRY + 61).unwrap(),
        Ending::ReferenceThenVoid | Ending::Void => {
            market.void(EXPIRY + 86_400);
            return Some([market.recorded_reward, market.reward_for_voiding()]);
        }
    };
    Some([market.recorded_reward, market.reward_for_deciding(counted).unwrap()])
}

proptest! {
    /// Attacks 62, 86 to 89: whoever places all the stakes of a market gets no more for its steps than is burned of them,
    /// settle rewards apart; in UTILITY no more than what is burned is worth by the creator's own price.
    #[test]
    fn nobody_gains_by_staking_for_a_reward(
        bets in bets(), ending in endings(), is_sol in any::<bool>(), offered in 0u64..=1_000_000_000,
        reward_stake in 1u64..=10_000_000_000_000, burn_bps in 0u16..=1_000, developer_bps in 0u16..=1_000,
        max_ratio in prop_oneof![Just(0u16), 100u16..=10_000],
    ) {
        let mint = if is_sol { Pubkey::default() } else { Pubkey::new_unique() };
        let mut market = market(metric_of(ending), mint, offered);
        market.terms.burn_bps = burn_bps;
        market.terms.developer_bps = developer_bps;
        if !is_sol {
            market.terms.reward_stake = reward_stake;
        }
        if market.condition().is_up_or_down() {
            market.terms.max_ratio = max_ratio;
        }
        place(&mut market, &bets);
        let Some([recording, ending_it]) = end(&mut market, ending) else {
            return Ok(());
        };
        let earned = recording + ending_it;
        prop_assert!(earned <= offered);
        prop_assert!(!bets.is_empty() || earned == 0);
        let settle_rewards = if market.winner().is_some() { SETTLE } else { 2 * SETTLE };
        let farmed = earned.saturating_sub(settle_rewards);
        if is_sol {
            prop_assert!(farmed <= market.fees.burn);
        } else {
            let losing = market.winner().map_or(0, |winner| winner.other().of(&market.pools) - winner.other().of(&market.late));
            let lost = losing - market.unmatched;
            prop_assert!(u128::from(farmed) * u128::from(reward_stake) <= u128::from(offered) * u128::from(lost));
            prop_assert!(burn_bps > 0 || farmed == 0);
        }
    }
}

fn with_pools(mint: Pubkey, pools: [u64; 2]) -> Market {
    let mut market = market(PRICE, mint, 300_000);
    market.terms.reward_stake = if market.is_sol() { 0 } else { 4_000_000 };
    market.add_stake(Outcome::Yes, pools[0], 1).unwrap();
    market.add_stake(Outcome::No, pools[1], 1).unwrap();
    market
}

#[test]
fn deciding_in_sol_earns_the_burn_share_of_the_smaller_side_at_most() {
    // The smaller pool, and what deciding earns of 300,000 lamports at 5 %.
    for (smaller, reward) in
        [(1, 5_000), (100_000, 5_000), (100_020, 5_001), (5_999_999, 299_999), (6_000_000, 300_000)]
    {
        let market = with_pools(Pubkey::default(), [smaller, 1_000_000_000]);
        assert_eq!(market.reward_for_deciding(market.pools).unwrap(), reward, "{smaller}");
    }
}

#[test]
fn deciding_in_utility_earns_all_from_the_reward_stake_on() {
    for (smaller, reward) in [
        (1, 5_000),
        (66_680, 5_001),
        (2_000_000, 150_000),
        (3_999_999, 299_999),
        (4_000_000, 300_000),
        (u64::MAX / 2, 300_000),
    ] {
        let market = with_pools(Pubkey::new_unique(), [u64::MAX / 2, smaller]);
        assert_eq!(market.reward_for_deciding(market.pools).unwrap(), reward, "{smaller}");
    }
}

#[test]
fn without_a_burn_share_deciding_earns_a_settle_reward() {
    for mint in [Pubkey::default(), Pubkey::new_unique()] {
        let mut market = with_pools(mint, [1_000_000_000; 2]);
        market.terms.burn_bps = 0;
        assert_eq!(market.reward_for_deciding(market.pools).unwrap(), SETTLE);
        assert_eq!(market.reward_for_not_met(market.pools).unwrap(), 0);
        assert_eq!(market.reward_for_reference(market.pools).unwrap(), 0);
    }
}

#[test]
fn recording_not_met_earns_by_what_an_early_yes_cannot_return() {
    let mut market = with_pools(Pubkey::default(), [6_000_000; 2]);
    let last = market.period_of(CLOSE - 1);
    for period in [last - 2, last - 1, last] {
        market.add_stake(Outcome::Yes, 6_000_000, period).unwrap();
        market.add_stake(Outcome::No, 6_000_000, period).unwrap();
    }
    let counted = market.record(Observation::fact(false, EXPIRY), None).unwrap();
    assert_eq!(counted, [6_000_000; 2]);
    assert_eq!(market.reward_for_not_met(counted).unwrap(), 150_000);
}

#[test]
fn a_recorded_curve_dates_the_migration_and_earns_a_settle_reward() {
    let mut market = market(Metric::Migration, Pubkey::default(), 300_001);
    market.add_stake(Outcome::Yes, 10_000_000, 1).unwrap();
    market.add_stake(Outcome::No, 10_000_000, 1).unwrap();
    let at = CREATED + 10 * PERIOD;
    let counted = market.record_curve(at).unwrap();
    assert_eq!(counted, [10_000_000; 2]);
    assert_eq!(market.recorded_reference(), Some(at));
    market.recorded_reward = market.reward_for_reference(counted).unwrap();
    assert_eq!(market.recorded_reward, SETTLE);
    assert_eq!(market.reward_for_deciding(counted).unwrap(), 295_001);
    assert_eq!(market.reward_for_voiding(), SETTLE);
}

#[test]
fn no_step_earns_more_than_the_creator_offers() {
    let mut market = with_pools(Pubkey::default(), [1_000_000_000; 2]);
    market.terms.decide_reward = 1_000;
    assert_eq!(market.reward_for_reference(market.pools).unwrap(), 1_000);
    assert_eq!(market.reward_for_deciding(market.pools).unwrap(), 1_000);
    market.recorded_reward = 1_000;
    assert_eq!(market.reward_for_deciding(market.pools).unwrap(), 0);
    assert_eq!(market.reward_for_voiding(), 0);
}

#[test]
fn closing_earns_two_settle_rewards_unless_nobody_staked() {
    let mut market = market(PRICE, Pubkey::default(), 0);
    assert_eq!(market.reward_for_closing(), 0);
    market.add_stake(Outcome::No, 1, 1).unwrap();
    assert_eq!(market.reward_for_closing(), 10_000);
    assert_eq!(market.terms.rewards_of_creator(), 10_000);
}

fn pair(value: &Value) -> [u64; 2] {
    [0, 1].map(|side| unit(&value[side]))
}

fn unit(value: &Value) -> u64 {
    value.as_str().unwrap().parse().unwrap()
}

#[test]
fn vectors_agree() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/rewards.json");
    let vectors: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let cases = vectors["cases"].as_array().unwrap();
    assert!(cases.len() > 500);
    for case in cases {
        let mint = if case[0] == "SOL" { Pubkey::default() } else { Pubkey::new_unique() };
        let mut market = market(PRICE, mint, unit(&case[2]));
        market.terms.burn_bps = case[1].as_u64().unwrap() as u16;
        market.terms.settle_reward = unit(&case[3]);
        market.terms.reward_stake = unit(&case[4]);
        market.pools = pair(&case[5]);
        market.recorded_reward = unit(&case[8]);
        let less = |stakes: [u64; 2]| [0, 1].map(|side: usize| market.pools[side] - stakes[side]);
        let (counted, old) = (less(pair(&case[6])), less(pair(&case[7])));
        let rewards = json!({
            "decide": market.reward_for_deciding(counted).unwrap().to_string(),
            "void": market.reward_for_voiding().to_string(),
            "recordNotMet": market.reward_for_not_met(old).unwrap().to_string(),
            "recordReference": market.reward_for_reference(market.pools).unwrap().to_string(),
            "recordCurve": market.reward_for_reference(counted).unwrap().to_string(),
        });
        assert_eq!(rewards, case[9], "{case}");
    }
}
