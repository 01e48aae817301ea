//! `decide` against every vector, and the cases that a reader should see by name.

// A test that overflows or unwraps nothing has failed, as it should.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

use anchor_lang::error::Error;
use prediction_market::{
    condition::{Metric, Outcome, Timing},
    decision::{decide, Decision, Rules, Shown},
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
    }
}

fn price(at: i64, is_met: bool) -> Option<Shown> {
    Some(Shown { at, previous: Some(at - 1), is_met })
}

fn quorum(at: i64, is_met: bool) -> Option<Shown> {
    Some(Shown { at, previous: None, is_met })
}

const PRICE: Metric = Metric::Price { feed: [0; 32] };

fn refusal(result: Result<Decision, Error>) -> String {
    match result.unwrap_err() {
        Error::AnchorError(error) => error.error_name,
        other => panic!("{other}"),
    }
}

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
    for timing in [Timing::AtExpiry, Timing::ByExpiry] {
        for metric in [PRICE, Metric::Supply, Metric::Event] {
            let rules = rules(metric, timing);
            assert_eq!(refusal(decide(&rules, None, T + 4_999)), "EvidenceMissing");
            assert_eq!(refusal(decide(&rules, None, T + 5_000)), "DecisionTooLate");
        }
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
fn an_update_an_hour_after_expiry_is_not_the_one_at_expiry() {
    let opening = Some(Shown { at: T + 3_600, previous: Some(T - 3_600), is_met: true });
    for timing in [Timing::AtExpiry, Timing::ByExpiry] {
        assert_eq!(refusal(decide(&rules(PRICE, timing), opening, T + 3_601)), "ObservationOutOfTime");
    }
}

fn metric(name: &str) -> Metric {
    match name {
        "price" => PRICE,
        "marketCap" => Metric::MarketCap { feed: [0; 32] },
        "supply" => Metric::Supply,
        "migration" => Metric::Migration,
        "holders" => Metric::Holders { minimum_balance: 1 },
        _ => Metric::Event,
    }
}

fn result(decision: Result<Decision, Error>) -> Value {
    match decision {
        Ok(Decision::Resolve { outcome: Outcome::Yes, as_of }) => json!({ "resolve": "Yes", "asOf": as_of }),
        Ok(Decision::Resolve { outcome: Outcome::No, as_of }) => json!({ "resolve": "No", "asOf": as_of }),
        Ok(Decision::Record { as_of }) => json!({ "record": true, "asOf": as_of }),
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
            metric: metric(case[0].as_str().unwrap()),
            timing: if case[1] == "atExpiry" { Timing::AtExpiry } else { Timing::ByExpiry },
            created_at: second("createdAt"),
            close_at: second("closeAt"),
            expire_at: second("expireAt"),
            proof_window: second("proofWindow") as u32,
            void_delay: second("voidDelay") as u32,
            is_recorded: case[3].as_bool().unwrap(),
        };
        let shown = case[4].as_array().map(|shown| Shown {
            at: shown[0].as_i64().unwrap(),
            previous: shown[1].as_i64(),
            is_met: shown[2].as_bool().unwrap(),
        });
        assert_eq!(result(decide(&rules, shown, case[5].as_i64().unwrap())), case[6], "{case}");
    }
}
