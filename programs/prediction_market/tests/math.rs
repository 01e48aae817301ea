//! The laws of `math.rs`, for all pools, and the vectors that the SDK is held to as well.

// A test that overflows or unwraps nothing has failed, as it should.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

use prediction_market::math::{lost, mul_div_floor, payout, share, Fees};
use proptest::prelude::*;
use serde_json::Value;

/// Pools whose sum is a u64, of every magnitude, and up to 40 stakes that make up the winning one.
fn markets() -> impl Strategy<Value = (Vec<u64>, u64, u16, u16)> {
    let stake = (0u32..58).prop_flat_map(|bits| 0..=(1u64 << bits));
    let losing = (0u32..64).prop_flat_map(|bits| 0..=(u64::MAX >> bits) / 2);
    (proptest::collection::vec(stake, 1..40), losing, 0u16..=1_000, 0u16..=1_000)
}

fn distributable(losing: u64, fees: &Fees) -> u64 {
    losing - fees.total().unwrap()
}

proptest! {
    #[test]
    fn payouts_fees_and_dust_are_the_stakes((stakes, losing, burn, developer) in markets()) {
        let winning: u64 = stakes.iter().sum();
        let fees = Fees::of(losing, burn, developer);
        let rest = distributable(losing, &fees);
        let paid: u128 = stakes.iter().map(|s| u128::from(payout(*s, winning, rest).unwrap())).sum();
        let staked = u128::from(winning) + u128::from(losing);
        let dust = staked - paid - u128::from(fees.total().unwrap());
        // Rounding leaves less than one unit a winner.
        prop_assert!(winning == 0 || dust < stakes.len() as u128);
    }

    #[test]
    fn settlement_in_any_order_pays_the_same((stakes, losing, burn, developer) in markets(), seed in any::<u64>()) {
        let winning: u64 = stakes.iter().sum();
        let rest = distributable(losing, &Fees::of(losing, burn, developer));
        let mut order: Vec<usize> = (0..stakes.len()).collect();
        order.sort_by_key(|i| (*i as u64 + 1).wrapping_mul(seed | 1));
        let mut escrow = u128::from(winning) + u128::from(losing);
        for i in order {
            let paid = u128::from(payout(stakes[i], winning, rest).unwrap());
            prop_assert!(paid <= escrow, "whoever comes last is paid too");
            escrow -= paid;
        }
    }

    #[test]
    fn a_larger_stake_never_gets_less(winning in 1u64..=u64::MAX / 2, rest in 0u64..=u64::MAX / 2, a in any::<u64>(), b in any::<u64>()) {
        let (small, large) = ((a % winning).min(b % winning), (a % winning).max(b % winning));
        prop_assert!(payout(small, winning, rest).unwrap() <= payout(large, winning, rest).unwrap());
    }

    #[test]
    fn a_winner_never_gets_less_than_the_stake(winning in 1u64..=u64::MAX / 2, rest in 0u64..=u64::MAX / 2, stake in any::<u64>()) {
        let stake = stake % winning;
        prop_assert!(payout(stake, winning, rest).unwrap() >= stake);
    }

    #[test]
    fn fees_never_exceed_a_fifth_of_any_pool(losing in any::<u64>(), burn in 0u16..=1_000, developer in 0u16..=1_000) {
        let fees = Fees::of(losing, burn, developer);
        prop_assert!(fees.total().unwrap() <= losing / 5);
    }

    #[test]
    fn what_is_lost_is_exact(losing in any::<u64>(), winning in any::<u64>(), ratio in 100u16..=10_000) {
        let most = u128::from(winning) * u128::from(ratio) / 100;
        prop_assert_eq!(u128::from(lost(losing, winning, ratio)), most.min(losing.into()));
        prop_assert_eq!(lost(losing, winning, 0), losing);
    }

    #[test]
    fn share_is_exact(amount in any::<u64>(), bps in 0u16..=10_000) {
        let exact = u128::from(amount) * u128::from(bps) / 10_000;
        prop_assert_eq!(u128::from(share(amount, bps)), exact);
    }

    #[test]
    fn mul_div_floor_is_exact(a in any::<u64>(), b in any::<u64>(), divisor in 1u64..) {
        let exact = u128::from(a) * u128::from(b) / u128::from(divisor);
        prop_assert_eq!(mul_div_floor(a, b, divisor).ok().map(u128::from), u64::try_from(exact).ok().map(u128::from));
    }
}

#[test]
fn division_by_nothing_is_an_error() {
    assert!(mul_div_floor(1, 1, 0).is_err());
    assert!(payout(1, 0, 1).is_err());
}

#[test]
fn vectors_agree_to_the_unit() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/payouts.json");
    let vectors: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let cases = vectors["cases"].as_array().unwrap();
    assert!(cases.len() > 20, "the vector file is there and full");
    for case in cases {
        check_case(case);
    }
}

fn check_case(case: &Value) {
    let name = case["name"].as_str().unwrap();
    let winner = usize::from(case["winner"] != "yes");
    let pools = [unit(&case["pools"][0]), unit(&case["pools"][1])];
    let is_void = case["void"].as_bool().unwrap();
    assert_eq!(is_void, pools[winner] == 0, "{name}: void");

    let losing = if is_void { 0 } else { pools[1 - winner] };
    let term = |field: &str| u16::try_from(case[field].as_u64().unwrap()).unwrap();
    let lost = lost(losing, pools[winner], term("maxRatio"));
    let unmatched = losing - lost;
    assert_eq!(unmatched, unit(&case["unmatched"]), "{name}: unmatched");
    let fees = Fees::of(lost, term("burnBps"), term("developerBps"));
    assert_eq!(fees.burn, unit(&case["burn"]), "{name}: burn");
    assert_eq!(fees.developer, unit(&case["developer"]), "{name}: developer");
    let rest = distributable(lost, &fees);
    assert_eq!(rest, unit(&case["distributable"]), "{name}: distributable");

    let mut left = pools[0] + pools[1] - fees.total().unwrap();
    for position in case["positions"].as_array().unwrap() {
        let stakes = [unit(&position["stakes"][0]), unit(&position["stakes"][1])];
        let [paid, back] = match is_void {
            true => [0, stakes[0] + stakes[1]],
            false => [
                payout(stakes[winner], pools[winner], rest).unwrap(),
                if unmatched == 0 {
                    0
                } else {
                    mul_div_floor(stakes[1 - winner], unmatched, losing).unwrap()
                },
            ],
        };
        assert_eq!(paid, unit(&position["payout"]), "{name}: payout of {stakes:?}");
        assert_eq!(back, unit(&position["refund"]), "{name}: refund of {stakes:?}");
        left -= paid + back;
    }
    assert_eq!(left, unit(&case["dust"]), "{name}: dust");
}

fn unit(value: &Value) -> u64 {
    value.as_str().unwrap().parse().unwrap()
}
