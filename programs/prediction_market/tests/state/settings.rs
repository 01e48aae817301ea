//! What the admin sets, and the terms that a market takes from it: every limit, on both sides.

use std::ops::RangeInclusive;

use anchor_lang::{prelude::Pubkey, AnchorDeserialize, AnchorSerialize, Space};
use prediction_market::{
    condition::{Condition, Metric, Timing},
    constants::PYTH_RECEIVERS,
    state::{Config, ExpectedTerms, Offer, Settings, Terms},
};

use crate::{
    common::{refusal, terms, EXPIRY, PRICE, UP_OR_DOWN},
    condition,
};

const SOL: u64 = 1_000_000_000;
const DAY: u64 = 86_400;
/// Twice the longest proof window, and more.
const VOID_DELAY: u32 = 14 * 86_400;
const FEED_VOID_DELAY: u32 = 15 * 86_400;

fn settings() -> Settings {
    Settings {
        treasury: Pubkey::from([1; 32]),
        pyth_receiver: PYTH_RECEIVERS[0],
        burn_bps: 500,
        developer_bps: 400,
        minimum_stake_sol: 100,
        minimum_stake_utility: 200,
        decide_reward: 300_000,
        settle_reward: 5_000,
        max_duration: 31_536_000,
        proof_window: 60,
        void_delay: VOID_DELAY,
        feed_void_delay: FEED_VOID_DELAY,
        shortest_period: 5,
        shortest_attested_period: 600,
        close_margin: 12,
        max_confidence_bps: 150,
        paused: false,
    }
}

fn config() -> Config {
    Config {
        version: 1,
        admin: Pubkey::default(),
        pending_admin: Pubkey::default(),
        utility_mint: Pubkey::from([3; 32]),
        utility_decimals: 6,
        attestor_sets: 3,
        settings: settings(),
        bets_open_at: 1_000,
        reserved: [0; 32],
    }
}

#[test]
fn each_setting_has_its_limits() {
    const ATTESTED_PERIOD: &str = "ShortestAttestedPeriodOutOfRange";
    type Set = fn(&mut Settings, u64);
    let limits: [(Set, RangeInclusive<u64>, &str); 14] = [
        (|of, value| of.burn_bps = value as u16, 0..=1_000, "FeeTooHigh"),
        (|of, value| of.developer_bps = value as u16, 0..=1_000, "FeeTooHigh"),
        (|of, value| of.minimum_stake_sol = value, 1..=10 * SOL, "MinimumStakeOutOfRange"),
        (|of, value| of.minimum_stake_utility = value, 1..=1_000_000_000_000, "MinimumStakeOutOfRange"),
        (|of, value| of.max_duration = value as u32, 1..=5 * 365 * DAY, "MaxDurationOutOfRange"),
        (|of, value| of.proof_window = value as u32, 10..=7 * DAY, "ProofWindowOutOfRange"),
        (|of, value| of.void_delay = value as u32, 120..=30 * DAY, "VoidDelayOutOfRange"),
        (|of, value| of.feed_void_delay = value as u32, 120..=30 * DAY, "FeedVoidDelayOutOfRange"),
        (|of, value| of.shortest_period = value as u32, 2..=300, "ShortestPeriodOutOfRange"),
        (|of, value| of.shortest_attested_period = value as u32, 2..=3_600, ATTESTED_PERIOD),
        (|of, value| of.close_margin = value as u32, 2..=60, "CloseMarginOutOfRange"),
        (|of, value| of.max_confidence_bps = value as u16, 10..=10_000, "MaxConfidenceOutOfRange"),
        (|of, value| of.decide_reward = value, 0..=SOL, "DecideRewardTooHigh"),
        (|of, value| of.settle_reward = value, 0..=50_000, "SettleRewardTooHigh"),
    ];
    for (set, range, error) in limits {
        let validate = |value| {
            let mut settings = settings();
            set(&mut settings, value);
            settings.validate(6)
        };
        for within in [*range.start(), *range.end()] {
            assert!(validate(within).is_ok(), "{error}: {within}");
        }
        for beyond in [range.start().checked_sub(1), Some(range.end() + 1)].into_iter().flatten() {
            assert_eq!(refusal(validate(beyond)), error, "{beyond}");
        }
    }
}

#[test]
fn a_treasury_and_one_of_two_receivers_are_set() {
    for pyth_receiver in PYTH_RECEIVERS {
        Settings { pyth_receiver, ..settings() }.validate(6).unwrap();
    }
    let unknown = Settings { pyth_receiver: Pubkey::from([1; 32]), ..settings() };
    assert_eq!(refusal(unknown.validate(6)), "UnknownPythReceiver");
    let missing = Settings { treasury: Pubkey::default(), ..settings() };
    assert_eq!(refusal(missing.validate(6)), "TreasuryMissing");
    // A million tokens of 20 decimals do not fit in 64 bits: no stake is above that.
    Settings { minimum_stake_utility: u64::MAX, ..settings() }.validate(20).unwrap();
}

#[test]
fn settings_are_written_as_they_are_read() {
    for settings in [settings(), Settings { paused: true, ..settings() }] {
        let mut bytes = Vec::new();
        settings.serialize(&mut bytes).unwrap();
        assert_eq!(bytes.len(), Settings::INIT_SPACE);
        assert_eq!(Settings::try_from_slice(&bytes).unwrap(), settings);
    }
}

/// Conditions of every kind that terms tell apart.
fn conditions() -> [Condition; 7] {
    [
        condition(PRICE, Timing::ByExpiry),
        condition(Metric::MarketCap { feed: [7; 32] }, Timing::ByExpiry),
        condition(PRICE, Timing::AtExpiry),
        condition(Metric::Supply, Timing::ByExpiry),
        condition(Metric::Holders { minimum_balance: 1 }, Timing::AtExpiry),
        condition(Metric::Event, Timing::AtExpiry),
        condition(UP_OR_DOWN, Timing::AtExpiry),
    ]
}

#[test]
fn delays_and_periods_depend_on_the_condition() {
    let delays = conditions().map(|condition| settings().void_delay(&condition));
    let [feed, other] = [FEED_VOID_DELAY, VOID_DELAY];
    assert_eq!(delays, [feed, feed, other, other, other, other, other]);
    let periods = conditions().map(|condition| settings().shortest_period(&condition.metric));
    assert_eq!(periods, [5, 5, 5, 5, 600, 600, 5]);
}

#[test]
fn bets_wait_until_they_are_open() {
    assert_eq!(refusal(config().require_bets_open(999)), "BetsNotOpenYet");
    config().require_bets_open(1_000).unwrap();
    config().require_not_paused().unwrap();
    let paused = Config { settings: Settings { paused: true, ..settings() }, ..config() };
    let later = Config { version: 2, ..config() };
    for (config, error) in [(paused, "Paused"), (later, "UnknownVersion")] {
        assert_eq!(refusal(config.require_not_paused()), error);
        assert_eq!(refusal(config.require_bets_open(1_000)), error);
    }
}

#[test]
fn what_opens_bets_waits_a_minute_and_what_closes_them_too() {
    const KEPT: Result<i64, &str> = Ok(1_000);
    const TOO_SOON: Result<i64, &str> = Err("PauseTooSoon");
    // Whether it was paused, and is; the new minimum stakes; now; and when bets are open then.
    let cases = [
        (false, false, 100, 200, 1_000, KEPT),
        (false, false, 100, 200, 1_060, KEPT),
        (false, false, 99, 200, 999, Ok(1_059)),
        (false, false, 99, 200, 1_000, TOO_SOON),
        (false, false, 99, 200, 1_059, TOO_SOON),
        (false, false, 99, 200, 1_060, Ok(1_120)),
        (false, false, 100, 199, 1_059, TOO_SOON),
        (false, false, 100, 199, 1_060, Ok(1_120)),
        (false, false, 101, 200, 1_059, TOO_SOON),
        (false, false, 101, 200, 1_060, KEPT),
        (false, false, 100, 201, 1_060, KEPT),
        (false, true, 100, 200, 999, KEPT),
        (false, true, 100, 200, 1_000, TOO_SOON),
        (false, true, 100, 200, 1_059, TOO_SOON),
        (false, true, 100, 200, 1_060, KEPT),
        (false, true, 99, 199, 1_060, KEPT),
        (true, true, 99, 199, 1_000, KEPT),
        (true, false, 100, 200, 1_000, Ok(1_060)),
        (true, false, 101, 201, 1_000, Ok(1_060)),
    ];
    for (was_paused, paused, minimum_stake_sol, minimum_stake_utility, now, expected) in cases {
        let mut config = Config { settings: Settings { paused: was_paused, ..settings() }, ..config() };
        let new = Settings { paused, minimum_stake_sol, minimum_stake_utility, burn_bps: 1, ..settings() };
        match (config.change(new.clone(), now), expected) {
            (Ok(()), Ok(open_at)) => assert_eq!((config.bets_open_at, config.settings), (open_at, new)),
            (result, expected) => assert_eq!(Err(refusal(result).as_str()), expected, "{now}"),
        }
    }
}

#[test]
fn terms_are_what_is_set_and_offered() {
    let offer = Offer { decide_reward: 7, reward_stake: 8, max_ratio: 125 };
    let [by_price, .., event, _] = conditions();
    let expected = Terms {
        pyth_receiver: PYTH_RECEIVERS[0],
        decide_reward: 7,
        settle_reward: 5_000,
        reward_stake: 8,
        proof_window: 60,
        void_delay: FEED_VOID_DELAY,
        period: 30,
        close_margin: 12,
        burn_bps: 500,
        developer_bps: 400,
        max_confidence_bps: 150,
        attestor_set: 2,
        max_ratio: 125,
    };
    assert_eq!(Terms::of(&config(), &by_price, 64 * 31 - 1, &offer), expected);
    assert_eq!([expected.close_reward(), expected.rewards_of_creator()], [10_000, 10_007]);
    // Seconds, and a 64th of them between the shortest and the longest period.
    let cases = [
        (by_price, 0, 5),
        (by_price, 64 * 6 - 1, 5),
        (by_price, 64 * 6, 6),
        (by_price, 64 * 300 - 1, 299),
        (by_price, 64 * 301, 300),
        (by_price, u64::MAX, 300),
        (event, 64 * 600 - 1, 600),
        (event, 64 * 601, 601),
        (event, 64 * 3_600 - 1, 3_599),
        (event, 64 * 3_601, 3_600),
    ];
    for (condition, duration, period) in cases {
        assert_eq!(Terms::of(&config(), &condition, duration, &offer).period, period, "{duration}");
    }
    let latest = |attestor_sets| Config { attestor_sets, ..config() }.current_attestor_set();
    assert_eq!([0, 1, 2].map(latest), [0, 0, 1]);
}

#[test]
fn a_creator_can_expect_what_is_set() {
    let [by_price, .., event, _] = conditions();
    let expected = ExpectedTerms {
        treasury: Pubkey::from([1; 32]),
        minimum_stake: 100,
        settle_reward: 5_000,
        pyth_receiver: PYTH_RECEIVERS[0],
        proof_window: 60,
        void_delay: FEED_VOID_DELAY,
        shortest_period: 5,
        close_margin: 12,
        burn_bps: 500,
        developer_bps: 400,
        max_confidence_bps: 150,
        attestor_set: 2,
    };
    assert_eq!(ExpectedTerms::of(&config(), &by_price, &Pubkey::default()), expected);
    let of_event =
        ExpectedTerms { minimum_stake: 200, void_delay: VOID_DELAY, shortest_period: 600, ..expected };
    assert_eq!(ExpectedTerms::of(&config(), &event, &Pubkey::from([3; 32])), of_event);
}

#[test]
fn betting_ends_before_anything_is_known() {
    let terms = Terms { close_margin: 12, ..terms(0) };
    assert_eq!(terms.shortest_early(), 16 * 30);
    let closes = conditions().map(|condition| EXPIRY - terms.latest_close(&condition, EXPIRY));
    assert_eq!(closes, [120, 120, 12, 120, 12, 120, 612]);
}

#[test]
fn a_change_is_measured_over_six_close_margins() {
    let terms = Terms { close_margin: 100, ..terms(0) };
    let [by_price, .., change] = conditions();
    terms.require_measurable(&change, EXPIRY).unwrap();
    assert_eq!(refusal(terms.require_measurable(&change, EXPIRY - 1)), "ConditionInvalid");
    terms.require_measurable(&by_price, EXPIRY - 1).unwrap();
}
