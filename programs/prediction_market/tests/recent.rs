//! The record of recent stakes: whatever the order of bets and the news, the late stakes of all positions
//! add up to the market's, and are exactly those that the rule names.

// A test that overflows or unwraps nothing has failed, as it should.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

use prediction_market::{condition::Outcome, state::RecentStakes};
use proptest::prelude::*;

#[derive(Clone, Copy, Debug)]
struct Bet {
    owner: usize,
    period: u64,
    outcome: Outcome,
    amount: u64,
}

/// Bets of five owners in the order of time, some periods apart, and the period of the news.
fn histories() -> impl Strategy<Value = (Vec<Bet>, u64)> {
    let side = || prop_oneof![Just(Outcome::Yes), Just(Outcome::No)];
    let bet = (0usize..5, prop_oneof![4 => Just(0u64), 3 => Just(1), 1 => 2u64..6], side(), 1u64..1_000);
    (proptest::collection::vec(bet, 0..60), 0u64..6).prop_map(|(bets, back)| {
        let mut period = 1;
        let bets: Vec<Bet> = bets
            .into_iter()
            .map(|(owner, later, outcome, amount)| {
                period += later;
                Bet { owner, period, outcome, amount }
            })
            .collect();
        (bets, (period + 2).saturating_sub(back).max(1))
    })
}

/// Late by the words of the rule, over the whole list of bets.
fn late_by_rule(bets: &[Bet], news: u64) -> [u64; 2] {
    let mut late = [0, 0];
    for bet in bets.iter().filter(|bet| bet.period + 1 >= news) {
        late[bet.outcome as usize] += bet.amount;
    }
    late
}

fn record(bets: impl Iterator<Item = Bet>) -> RecentStakes {
    let mut recent = RecentStakes::default();
    for bet in bets {
        recent.add(bet.period, bet.outcome, bet.amount).unwrap();
    }
    recent
}

proptest! {
    #[test]
    fn late_stakes_of_positions_add_up_to_the_markets((bets, news) in histories()) {
        let market = record(bets.iter().copied());
        prop_assume!(market.require_covers(news).is_ok());
        let mut sum = [0, 0];
        for owner in 0..5 {
            let position = record(bets.iter().copied().filter(|bet| bet.owner == owner));
            let late = position.late(news).unwrap();
            sum = [sum[0] + late[0], sum[1] + late[1]];
        }
        prop_assert_eq!(sum, market.late(news).unwrap());
    }

    #[test]
    fn late_stakes_are_those_of_the_rule((bets, news) in histories()) {
        let market = record(bets.iter().copied());
        prop_assume!(market.require_covers(news).is_ok());
        prop_assert_eq!(market.late(news).unwrap(), late_by_rule(&bets, news));
    }

    /// The law "blind": whose stake is late does not depend on its side.
    #[test]
    fn the_same_bets_on_other_sides_are_late_alike((bets, news) in histories()) {
        let turned = bets.iter().map(|bet| Bet { outcome: bet.outcome.other(), ..*bet });
        let (market, turned) = (record(bets.iter().copied()), record(turned));
        let [yes, no] = market.late(news).unwrap();
        prop_assert_eq!([no, yes], turned.late(news).unwrap());
    }

    #[test]
    fn news_is_too_old_once_there_is_a_bet_two_periods_later((bets, news) in histories()) {
        let last = bets.last().map_or(0, |bet| bet.period);
        prop_assert_eq!(record(bets.into_iter()).require_covers(news).is_err(), last > news + 1);
    }
}

#[test]
fn a_stake_beyond_u64_is_an_error() {
    let mut recent = RecentStakes::default();
    recent.add(1, Outcome::Yes, u64::MAX).unwrap();
    assert!(recent.add(1, Outcome::Yes, 1).is_err());
}
