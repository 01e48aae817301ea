//! Whole markets: stakes, a decision, and what everyone is due.

// A test that overflows or unwraps nothing has failed, as it should.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

mod common;

use anchor_lang::prelude::Pubkey;
use common::*;
use prediction_market::{
    condition::Outcome,
    math::Fees,
    state::{Due, Market, Observation, Status},
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

/// 10,000 on Yes and 20,000 on No.
fn staked() -> Market {
    let mut market = market(PRICE, Pubkey::default(), 0);
    market.add_stake(Outcome::Yes, 10_000, 1).unwrap();
    market.add_stake(Outcome::No, 20_000, 1).unwrap();
    market
}

#[test]
fn a_market_is_undecided_decided_or_void() {
    let open = staked();
    open.require_undecided().unwrap();
    assert_eq!(refusal(open.require_decided()), "MarketUndecided");
    assert_eq!(refusal(open.due(&place(&mut staked(), &[])[0])), "MarketUndecided");
    let (mut resolved, mut recorded, mut void) = (open, open, open);
    let fact = Observation::fact(true, EXPIRY);
    assert_eq!(resolved.resolve(Outcome::Yes, fact, None, EXPIRY).unwrap(), [10_000, 20_000]);
    assert_eq!(recorded.resolve_recorded(EXPIRY).unwrap(), [10_000, 20_000]);
    // As if nobody had staked on Yes.
    void.pools[0] = 0;
    assert_eq!(void.resolve(Outcome::Yes, fact, None, EXPIRY).unwrap(), [0, 20_000]);
    for (market, status, answer, winner) in [
        (resolved, Status::Resolved, Outcome::Yes, Some(Outcome::Yes)),
        (recorded, Status::Resolved, Outcome::No, Some(Outcome::No)),
        (void, Status::Void, Outcome::Yes, None),
    ] {
        assert_eq!((market.status(), market.answer(), market.winner()), (status, Some(answer), winner));
        assert_eq!(market.resolved_at, EXPIRY);
        market.require_decided().unwrap();
        assert_eq!(refusal(market.require_undecided()), "MarketDecided");
    }
}

#[test]
fn a_void_market_takes_nothing() {
    let mut market = staked();
    market.record(Observation::fact(false, CREATED), Some(CREATED)).unwrap();
    assert_eq!(market.late_period, 1);
    market.void(EXPIRY);
    assert_eq!((market.status(), market.answer(), market.resolved_at), (Status::Void, None, EXPIRY));
    assert_eq!((market.late_period, market.late), (0, [0, 0]));
    assert_eq!([market.burn_due(), market.developer_due(), market.owed().unwrap()], [0, 0, 30_000]);
}

#[test]
fn the_escrow_owes_what_is_neither_paid_nor_collected() {
    let mut market = staked();
    market.resolve(Outcome::Yes, Observation::fact(true, EXPIRY), None, EXPIRY).unwrap();
    let dues = |market: &Market| [market.burn_due(), market.developer_due(), market.owed().unwrap()];
    assert_eq!(dues(&market), [1_000, 1_000, 30_000]);
    let both =
        [(1_000, 0, [0, 1_000, 29_000]), (0, 1_000, [1_000, 0, 29_000]), (1_000, 1_000, [0, 0, 28_000])];
    for (burn, developer, expected) in both {
        let mut market = market;
        market.record_collected(&Fees { burn, developer });
        assert_eq!(dues(&market), expected);
        // What was taken stays taken.
        market.record_collected(&Fees::default());
        assert_eq!(dues(&market), expected);
        market.require_solvent(expected[2]).unwrap();
        assert_eq!(refusal(market.require_solvent(expected[2] - 1)), "EscrowInsolvent");
    }
    market.open_positions = 2;
    market.record_settlement(&Due { payout: 20_000, refund: 8_000 }).unwrap();
    assert_eq!((market.paid, market.open_positions, market.owed().unwrap()), (28_000, 1, 2_000));
    market.record_settlement(&Due { payout: 2_000, refund: 1 }).unwrap();
    assert_eq!(refusal(market.owed()), "EscrowInsolvent");
    assert_eq!(refusal(market.record_settlement(&Due::default())), "ArithmeticOverflow");
}

#[test]
fn amounts_beyond_64_bits_are_refused() {
    assert_eq!(refusal(Due { payout: u64::MAX, refund: 1 }.total()), "ArithmeticOverflow");
    let mut market = staked();
    market.add_stake(Outcome::Yes, u64::MAX - 30_000, 1).unwrap();
    assert_eq!(market.total().unwrap(), u64::MAX);
    assert_eq!(refusal(market.add_stake(Outcome::No, 1, 1)), "ArithmeticOverflow");
}
