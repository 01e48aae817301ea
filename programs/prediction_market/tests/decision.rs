//! `decide` against every vector, and the cases that a reader should see by name.

// A test that overflows or unwraps nothing has failed, as it should.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

mod common;

use anchor_lang::error::Error;
use common::refusal;
use prediction_market::{
    condition::{Metric, Outcome, Timing},
    decision::{self, Decision, Reading, Rules, Shown},
    errors::MarketError,
};
use serde_json::{json, Value};

const T: i64 = 200_000;

fn rules(metric: Metric, timing: Timing) -> Rules {
    Rules {
        metric,
        timing,
        created_at: 100_000,
        close_at: T - 10,
        expire_at: T,
        proof_window: 1_000,
        void_delay: 5_000,
        is_recorded: false,
        recorded_reference: None,
    }
}

fn shown(at: i64, previous: Option<i64>, is_met: bool) -> Shown {
    Shown { at, previous, reading: Reading::met(is_met), is_certain: false, is_complete: false }
}

fn price(at: i64, is_met: bool) -> Option<Shown> {
    Some(shown(at, Some(at - 1), is_met))
}

fn quorum(at: i64, is_met: bool) -> Option<Shown> {
    Some(shown(at, None, is_met))
}

fn wide(at: i64) -> Option<Shown> {
    Some(Shown { reading: Reading::Unreadable(MarketError::PriceUncertain), ..shown(at, Some(at - 1), true) })
}

fn resolved(outcome: Outcome, as_of: Option<i64>) -> Decision {
    Decision::Resolve { outcome, as_of }
}

/// Decides a market, a change by the price that it begins with too.
fn decide_change(
    rules: &Rules,
    shown: Option<Shown>,
    reference: Option<Shown>,
    now: i64,
) -> Result<Decision, Error> {
    decision::decide(rules, shown.as_ref(), reference.as_ref(), now)
}

/// Decides a market that compares with nothing but its target.
fn decide(rules: &Rules, shown: Option<Shown>, now: i64) -> Result<Decision, Error> {
    decide_change(rules, shown, None, now)
}

const PRICE: Metric = Metric::Price { feed: [0; 32] };

#[test]
fn an_early_crossing_decides_yes_as_of_its_second() {
    let decision = decide(&rules(PRICE, Timing::ByExpiry), price(150_000, true), 150_100).unwrap();
    assert_eq!(decision, Decision::Resolve { outcome: Outcome::Yes, as_of: Some(150_000) });
}

#[test]
fn a_clock_behind_the_price_counts_as_of_the_clock() {
    let decision = decide(&rules(PRICE, Timing::ByExpiry), price(T, true), 150_000).unwrap();
    assert_eq!(decision, Decision::Resolve { outcome: Outcome::Yes, as_of: Some(150_000) });
}

#[test]
fn the_one_at_expiry_makes_stakes_late_only_while_bets_are_open() {
    for is_met in [true, false] {
        let (rules, outcome) = (rules(PRICE, Timing::AtExpiry), Outcome::met(is_met));
        let lagging = decide(&rules, price(T, is_met), T - 11).unwrap();
        assert_eq!(lagging, Decision::Resolve { outcome, as_of: Some(T - 11) });
        let closed = decide(&rules, price(T, is_met), T - 10).unwrap();
        assert_eq!(closed, Decision::Resolve { outcome, as_of: None });
    }
}

#[test]
fn not_met_at_expiry_waits_for_an_early_yes_until_the_proof_window_is_over() {
    let open = rules(PRICE, Timing::ByExpiry);
    assert_eq!(decide(&open, price(T, false), T + 1).unwrap(), Decision::Record { as_of: None });
    let recorded = Rules { is_recorded: true, ..open };
    assert_eq!(refusal(decide(&recorded, None, T + 999)), "EvidenceMissing");
    assert!(matches!(
        decide(&recorded, price(T - 1, true), T + 999).unwrap(),
        Decision::Resolve { outcome: Outcome::Yes, .. }
    ));
    assert_eq!(decide(&recorded, None, T + 1_000).unwrap(), Decision::ResolveRecorded);
    // Whatever is shown from then on.
    assert_eq!(decide(&recorded, price(T - 1, true), T + 1_000).unwrap(), Decision::ResolveRecorded);
}

#[test]
fn silence_decides_nothing() {
    for metric in [PRICE, Metric::Supply, Metric::Event] {
        let rules = rules(metric, Timing::ByExpiry);
        assert_eq!(refusal(decide(&rules, None, T + 4_999)), "EvidenceMissing");
        assert_eq!(refusal(decide(&rules, None, T + 5_000)), "DecisionTooLate");
    }
}

#[test]
fn an_event_is_decided_early_either_way() {
    for timing in [Timing::AtExpiry, Timing::ByExpiry] {
        for (is_met, outcome) in [(true, Outcome::Yes), (false, Outcome::No)] {
            let decision = decide(&rules(Metric::Event, timing), quorum(150_000, is_met), 150_003).unwrap();
            assert_eq!(decision, Decision::Resolve { outcome, as_of: Some(150_000) });
        }
    }
}

#[test]
fn a_feed_that_slept_over_expiry_proves_not_met_by_expiry_and_nothing_at_expiry() {
    let opening = Some(shown(T + 3_600, Some(T - 3_600), true));
    let recorded = decide(&rules(PRICE, Timing::ByExpiry), opening, T + 900).unwrap();
    assert_eq!(recorded, Decision::Record { as_of: None });
    let decided = decide(&rules(PRICE, Timing::ByExpiry), opening, T + 3_601).unwrap();
    assert_eq!(decided, resolved(Outcome::No, None));
    let refused = decide(&rules(PRICE, Timing::AtExpiry), opening, T + 3_601);
    assert_eq!(refusal(refused), "ObservationOutOfTime");
}

#[test]
fn a_feed_that_slept_since_creation_proves_nothing() {
    for previous in [99_999, 100_000] {
        let opening = Some(shown(T + 1, Some(previous), false));
        let refused = decide(&rules(PRICE, Timing::ByExpiry), opening, T + 2);
        assert_eq!(refusal(refused), "ObservationOutOfTime");
    }
}

#[test]
fn an_update_that_is_too_wide_is_not_met_by_expiry_and_refused_elsewhere() {
    let by_expiry = rules(PRICE, Timing::ByExpiry);
    assert_eq!(decide(&by_expiry, wide(T), T + 1).unwrap(), Decision::Record { as_of: None });
    assert_eq!(refusal(decide(&by_expiry, wide(T - 1), T + 1)), "PriceUncertain");
    assert_eq!(refusal(decide(&rules(PRICE, Timing::AtExpiry), wide(T), T + 1)), "PriceUncertain");
    // The times come first.
    assert_eq!(refusal(decide(&by_expiry, wide(100_000), T + 1)), "ObservationOutOfTime");
}

#[test]
fn an_unreadable_market_cap_needs_no_supply_in_time() {
    let rules = rules(Metric::MarketCap { feed: [0; 32] }, Timing::ByExpiry);
    assert_eq!(decide(&rules, wide(T), T + 500).unwrap(), Decision::Record { as_of: None });
    assert_eq!(refusal(decide(&rules, price(T, false), T + 500)), "ObservationOutOfTime");
}

#[test]
fn after_a_minute_only_what_cannot_have_been_otherwise_counts() {
    let cases = [(Metric::Supply, Timing::ByExpiry), (Metric::MarketCap { feed: [0; 32] }, Timing::AtExpiry)];
    for (metric, timing) in cases {
        let rules = rules(metric, timing);
        let previous = metric.is_dated().then_some(T - 1);
        for is_met in [true, false] {
            let uncertain = shown(T, previous, is_met);
            let certain = Shown { is_certain: true, ..uncertain };
            let decision = resolved(Outcome::met(is_met), None);
            assert_eq!(decide(&rules, Some(uncertain), T + 60).unwrap(), decision);
            assert_eq!(refusal(decide(&rules, Some(uncertain), T + 61)), "ObservationOutOfTime");
            assert_eq!(decide(&rules, Some(certain), T + 4_999).unwrap(), decision);
            assert_eq!(refusal(decide(&rules, Some(certain), T + 5_000)), "DecisionTooLate");
        }
    }
}

#[test]
fn an_early_market_cap_counts_after_a_minute_if_the_supply_cannot_have_changed_the_answer() {
    let rules = rules(Metric::MarketCap { feed: [0; 32] }, Timing::ByExpiry);
    let (at, yes) = (150_000, resolved(Outcome::Yes, Some(150_000)));
    let uncertain = shown(at, Some(at - 1), true);
    let certain = Some(Shown { is_certain: true, ..uncertain });
    assert_eq!(decide(&rules, Some(uncertain), at + 60).unwrap(), yes);
    assert_eq!(refusal(decide(&rules, Some(uncertain), at + 61)), "ObservationOutOfTime");
    assert_eq!(decide(&rules, certain, at + 61).unwrap(), yes);
    assert_eq!(decide(&rules, certain, T + 999).unwrap(), yes);
    assert_eq!(refusal(decide(&rules, certain, T + 1_000)), "ObservationOutOfTime");
}

#[test]
fn after_a_minute_a_migration_can_only_be_no() {
    let rules = rules(Metric::Migration, Timing::ByExpiry);
    let migrated = |is_met| Some(Shown { is_complete: true, ..shown(T, None, is_met) });
    assert_eq!(decide(&rules, migrated(true), T + 60).unwrap(), resolved(Outcome::Yes, None));
    assert_eq!(refusal(decide(&rules, migrated(true), T + 61)), "ObservationOutOfTime");
    assert_eq!(decide(&rules, migrated(false), T + 4_999).unwrap(), resolved(Outcome::No, None));
}

#[test]
fn a_decision_at_expiry_after_the_close_makes_no_stake_late() {
    for (metric, shown) in [(PRICE, price(T, true)), (Metric::Event, quorum(T, true))] {
        let decision = decide(&rules(metric, Timing::ByExpiry), shown, T + 1).unwrap();
        assert_eq!(decision, resolved(Outcome::Yes, None));
    }
    let event = decide(&rules(Metric::Event, Timing::AtExpiry), quorum(T, false), T + 1).unwrap();
    assert_eq!(event, resolved(Outcome::No, None));
}

#[test]
fn an_early_observation_is_not_cut_at_the_close() {
    let decision = decide(&rules(PRICE, Timing::ByExpiry), price(T - 1, true), T + 5).unwrap();
    assert_eq!(decision, resolved(Outcome::Yes, Some(T - 1)));
}

#[test]
fn a_complete_curve_is_recorded_once_and_dates_the_migration() {
    let open = rules(Metric::Migration, Timing::ByExpiry);
    let complete = Some(Shown { is_complete: true, ..shown(150_000, None, false) });
    assert_eq!(decide(&open, complete, 150_000).unwrap(), Decision::RecordCurve);
    let recorded = Rules { recorded_reference: Some(150_000), ..open };
    assert_eq!(refusal(decide(&recorded, complete, 150_001)), "NotDecidableYet");
    let migrated = Some(Shown { is_complete: true, ..shown(160_000, None, true) });
    assert_eq!(decide(&recorded, migrated, 160_000).unwrap(), resolved(Outcome::Yes, Some(150_000)));
    assert_eq!(decide(&open, migrated, 160_000).unwrap(), resolved(Outcome::Yes, Some(160_000)));
    assert_eq!(decide(&recorded, migrated, T + 1).unwrap(), resolved(Outcome::Yes, None));
}

#[test]
fn what_was_recorded_decides_also_after_the_void_delay() {
    let recorded = Rules { is_recorded: true, ..rules(PRICE, Timing::ByExpiry) };
    assert_eq!(decide(&recorded, None, T + 500_000).unwrap(), Decision::ResolveRecorded);
}

/// A change from S to T, which is decided by two prices.
const S: i64 = T - 300;
const CHANGE: Metric = Metric::Change { feed: [0; 32], reference_at: S };

fn change() -> Rules {
    Rules { close_at: S - 10, ..rules(CHANGE, Timing::AtExpiry) }
}

#[test]
fn a_change_begins_with_the_price_that_is_recorded() {
    let (open, reference) = (change(), Some(shown(S + 1, Some(S - 1), false)));
    assert_eq!(refusal(decide(&open, None, S)), "EvidenceMissing");
    assert_eq!(decide_change(&open, None, reference, S + 2).unwrap(), Decision::RecordReference);
    // Whatever the chain's clock says, and until the void.
    assert_eq!(decide_change(&open, None, reference, S - 60).unwrap(), Decision::RecordReference);
    assert_eq!(decide_change(&open, None, reference, T + 4_999).unwrap(), Decision::RecordReference);
    assert_eq!(refusal(decide_change(&open, None, reference, T + 5_000)), "DecisionTooLate");
    let recorded = Rules { recorded_reference: Some(S + 1), ..open };
    assert_eq!(decide(&recorded, price(T, true), T + 1).unwrap(), resolved(Outcome::Yes, None));
    assert_eq!(decide(&recorded, price(T, false), T + 1).unwrap(), resolved(Outcome::No, None));
    assert_eq!(refusal(decide(&recorded, reference, T + 1)), "ObservationOutOfTime");
}

#[test]
fn both_prices_of_a_change_decide_at_once() {
    let decision = decide_change(&change(), price(T, true), price(S, false), T + 1).unwrap();
    assert_eq!(decision, resolved(Outcome::Yes, None));
}

#[test]
fn one_update_is_not_both_prices_of_a_change() {
    let short = Rules { expire_at: S + 12, ..change() };
    let sleeper = Some(shown(S + 20, Some(S - 1), true));
    assert_eq!(decide_change(&short, None, sleeper, S + 21).unwrap(), Decision::RecordReference);
    assert_eq!(refusal(decide_change(&short, sleeper, sleeper, S + 21)), "ObservationOutOfTime");
    let recorded = Rules { recorded_reference: Some(S + 20), ..short };
    assert_eq!(refusal(decide(&recorded, sleeper, S + 21)), "ObservationOutOfTime");
}

#[test]
fn a_wide_price_begins_and_ends_no_change() {
    assert_eq!(refusal(decide_change(&change(), None, wide(S), S + 1)), "PriceUncertain");
    let recorded = Rules { recorded_reference: Some(S), ..change() };
    assert_eq!(refusal(decide(&recorded, wide(T), T + 1)), "PriceUncertain");
}

fn metric(name: &str, reference_at: i64) -> Metric {
    match name {
        "price" => PRICE,
        "marketCap" => Metric::MarketCap { feed: [0; 32] },
        "supply" => Metric::Supply,
        "migration" => Metric::Migration,
        "holders" => Metric::Holders { minimum_balance: 1 },
        "change" => Metric::Change { feed: [0; 32], reference_at },
        _ => Metric::Event,
    }
}

fn result(decision: Result<Decision, Error>) -> Value {
    match decision {
        Ok(Decision::Resolve { outcome: Outcome::Yes, as_of }) => json!({ "resolve": "Yes", "asOf": as_of }),
        Ok(Decision::Resolve { outcome: Outcome::No, as_of }) => json!({ "resolve": "No", "asOf": as_of }),
        Ok(Decision::Record { as_of }) => json!({ "record": true, "asOf": as_of }),
        Ok(Decision::RecordReference) => json!({ "recordReference": true }),
        Ok(Decision::RecordCurve) => json!({ "recordCurve": true }),
        Ok(Decision::ResolveRecorded) => json!({ "resolveRecorded": true }),
        refused => json!({ "refuse": refusal(refused) }),
    }
}

#[test]
fn vectors_agree() {
    let file = std::fs::read_to_string("../../tests/vectors/decisions.json").unwrap();
    let vectors: Value = serde_json::from_str(&file).unwrap();
    let cases = vectors["cases"].as_array().unwrap();
    assert!(cases.len() > 10_000);
    for case in cases {
        let market = &vectors["markets"][case[2].as_str().unwrap()];
        let second = |name: &str| market[name].as_i64().unwrap();
        let rules = Rules {
            metric: metric(case[0].as_str().unwrap(), market["referenceAt"].as_i64().unwrap_or(0)),
            timing: if case[1] == "atExpiry" { Timing::AtExpiry } else { Timing::ByExpiry },
            created_at: second("createdAt"),
            close_at: second("closeAt"),
            expire_at: second("expireAt"),
            proof_window: second("proofWindow") as u32,
            void_delay: second("voidDelay") as u32,
            is_recorded: case[3] == true,
            recorded_reference: case[3].as_i64(),
        };
        let read = |shown: &Value| {
            shown.as_array().map(|shown| Shown {
                at: shown[0].as_i64().unwrap(),
                previous: shown[1].as_i64(),
                reading: match shown[2].as_bool() {
                    Some(is_met) => Reading::met(is_met),
                    None => Reading::Unreadable(MarketError::PriceUncertain),
                },
                is_certain: shown[3].as_bool().unwrap(),
                is_complete: shown[4].as_bool().unwrap(),
            })
        };
        let decision = decide_change(&rules, read(&case[4]), read(&case[7]), case[5].as_i64().unwrap());
        assert_eq!(result(decision), case[6], "{case}");
    }
}
