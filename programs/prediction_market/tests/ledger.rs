//! Whole markets: stakes, a decision, and what everyone is due.

// A test that overflows or unwraps nothing has failed, as it should.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

mod common;

use anchor_lang::prelude::Pubkey;
use common::*;
use prediction_market::{
    condition::Outcome,
    math::Fees,
    state::{Observation, Status},
};
use proptest::prelude::*;

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

    /// Attacks 90 and 91: the losing side loses at most the largest ratio of the winning pool, each loser in proportion, and
    /// nothing is missing to the unit.
    #[test]
    fn what_finds_no_opponent_comes_back(
        bets in bets(), is_met in any::<bool>(), max_ratio in prop_oneof![Just(0u16), 100u16..=10_000],
    ) {
        let mut market = market(UP_OR_DOWN, Pubkey::default(), 0);
        market.terms.max_ratio = max_ratio;
        let positions = place(&mut market, &bets);
        let outcome = Outcome::met(is_met);
        market.resolve(outcome, Observation::fact(is_met, EXPIRY), None, EXPIRY).unwrap();
        let Some(winner) = market.winner() else {
            prop_assert_eq!(market.unmatched, 0);
            return Ok(());
        };
        let (winning, losing) = (winner.of(&market.pools), winner.other().of(&market.pools));
        let most = u128::from(winning) * u128::from(max_ratio) / 100;
        let lost = if max_ratio == 0 { losing } else { u64::try_from(most).map_or(losing, |most| most.min(losing)) };
        prop_assert_eq!(market.unmatched, losing - lost);
        prop_assert!(losing > winning || market.unmatched == 0, "if the heavier side wins nothing changes");
        prop_assert_eq!(market.fees, Fees::of(lost, 500, 500));
        let mut paid = 0;
        for position in &positions {
            let due = market.due(position).unwrap();
            let [won, own] = [winner, winner.other()].map(|side| u128::from(side.of(&position.stakes)));
            let back = own * u128::from(market.unmatched) / u128::from(losing.max(1));
            let share = won * u128::from(lost - market.fees.total().unwrap()) / u128::from(winning);
            prop_assert_eq!(u128::from(due.refund), back);
            prop_assert_eq!(u128::from(due.payout), won + share);
            paid += due.total().unwrap();
        }
        let dust = market.total().unwrap() - paid - market.fees.total().unwrap();
        prop_assert!(dust < 2 * OWNERS as u64);
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
fn min_payout_reckons_with_the_largest_ratio() {
    let mut market = market(UP_OR_DOWN, Pubkey::default(), 0);
    market.terms.max_ratio = 125;
    market.add_stake(Outcome::No, 1_000_000_000, 1).unwrap();
    market.add_stake(Outcome::Yes, 1_000_000, 1).unwrap();
    // Wins 1.25 times itself less 10 %, not 0.9 SOL.
    assert_eq!(market.payout_as_pools_stand(Outcome::Yes, 1_000_000).unwrap(), 1_000_000 + 1_125_000);
    // The heavier side wins what it always did.
    assert_eq!(market.payout_as_pools_stand(Outcome::No, 1_000_000_000).unwrap(), 1_000_000_000 + 900_000);
}

#[test]
fn events_of_a_market_are_numbered_from_1() {
    let mut market = market(PRICE, Pubkey::default(), 0);
    assert_eq!([market.next_event(), market.next_event(), market.last_event()], [1, 2, 3]);
    assert_eq!(market.sequence, 2);
    market.sequence = u32::MAX;
    assert_eq!([market.next_event(), market.last_event()], [u32::MAX; 2]);
}
