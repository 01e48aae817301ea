//! Comparison of an observation with a target: exact, whatever the exponents.

// A test that overflows or unwraps nothing has failed, as it should.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

use prediction_market::{
    condition::{Comparison, Condition, Decimal, Measurement, Metric, Timing},
    state::StoredCondition,
};
use proptest::prelude::*;

const ALL: [Comparison; 4] = [Comparison::Above, Comparison::AtLeast, Comparison::Below, Comparison::AtMost];

fn is_met(comparison: Comparison, value: (u128, i32), target: (u64, i8)) -> bool {
    let condition = Condition {
        metric: Metric::Supply,
        comparison,
        target: Decimal { mantissa: target.0, exponent: target.1 },
        timing: Timing::AtExpiry,
    };
    condition.is_met_by(Measurement { value: value.0, exponent: value.1 })
}

/// Above, at least, below, at most.
fn all(value: (u128, i32), target: (u64, i8)) -> [bool; 4] {
    ALL.map(|comparison| is_met(comparison, value, target))
}

const LESS: [bool; 4] = [false, false, true, true];
const EQUAL: [bool; 4] = [false, true, false, true];
const GREATER: [bool; 4] = [true, true, false, false];

#[test]
fn equal_values_with_other_exponents_are_equal() {
    // 250 dollars as Pyth writes them, and as a target.
    assert_eq!(all((25_000_000_000, -8), (25, 1)), EQUAL);
    assert_eq!(all((25_000_000_001, -8), (25, 1)), GREATER);
    assert_eq!(all((24_999_999_999, -8), (25, 1)), LESS);
    assert_eq!(all((0, 12), (0, -30)), EQUAL);
}

#[test]
fn what_does_not_fit_is_larger() {
    assert_eq!(all((1, 1_000), (u64::MAX, 30)), GREATER);
    assert_eq!(all((u128::MAX, 30), (u64::MAX, 30)), GREATER);
    assert_eq!(all((u128::MAX, -1_000), (1, -30)), LESS);
    assert_eq!(all((0, i32::MAX), (1, -30)), LESS);
    assert_eq!(all((0, i32::MIN), (0, 30)), EQUAL);
    assert_eq!(all((1, i32::MIN), (1, 30)), LESS);
}

#[test]
fn powers_of_ten_beyond_64_bits_count_too() {
    // 10^19 is the largest power that fits in 64 bits, 10^38 the largest in 128.
    assert_eq!(all((10u128.pow(19), -19), (1, 0)), EQUAL);
    assert_eq!(all((10u128.pow(20), -20), (1, 0)), EQUAL);
    assert_eq!(all((10u128.pow(20) - 1, -20), (1, 0)), LESS);
    assert_eq!(all((10u128.pow(38) + 1, -38), (1, 0)), GREATER);
    assert_eq!(all((u128::from(u64::MAX), 0), (u64::MAX, 0)), EQUAL);
    assert_eq!(all((u128::from(u64::MAX) + 1, 0), (u64::MAX, 0)), GREATER);
    assert_eq!(all((1 << 64, 20), (u64::MAX, 20)), GREATER);
    assert_eq!(all((u128::from(u64::MAX) * 10u128.pow(19), -19), (u64::MAX, 0)), EQUAL);
    assert_eq!(all((u128::from(u64::MAX) * 10u128.pow(19) - 1, -19), (u64::MAX, 0)), LESS);
}

proptest! {
    #[test]
    fn agrees_with_scaled_integers(value in any::<u32>(), target in any::<u32>(), up in 0i32..=9, down in 0i8..=9) {
        let (left, right) = (u128::from(value) * 10u128.pow(up as u32 + down as u32), u128::from(target));
        let expected = match left.cmp(&right) {
            std::cmp::Ordering::Less => LESS,
            std::cmp::Ordering::Equal => EQUAL,
            std::cmp::Ordering::Greater => GREATER,
        };
        prop_assert_eq!(all((value.into(), up), (target.into(), -down)), expected);
    }
}

fn is_change_met(bps: i64, before: u128, after: u128) -> [bool; 4] {
    ALL.map(|comparison| {
        let condition = Condition {
            metric: Metric::Change { feed: [0; 32], reference_at: 0 },
            comparison,
            target: Decimal { mantissa: (10_000 + bps) as u64, exponent: -4 },
            timing: Timing::AtExpiry,
        };
        let price = |value| Measurement { value, exponent: -8 };
        comparison.holds(price(after), condition.target_from(price(before)).unwrap())
    })
}

#[test]
fn a_change_is_counted_from_the_reference() {
    assert_eq!(is_change_met(0, 100, 100), EQUAL);
    assert_eq!(is_change_met(0, 100, 101), GREATER);
    assert_eq!(is_change_met(500, 100, 104), LESS);
    assert_eq!(is_change_met(500, 100, 105), EQUAL);
    assert_eq!(is_change_met(-500, 100, 95), EQUAL);
    // No rounding: 5 % above 101 is 106.05.
    assert_eq!(is_change_met(500, 101, 106), LESS);
    assert_eq!(is_change_met(1_000_000, u128::from(u64::MAX), u128::from(u64::MAX)), LESS);
}

fn conditions() -> impl Strategy<Value = Condition> {
    let metric = prop_oneof![
        any::<[u8; 32]>().prop_map(|feed| Metric::Price { feed }),
        any::<[u8; 32]>().prop_map(|feed| Metric::MarketCap { feed }),
        Just(Metric::Supply),
        Just(Metric::Migration),
        any::<u64>().prop_map(|minimum_balance| Metric::Holders { minimum_balance }),
        Just(Metric::Event),
        (any::<[u8; 32]>(), any::<i64>())
            .prop_map(|(feed, reference_at)| Metric::Change { feed, reference_at }),
    ];
    let timing = prop_oneof![Just(Timing::AtExpiry), Just(Timing::ByExpiry)];
    let comparison = proptest::sample::select(&ALL);
    (metric, comparison, any::<u64>(), any::<i8>(), timing).prop_map(
        |(metric, comparison, mantissa, exponent, timing)| Condition {
            metric,
            comparison,
            target: Decimal { mantissa, exponent },
            timing,
        },
    )
}

proptest! {
    #[test]
    fn a_stored_condition_is_the_same(condition in conditions()) {
        prop_assert_eq!(Condition::from(StoredCondition::from(condition)), condition);
    }
}
