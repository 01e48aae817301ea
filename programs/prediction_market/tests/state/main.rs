//! What the accounts store, each method at every boundary, and what is read of them in place. The tests of the whole program
//! call the same methods, but cargo-mutants runs only native ones.

// A test that overflows or unwraps nothing has failed, as it should.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

#[path = "../common/mod.rs"]
mod common;
mod money;
mod settings;

use anchor_lang::{
    prelude::{AccountInfo, AccountLoader, Pubkey},
    AccountSerialize, Discriminator, Space,
};
use bytemuck::Zeroable;
use common::*;
use prediction_market::{
    condition::{Comparison, Condition, Decimal, Measurement, Metric, Outcome, Timing},
    state::{
        AttestorSet, Bankroll, Market, Observation, Position, Question, StoredAttestorSet, StoredCondition,
        StoredObservation,
    },
    ID,
};

/// A writable account with its data aligned as the runtime aligns it. It is leaked, since a loader borrows it for as long as
/// it lives.
fn account(owner: Pubkey, lamports: u64, data: &[u8]) -> &'static AccountInfo<'static> {
    let words = vec![0u64; data.len().div_ceil(8)].leak();
    let stored = &mut bytemuck::cast_slice_mut(words)[..data.len()];
    stored.copy_from_slice(data);
    let [key, owner] = [Pubkey::new_unique(), owner].map(|key| &*Box::leak(Box::new(key)));
    let lamports = Box::leak(Box::new(lamports));
    Box::leak(Box::new(AccountInfo::new(key, false, true, lamports, stored, owner, false)))
}

/// The data of an account that is stored as it lies in memory.
fn data<T: Discriminator + bytemuck::Pod>(state: &T) -> Vec<u8> {
    [T::DISCRIMINATOR, bytemuck::bytes_of(state)].concat()
}

fn condition(metric: Metric, timing: Timing) -> Condition {
    Condition { metric, comparison: Comparison::AtLeast, target: Decimal::ONE, timing }
}

fn keys(count: usize) -> Vec<Pubkey> {
    (1..=count as u8).map(|key| Pubkey::from([key; 32])).collect()
}

#[test]
fn a_set_has_4_5_7_or_8_keys_and_more_than_two_thirds_of_them_sign() {
    for (count, threshold) in [(4, 3), (5, 4), (7, 5), (8, 6)] {
        let set = AttestorSet::new(258, keys(count)).unwrap();
        assert_eq!((set.version, set.index, set.threshold, set.keys), (1, 258, threshold, keys(count)));
    }
    for count in [0, 1, 2, 3, 6, 9, 10] {
        assert_eq!(refusal(AttestorSet::new(0, keys(count))), "InvalidAttestorSet", "{count}");
    }
}

#[test]
fn the_keys_of_a_set_are_distinct_and_not_the_default_one() {
    for (place, key) in [(0, 1), (0, 4), (4, 3), (2, 9)] {
        let mut keys = keys(5);
        keys[place] = if key == 9 { Pubkey::default() } else { keys[key] };
        assert_eq!(refusal(AttestorSet::new(0, keys)), "InvalidAttestorSet", "{place} {key}");
    }
}

/// The data of an attestor set's account, as long as it is allocated.
fn stored_set(count: usize) -> Vec<u8> {
    let mut data = Vec::new();
    AttestorSet::new(258, keys(count)).unwrap().try_serialize(&mut data).unwrap();
    data.resize(8 + AttestorSet::INIT_SPACE, 0);
    data
}

#[test]
fn a_stored_set_is_read_in_place() {
    for (count, threshold) in [(4, 3), (8, 6)] {
        let data = stored_set(count);
        let read = StoredAttestorSet::read(&data).unwrap().unwrap();
        assert_eq!((read.index, read.threshold), (258, threshold));
        assert_eq!(read.keys, keys(count).iter().map(Pubkey::to_bytes).collect::<Vec<_>>());
    }
}

#[test]
fn what_is_no_stored_set_is_not_read_as_one() {
    let whole = stored_set(8);
    let longer = [whole.as_slice(), &[0]].concat();
    let (mut foreign, mut crowded, mut later) = (whole.clone(), whole.clone(), whole.clone());
    foreign[0] ^= 1;
    // Nine keys would reach beyond the end.
    crowded[12] = 9;
    later[8] = 2;
    for data in [&whole[..whole.len() - 1], &longer, &foreign, &crowded, &whole[..8], &[]] {
        assert!(StoredAttestorSet::read(data).unwrap().is_none(), "{}", data.len());
    }
    assert_eq!(refusal(StoredAttestorSet::read(&later).map(|_| ())), "UnknownVersion");
}

#[test]
fn a_stored_condition_numbers_each_metric() {
    let (feed, reference_at) = ([7; 32], -9);
    // The metric; its number, source, smallest balance and reference second; whether it is a change, and records a reference.
    let cases = [
        (Metric::Price { feed }, 0, feed, 0, 0, false, false),
        (Metric::MarketCap { feed }, 1, feed, 0, 0, false, false),
        (Metric::Supply, 2, [0; 32], 0, 0, false, false),
        (Metric::Migration, 3, [0; 32], 0, 0, false, true),
        (Metric::Holders { minimum_balance: 8 }, 4, [0; 32], 8, 0, false, false),
        (Metric::Event, 5, [0; 32], 0, 0, false, false),
        (Metric::Change { feed, reference_at }, 6, feed, 0, reference_at, true, true),
    ];
    for (metric, number, source, minimum_balance, reference_at, is_change, records_reference) in cases {
        let stored = StoredCondition::from(condition(metric, Timing::ByExpiry));
        let expected = StoredCondition {
            source,
            minimum_balance,
            reference_at,
            target_mantissa: 1,
            metric: number,
            comparison: 1,
            timing: 1,
            ..StoredCondition::zeroed()
        };
        assert_eq!(stored, expected);
        assert_eq!((stored.is_change(), stored.records_reference()), (is_change, records_reference));
        assert_eq!(Condition::from(stored), condition(metric, Timing::ByExpiry));
    }
}

#[test]
fn a_stored_condition_numbers_comparisons_and_timings() {
    let comparisons = [Comparison::Above, Comparison::AtLeast, Comparison::Below, Comparison::AtMost];
    for (number, comparison) in (0..).zip(comparisons) {
        for (timing_number, timing) in [(0, Timing::AtExpiry), (1, Timing::ByExpiry)] {
            let target = Decimal { mantissa: 12, exponent: -3 };
            let condition = Condition { comparison, target, ..condition(Metric::Supply, timing) };
            let stored = StoredCondition::from(condition);
            assert_eq!((stored.comparison, stored.timing), (number, timing_number));
            assert_eq!((stored.target_mantissa, stored.target_exponent), (12, -3));
            assert_eq!(Condition::from(stored), condition);
        }
    }
}

#[test]
fn a_stored_observation_is_the_same() {
    let measured = Measurement { value: (3 << 64) | 5, exponent: -8 };
    let fact = |is_met| Measurement { value: u128::from(is_met), exponent: 0 };
    // The observation; what it measures, whether it is met, and whether it has a value.
    let cases = [
        (Observation::fact(true, 42), fact(true), true, true),
        (Observation::fact(false, 42), fact(false), false, true),
        (Observation::of(measured, 42, true), measured, true, true),
        (Observation::of(measured, 42, false), measured, false, true),
        (Observation::unreadable(42), fact(false), false, false),
    ];
    for (observation, measurement, is_met, has_value) in cases {
        assert_eq!(observation.measurement(), measurement);
        assert_eq!((observation.observed_at, observation.is_met), (42, is_met));
        assert_eq!(observation.has_value, has_value);
        let stored = StoredObservation::from(observation);
        assert_eq!(stored.value, [measurement.value as u64, (measurement.value >> 64) as u64]);
        assert!(stored.is_some());
        assert_eq!(stored.get(), Some(observation));
    }
    assert!(!StoredObservation::zeroed().is_some());
    assert_eq!(StoredObservation::zeroed().get(), None);
}

#[test]
fn a_position_counts_its_stakes() {
    let mut position = Position::new(Pubkey::default(), Pubkey::default());
    position.add_stake(Outcome::Yes, 3, 1).unwrap();
    position.add_stake(Outcome::No, 4, 2).unwrap();
    position.add_stake(Outcome::Yes, 5, 2).unwrap();
    assert_eq!(position.stakes, [8, 4]);
    assert_eq!((position.recent.period, position.recent.stakes), (2, [[5, 4], [3, 0], [0, 0]]));
    assert_eq!(refusal(position.add_stake(Outcome::Yes, u64::MAX - 7, 2)), "ArithmeticOverflow");
}

#[test]
fn a_position_is_found_by_its_owner_kind_and_market() {
    let market = Pubkey::new_unique();
    let position = Position::new(market, Pubkey::new_unique());
    let stored = data(&position);
    let right = account(ID, 0, &stored);
    assert_eq!(Position::find(right, &market), Some(position));
    assert_eq!(Position::load(right, &market).unwrap(), position);
    let foreign = [&[0; 8], &stored[8..]].concat();
    let short = &stored[..stored.len() - 1];
    for wrong in [account(Pubkey::default(), 0, &stored), account(ID, 0, &foreign), account(ID, 0, short)] {
        assert_eq!(Position::find(wrong, &market), None);
        assert_eq!(refusal(Position::load(wrong, &market)), "WrongPosition");
    }
    let elsewhere = Pubkey::new_unique();
    assert_eq!(Position::find(right, &elsewhere), None);
    assert_eq!(refusal(Position::load(right, &elsewhere)), "WrongPosition");
    let later = account(ID, 0, &data(&Position { version: 2, ..position }));
    assert!(Position::find(later, &market).is_some());
    assert_eq!(refusal(Position::load(later, &market)), "UnknownVersion");
}

#[test]
fn a_position_is_stored_only_where_it_fits() {
    let position = Position::new(Pubkey::new_unique(), Pubkey::new_unique());
    let fitting = account(ID, 0, &[0; Position::SPACE]);
    position.store(fitting).unwrap();
    assert_eq!(**fitting.data.borrow(), data(&position));
    for length in [0, 7, 8, Position::SPACE - 1, Position::SPACE + 1] {
        let wrong = account(ID, 0, &vec![0; length]);
        assert_eq!(refusal(position.store(wrong)), "WrongPosition", "{length}");
    }
}

#[test]
fn a_question_is_required_in_place() {
    let market = Pubkey::new_unique();
    let mut stored = Vec::new();
    let question = Question { version: 1, market, text: "Rain?".into(), reserved: [0; 16] };
    question.try_serialize(&mut stored).unwrap();
    assert_eq!(stored.len(), Question::space(5));
    Question::require_of(account(ID, 0, &stored), &market).unwrap();
    let changed = |place: usize| {
        let mut changed = stored.clone();
        changed[place] ^= 2;
        changed
    };
    // The discriminator, the market, and the length of the text.
    for wrong in [changed(0), changed(9), changed(41), stored[..44].to_vec(), [&stored[..], &[0]].concat()] {
        assert_eq!(refusal(Question::require_of(account(ID, 0, &wrong), &market)), "WrongQuestion");
    }
    let foreign = account(Pubkey::default(), 0, &stored);
    assert_eq!(refusal(Question::require_of(foreign, &market)), "WrongQuestion");
    assert_eq!(refusal(Question::require_of(account(ID, 0, &changed(8)), &market)), "UnknownVersion");
    // The discriminator, the version, the market, the length of the text, and what is reserved.
    assert_eq!([Question::space(0), Question::space(280)], [8 + 1 + 32 + 4 + 16, 341]);
}

#[test]
fn markets_and_bankrolls_of_another_version_are_not_read() {
    let creator = Pubkey::new_unique();
    for (version, is_known) in [(0, false), (1, true), (2, false)] {
        let mut market = Market::zeroed();
        (market.version, market.creator) = (version, creator);
        let market = account(ID, 0, &data(&market));
        let market = AccountLoader::<Market>::try_from(market).unwrap();
        let bankroll = account(ID, 0, &data(&Bankroll { version, owner: creator, ..Bankroll::zeroed() }));
        let bankroll = AccountLoader::<Bankroll>::try_from(bankroll).unwrap();
        if is_known {
            assert_eq!(Market::read(&market).unwrap().creator, creator);
            assert_eq!(Market::write(&market).unwrap().creator, creator);
            assert_eq!(Bankroll::read(&bankroll).unwrap().owner, creator);
            assert_eq!(Bankroll::write(&bankroll).unwrap().owner, creator);
        } else {
            assert_eq!(
                [refusal(Market::read(&market)), refusal(Market::write(&market))],
                ["UnknownVersion"; 2]
            );
            assert_eq!(
                [refusal(Bankroll::read(&bankroll)), refusal(Bankroll::write(&bankroll))],
                ["UnknownVersion"; 2]
            );
        }
    }
}
