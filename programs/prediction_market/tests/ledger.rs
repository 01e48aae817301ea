//! Whole markets: stakes, a decision, what everyone is due, and what the steps earn.

// A test that overflows or unwraps nothing has failed, as it should.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

use anchor_lang::prelude::Pubkey;
use bytemuck::Zeroable;
use prediction_market::{
    condition::{Comparison, Condition, Decimal, Metric, Outcome, Timing},
    state::{Basis, Market, NewMarket, Observation, Position, Status, Terms},
};
use proptest::prelude::*;

const CREATED: i64 = 1_000_000;
const PERIOD: i64 = 30;
const EXPIRY: i64 = CREATED + 64 * PERIOD;
const CLOSE: i64 = EXPIRY - 4 * PERIOD;

fn terms(decide_reward: u64) -> Terms {
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

fn market(metric: Metric, mint: Pubkey, decide_reward: u64) -> Market {
    let mut market = Market::zeroed();
    market.open(NewMarket {
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
        condition: Condition {
            metric,
            comparison: Comparison::AtLeast,
            target: Decimal::ONE,
            timing: Timing::ByExpiry,
        },
        basis: Basis::default(),
    });
    market
}

const PRICE: Metric = Metric::Price { feed: [7; 32] };

#[derive(Clone, Copy, Debug)]
struct Bet {
    owner: usize,
    at: i64,
    outcome: Outcome,
    amount: u64,
}

const OWNERS: usize = 4;

fn bets() -> impl Strategy<Value = Vec<Bet>> {
    let side = prop_oneof![Just(Outcome::Yes), Just(Outcome::No)];
    let bet = (0..OWNERS, CREATED..CLOSE, side, 1u64..=1_000_000_000_000);
    proptest::collection::vec(bet, 0..30).prop_map(|bets| {
        let mut bets: Vec<Bet> =
            bets.into_iter().map(|(owner, at, outcome, amount)| Bet { owner, at, outcome, amount }).collect();
        bets.sort_by_key(|bet| bet.at);
        bets
    })
}

fn place(market: &mut Market, bets: &[Bet]) -> Vec<Position> {
    let mut positions = vec![Position::new(Pubkey::default(), Pubkey::default()); OWNERS];
    for bet in bets {
        let period = market.period_of(bet.at);
        market.add_stake(bet.outcome, bet.amount, period).unwrap();
        positions[bet.owner].add_stake(bet.outcome, bet.amount, period).unwrap();
    }
    positions
}

fn sum(bets: &[Bet], outcome: Outcome, is_in: impl Fn(&Bet) -> bool) -> u64 {
    bets.iter().filter(|bet| bet.outcome == outcome && is_in(bet)).map(|bet| bet.amount).sum()
}

proptest! {
    /// Invariant 2, and the rule of late stakes by its words.
    #[test]
    fn everything_is_paid_once_and_late_stakes_come_back_whole(
        bets in bets(), back in 0i64..2 * PERIOD, is_early in any::<bool>(), is_met in any::<bool>(),
    ) {
        let mut market = market(PRICE, Pubkey::default(), 300_000);
        let positions = place(&mut market, &bets);
        let last = bets.last().map_or(CREATED + 1, |bet| bet.at);
        let second = (last - back).max(CREATED + 1);
        let as_of = is_early.then_some(second);
        let (outcome, observation) = (Outcome::met(is_met), Observation::fact(is_met, second));
        if market.resolve(outcome, observation, as_of, EXPIRY).is_err() {
            prop_assert!(is_early && market.period_of(last) > market.period_of(second) + 1);
            return Ok(());
        }
        let news = market.period_of(second);
        let counts = |bet: &Bet| !is_early || market.period_of(bet.at) + 1 < news;
        let counted = sum(&bets, outcome, counts);
        prop_assert_eq!(market.status() == Status::Void, counted == 0);

        let mut paid = 0;
        for (owner, position) in positions.iter().enumerate() {
            let due = market.due(position).unwrap();
            let own: Vec<Bet> = bets.iter().copied().filter(|bet| bet.owner == owner).collect();
            let is_late = |bet: &Bet| market.status() == Status::Void || !counts(bet);
            let back = sum(&own, Outcome::Yes, is_late) + sum(&own, Outcome::No, is_late);
            prop_assert_eq!(due.refund, back);
            let winning = if market.status() == Status::Void { 0 } else { sum(&own, outcome, counts) };
            prop_assert!(due.payout >= winning && (winning > 0 || due.payout == 0));
            paid += due.total().unwrap();
        }
        let dust = market.total().unwrap() - paid - market.fees.total().unwrap();
        prop_assert!(dust < OWNERS as u64);
    }

    /// The law "blind": what is late does not depend on the answer.
    #[test]
    fn the_same_stakes_are_late_whatever_the_answer(bets in bets(), second in CREATED + 1..EXPIRY) {
        let refunds = [true, false].map(|is_met| {
            let mut market = market(PRICE, Pubkey::default(), 0);
            let positions = place(&mut market, &bets);
            let observation = Observation::fact(is_met, second);
            market.resolve(Outcome::met(is_met), observation, Some(second), EXPIRY).ok()?;
            // A market that nobody wins refunds everything.
            market.winner()?;
            Some(positions.iter().map(|position| market.due(position).unwrap().refund).collect::<Vec<_>>())
        });
        if let [Some(yes), Some(no)] = refunds {
            prop_assert_eq!(yes, no);
        }
    }

    /// Rewards of record and decision together never exceed what the creator paid in for them, nor a tenth of the
    /// smaller pool in SOL.
    #[test]
    fn recording_and_deciding_earn_no_more_than_was_paid_in(
        pools in any::<[u32; 2]>(), first in any::<[u32; 2]>(), second in any::<[u32; 2]>(),
        offered in 0u64..=1_000_000_000, is_sol in any::<bool>(),
    ) {
        let mint = if is_sol { Pubkey::default() } else { Pubkey::new_unique() };
        let mut market = market(PRICE, mint, offered);
        market.pools = pools.map(u64::from);
        let counted = |late: [u32; 2]| [0, 1].map(|side: usize| u64::from(pools[side].saturating_sub(late[side])));
        let (first, second) = (counted(first), counted(second));
        let recording = market.reward_for_recording(first);
        let deciding = market.reward_for_deciding(second, true);
        prop_assert!(recording + deciding <= offered);
        let alone = market.reward_for_deciding(second, false);
        prop_assert_eq!(alone, market.reward_for_recording(second) + deciding);
        let smaller = second[0].min(second[1]);
        if pools == [0, 0] {
            prop_assert_eq!(alone, 0);
        } else if smaller == 0 {
            prop_assert_eq!(alone, offered.min(5_000));
        } else if is_sol {
            prop_assert_eq!(alone, offered.min(smaller / 10));
        } else {
            prop_assert_eq!(alone, offered);
        }
    }
}

#[test]
fn a_stake_counts_once_a_whole_period_has_passed_after_its_own() {
    let news = CREATED + 20 * PERIOD;
    // Seconds before the period of the news begins, and whether the stake counts.
    for (before, counts) in [(0, false), (1, false), (PERIOD, false), (PERIOD + 1, true)] {
        for outcome in [Outcome::Yes, Outcome::No] {
            let mut market = market(PRICE, Pubkey::default(), 0);
            market.add_stake(outcome.other(), 1_000, 1).unwrap();
            market.add_stake(outcome, 1_000, market.period_of(news - before)).unwrap();
            market.resolve(Outcome::Yes, Observation::fact(true, news), Some(news), news + 1).unwrap();
            let late = outcome.of(&market.late);
            let is_void = market.status() == Status::Void;
            assert_eq!(late == 0 && !is_void, counts, "{before} {outcome:?}");
        }
    }
}

#[test]
fn closing_earns_two_settle_rewards_unless_nobody_staked() {
    let mut market = market(PRICE, Pubkey::default(), 0);
    assert_eq!(market.reward_for_closing(), 0);
    market.add_stake(Outcome::No, 1, 1).unwrap();
    assert_eq!(market.reward_for_closing(), 10_000);
    assert_eq!(market.terms.rewards_of_creator(), 10_000);
}

#[test]
fn a_recorded_curve_dates_the_migration_and_earns_half() {
    let mut market = market(Metric::Migration, Pubkey::default(), 300_001);
    market.add_stake(Outcome::Yes, 10_000_000, 1).unwrap();
    market.add_stake(Outcome::No, 10_000_000, 1).unwrap();
    assert!(!market.has_recorded());
    let at = CREATED + 10 * PERIOD;
    let counted = market.record_curve(at).unwrap();
    assert_eq!(counted, [10_000_000; 2]);
    assert!(market.has_recorded());
    assert_eq!(market.recorded_reference(), Some(at));
    assert_eq!(market.reward_for_recording(counted), 150_000);
    assert_eq!(market.reward_for_deciding(counted, true), 150_001);
}
