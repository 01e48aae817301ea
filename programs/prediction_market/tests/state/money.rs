//! What takes money in: a market from its opening to its close, and a bankroll with its delegates.

use anchor_lang::{
    compat::solana_sysvar::program_stubs::{set_syscall_stubs, SyscallStubs},
    prelude::Pubkey,
};
use bytemuck::Zeroable;
use prediction_market::{
    condition::{Condition, Decimal, Measurement, Metric, Timing},
    lamports::RentFloor,
    state::{
        nonce_second, Bankroll, Basis, Delegate, Limits, Market, NewMarket, Observation, Offer, Spending,
        Status,
    },
};

use crate::{account, common::*, condition};

const NOW: i64 = 1_000;

#[test]
fn a_creator_offers_within_limits() {
    let [by_price, up_or_down] = [PRICE, UP_OR_DOWN].map(|of| market(of, Pubkey::default(), 0).condition());
    let up_by_half = Condition { target: Decimal { mantissa: 15_000, exponent: -4 }, ..up_or_down };
    // The reward, its stake and the largest ratio; whether stakes are in SOL; and what is wrong.
    let cases = [
        (up_or_down, 1_000_000_000, 0, 0, true, None),
        (up_or_down, 1_000_000_001, 0, 0, true, Some("DecideRewardTooHigh")),
        (up_or_down, 0, 1, 0, true, Some("RewardStakeInvalid")),
        (up_or_down, 0, 1, 0, false, None),
        (up_or_down, 0, 0, 0, false, Some("RewardStakeInvalid")),
        (up_or_down, 0, 0, 99, true, Some("MaxRatioInvalid")),
        (up_or_down, 0, 0, 100, true, None),
        (up_or_down, 0, 0, 10_000, true, None),
        (up_or_down, 0, 0, 10_001, true, Some("MaxRatioInvalid")),
        (up_by_half, 0, 0, 0, true, None),
        (up_by_half, 0, 0, 100, true, Some("MaxRatioInvalid")),
        (by_price, 0, 0, 100, true, Some("MaxRatioInvalid")),
    ];
    for (condition, decide_reward, reward_stake, max_ratio, is_sol, error) in cases {
        let offer = Offer { decide_reward, reward_stake, max_ratio };
        match offer.validate(&condition, is_sol) {
            Ok(()) => assert_eq!(error, None),
            refused => assert_eq!(Some(refusal(refused).as_str()), error),
        }
    }
}

#[test]
fn a_market_opens_with_all_it_is_given() {
    let [creator, token, mint, escrow, curve] = [1, 2, 3, 4, 5].map(|byte| Pubkey::from([byte; 32]));
    let supply = Measurement { value: 77, exponent: -6 };
    let open = |metric, supply| {
        let mut market = Market::zeroed();
        market.open(NewMarket {
            creator,
            token,
            mint,
            decimals: 6,
            escrow,
            escrow_bump: 254,
            escrow_rent: 890_880,
            nonce: 42,
            created_at: CREATED,
            close_at: CLOSE,
            expire_at: EXPIRY,
            terms: terms(7),
            condition: condition(metric, Timing::ByExpiry),
            basis: Basis { curve, pool_bumps: [253, 252], supply },
        });
        market
    };
    let market = open(Metric::Migration, None);
    assert_eq!([market.creator, market.token, market.mint, market.escrow], [creator, token, mint, escrow]);
    assert_eq!((market.version, market.decimals, market.escrow_bump), (1, 6, 254));
    assert_eq!((market.escrow_rent, market.nonce, market.terms), (890_880, 42, terms(7)));
    assert_eq!([market.created_at, market.close_at, market.expire_at], [CREATED, CLOSE, EXPIRY]);
    assert_eq!(market.condition(), condition(Metric::Migration, Timing::ByExpiry));
    assert_eq!((market.curve(), market.pool_bumps), (curve, [253, 252]));
    assert_eq!((market.status(), market.answer(), market.winner()), (Status::Open, None, None));
    assert_eq!((market.observation(), market.reference()), (None, None));
    assert_eq!((market.void_at(), market.is_sol()), (EXPIRY + 86_400, false));
    assert!(Market::zeroed().is_sol());
    // The curve is a migration's alone, and the supply is as of creation.
    let market = open(Metric::Supply, Some(supply));
    assert_eq!(market.curve(), Pubkey::default());
    assert_eq!(market.reference(), Some(Observation::of(supply, CREATED, false)));
    assert_eq!(market.recorded_reference(), None);
}

#[test]
fn a_market_tells_the_rules_its_times_and_what_is_recorded() {
    let mut market = market(UP_OR_DOWN, Pubkey::default(), 0);
    for recorded in [false, true] {
        if recorded {
            market.record_price(Observation::fact(true, EXPIRY - 601));
            market.record(Observation::fact(false, EXPIRY), None).unwrap();
        }
        let rules = market.rules(&market.condition());
        assert_eq!((rules.metric, rules.timing), (UP_OR_DOWN, Timing::AtExpiry));
        assert_eq!([rules.created_at, rules.close_at, rules.expire_at], [CREATED, CLOSE, EXPIRY]);
        assert_eq!([rules.proof_window, rules.void_delay], [60, 86_400]);
        assert_eq!(rules.is_recorded, recorded);
        assert_eq!(rules.recorded_reference, recorded.then_some(EXPIRY - 601));
    }
    assert_eq!(market.reference(), Some(Observation::fact(true, EXPIRY - 601)));
    assert_eq!(market.observation(), Some(Observation::fact(false, EXPIRY)));
}

#[test]
fn periods_are_counted_from_1_and_end_at_expiry() {
    let mut market = market(PRICE, Pubkey::default(), 0);
    let first = [0, PERIOD - 1, PERIOD].map(|after| market.period_of(CREATED + after));
    let last = [PERIOD + 1, PERIOD, 1, -1].map(|before| market.period_of(EXPIRY - before));
    assert_eq!((first, last), ([1, 1, 2], [63, 64, 64, 64]));
    // One second more makes a first period of one second.
    market.created_at -= 1;
    assert_eq!([CREATED - 1, CREATED].map(|second| market.period_of(second)), [1, 2]);
    market.terms.period = 0;
    assert_eq!(market.period_of(CREATED), 2);
}

#[test]
fn bets_are_taken_until_the_close_or_until_something_is_known() {
    let open = market(PRICE, Pubkey::default(), 0);
    open.require_accepts_bets(CLOSE - 1).unwrap();
    let mut with_supply = open;
    with_supply.record_price(Observation::fact(true, CREATED));
    with_supply.require_accepts_bets(CLOSE - 1).unwrap();
    market(UP_OR_DOWN, Pubkey::default(), 0).require_accepts_bets(CLOSE - 1).unwrap();
    for now in [CLOSE, CLOSE + 1] {
        assert_eq!(refusal(open.require_accepts_bets(now)), "MarketClosed");
    }
    let (mut recorded, mut begun, mut void) = (open, market(UP_OR_DOWN, Pubkey::default(), 0), open);
    recorded.record(Observation::fact(false, EXPIRY), None).unwrap();
    begun.record_price(Observation::fact(true, EXPIRY - 600));
    void.void(CREATED);
    for closed in [recorded, begun, void] {
        assert_eq!(refusal(closed.require_accepts_bets(CLOSE - 1)), "MarketClosed");
    }
}

#[test]
fn a_market_is_closed_only_after_its_nonce_has_expired() {
    for (nonce, second) in [(0, 0), (999, 0), (1_000, 1), (12_345_678, 12_345)] {
        assert_eq!(nonce_second(nonce), second);
        let mut market = Market::zeroed();
        market.nonce = nonce;
        market.require_nonce_expired(second + 301).unwrap();
        for now in [second + 299, second + 300] {
            assert_eq!(refusal(market.require_nonce_expired(now)), "MarketTooYoung");
        }
    }
}

const LIMITS: Limits = Limits { per_bet: [100, 200], total: [1_000, 2_000], max_fee: 10, expires_at: NOW };

#[test]
fn limits_end_within_90_days_and_leave_a_small_fee() {
    let latest = NOW + 90 * 86_400;
    for (max_fee, expires_at) in [(50_000, NOW + 1), (0, latest)] {
        Limits { max_fee, expires_at, ..LIMITS }.validate(NOW).unwrap();
    }
    for (max_fee, expires_at) in [(50_001, NOW + 1), (0, NOW), (0, NOW - 1), (0, latest + 1)] {
        let limits = Limits { max_fee, expires_at, ..LIMITS };
        assert_eq!(refusal(limits.validate(NOW)), "DelegateLimitsInvalid", "{max_fee} {expires_at}");
    }
}

#[test]
fn a_delegate_spends_within_its_limits() {
    // Stake, all that is spent, fee, now, and what is wrong.
    let cases = [
        ([100, 200], [100, 200], 10, NOW - 1, None),
        ([100, 0], [101, 0], 0, NOW - 1, Some("DelegateTotalExceeded")),
        ([0, 200], [0, 201], 0, NOW - 1, Some("DelegateTotalExceeded")),
        ([101, 0], [0, 0], 0, NOW - 1, Some("DelegatePerBetExceeded")),
        ([0, 201], [0, 0], 0, NOW - 1, Some("DelegatePerBetExceeded")),
        ([0, 0], [0, 0], 11, NOW - 1, Some("DelegateFeeTooHigh")),
        ([0, 0], [0, 0], 0, NOW, Some("DelegateExpired")),
        ([0, 0], [0, 0], 0, NOW + 1, Some("DelegateExpired")),
        ([0, 0], [u64::MAX, 0], 0, NOW - 1, Some("ArithmeticOverflow")),
    ];
    for (stake, total, fee, now, error) in cases {
        let mut delegate = Delegate { limits: LIMITS, spent: [900, 1_800], ..Delegate::default() };
        match delegate.spend(&Spending { stake, total, fee }, now) {
            Ok(()) => assert_eq!((delegate.spent, None), ([1_000, 2_000], error)),
            refused => assert_eq!(Some(refusal(refused).as_str()), error),
        }
    }
    // A total that was lowered since stops only its own currency.
    let mut delegate = Delegate { limits: LIMITS, spent: [1_001, 0], ..Delegate::default() };
    delegate.spend(&Spending { stake: [0, 5], total: [0, 5], fee: 0 }, 0).unwrap();
    assert_eq!(delegate.spent, [1_001, 5]);
}

#[test]
fn a_bankroll_names_four_delegates_by_their_keys() {
    let mut bankroll = Bankroll::zeroed();
    let [owner, other, a, b, c, d, e] = [9, 8, 1, 2, 3, 4, 5].map(|byte| Pubkey::from([byte; 32]));
    bankroll.open(owner, 254);
    assert_eq!((bankroll.version, bankroll.bump, bankroll.owner), (1, 254, owner));
    for (key, cosigner) in [(Pubkey::default(), a), (a, Pubkey::default()), (a, a)] {
        assert_eq!(refusal(bankroll.set_delegate(key, cosigner, LIMITS)), "DelegateKeysInvalid");
    }
    for key in [a, b, c, d] {
        bankroll.set_delegate(key, other, LIMITS).unwrap();
    }
    assert_eq!(bankroll.delegates.map(|delegate| delegate.key), [a, b, c, d]);
    assert_eq!(refusal(bankroll.set_delegate(e, other, LIMITS)), "TooManyDelegates");
    // Named once more, it has other limits, and has spent what it had.
    bankroll.delegate(&c).unwrap().spent = [3, 4];
    let limits = Limits { max_fee: 1, ..LIMITS };
    bankroll.set_delegate(c, owner, limits).unwrap();
    let changed = Delegate { key: c, cosigner: owner, limits, spent: [3, 4] };
    assert_eq!(*bankroll.delegate(&c).unwrap(), changed);
    assert_eq!(bankroll.delegates.map(|delegate| delegate.key), [a, b, c, d]);
    // Ended, it leaves its place to another, which starts at 0.
    bankroll.end_delegate(&c).unwrap();
    assert_eq!(bankroll.delegates[2], Delegate::default());
    for unknown in [c, Pubkey::default()] {
        assert_eq!(refusal(bankroll.delegate(&unknown)), "NotDelegate");
        assert_eq!(refusal(bankroll.end_delegate(&unknown)), "NotDelegate");
    }
    bankroll.set_delegate(e, other, LIMITS).unwrap();
    assert_eq!(bankroll.delegates[2], Delegate { key: e, cosigner: other, limits: LIMITS, spent: [0, 0] });
}

/// Leaves the rent at its default, which is that of mainnet.
struct DefaultRent;

impl SyscallStubs for DefaultRent {
    fn sol_get_rent_sysvar(&self, _: *mut u8) -> u64 {
        0
    }
}

#[test]
fn a_bankroll_pays_down_to_its_rent() {
    set_syscall_stubs(Box::new(DefaultRent));
    let rent = RentFloor::get().unwrap();
    let least = (128 + Bankroll::SPACE as u64) * 6_960;
    for (held, paid, is_covered) in
        [(least + 100, 100, true), (least + 100, 101, false), (least - 1, 1, false)]
    {
        let [from, to] = [held, 5].map(|lamports| account(prediction_market::ID, lamports, &[]));
        match Bankroll::pay(from, to, paid, &rent) {
            Ok(()) => assert_eq!((from.lamports(), to.lamports(), true), (held - paid, 5 + paid, is_covered)),
            refused => assert_eq!((refusal(refused).as_str(), false), ("BankrollTooLow", is_covered)),
        }
    }
}
