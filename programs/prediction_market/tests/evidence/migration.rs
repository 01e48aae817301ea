//! Migrations of pump.fun tokens, by the bonding curve and the canonical PumpSwap pool.

use anchor_lang::prelude::{pubkey, Pubkey};
use prediction_market::{
    condition::{Condition, Metric},
    constants::WRAPPED_SOL,
    state::{Basis, Market},
};

use crate::accounts::*;

const PUMP: Pubkey = pubkey!("6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P");
const PUMP_AMM: Pubkey = pubkey!("pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA");
const CURVE_DISCRIMINATOR: [u8; 8] = [23, 183, 248, 55, 96, 216, 172, 96];
const POOL_DISCRIMINATOR: [u8; 8] = [241, 154, 109, 4, 17, 177, 109, 188];
const SOL: Pubkey = WRAPPED_SOL[0];

fn migration() -> Condition {
    at_least(Metric::Migration, 1)
}

/// The token's curve, which is complete if it says 1, and what it says after that.
fn curve(complete: u8, rest: &[u8]) -> Account {
    let (key, _) = Pubkey::find_program_address(&[b"bonding-curve", TOKEN.as_ref()], &PUMP);
    let data = [&CURVE_DISCRIMINATOR[..], &[0; 40], &[complete], rest].concat();
    Account { key, owner: PUMP, data }
}

/// One that trades against a mint.
fn curve_against(complete: u8, quote: Pubkey) -> Account {
    curve(complete, &[&[5; 34], quote.as_ref()].concat())
}

/// The canonical pool against a mint, and the bumps of its authority and itself.
fn pool_against(quote: Pubkey) -> (Account, [u8; 2]) {
    let token = TOKEN.as_ref();
    let (authority, authority_bump) = Pubkey::find_program_address(&[b"pool-authority", token], &PUMP);
    let seeds: &[&[u8]] = &[b"pool", &[0, 0], authority.as_ref(), token, quote.as_ref()];
    let (key, bump) = Pubkey::find_program_address(seeds, &PUMP_AMM);
    (Account { key, owner: PUMP_AMM, data: POOL_DISCRIMINATOR.to_vec() }, [authority_bump, bump])
}

/// A market about the token, whose curve trades against SOL, with the pool.
fn given() -> (Market, Account) {
    let (pool, pool_bumps) = pool_against(SOL);
    let basis = Basis { curve: curve(0, &[]).key, pool_bumps, supply: None };
    (market(migration(), basis), pool)
}

#[test]
fn migrated_is_a_complete_curve_and_a_pool() {
    let (market, pool) = given();
    // Lamports that somebody sent there are no pool, whatever another program writes there.
    let none = [
        pool.but(|pool| (pool.owner, pool.data) = (Pubkey::default(), Vec::new())),
        pool.but(|pool| pool.owner = PUMP),
    ];
    for (complete, is_complete) in [(0, false), (1, true), (2, false), (255, false)] {
        let curve = curve(complete, &[]);
        let expected = |is_met| Said { is_complete, ..fact(is_met, NOW) };
        assert_eq!(observed(&market, &[&curve, &pool]), expected(is_complete));
        for pool in &none {
            assert_eq!(observed(&market, &[&curve, pool]), expected(false));
        }
    }
}

#[test]
fn a_market_keeps_the_curve_and_the_bumps_of_the_one_pool() {
    let old = curve(0, &[5; 65]);
    let curves = [
        (curve(0, &[]), SOL),
        (old, SOL),
        (curve_against(0, Pubkey::default()), SOL),
        (curve_against(0, SOL), SOL),
        (curve_against(0, OTHER), OTHER),
        (curve_against(0, OTHER).sized(200), OTHER),
    ];
    for (curve, quote) in curves {
        let (pool, bumps) = pool_against(quote);
        let basis = inspect(&migration(), &[&curve]).unwrap();
        assert_eq!((basis.curve, basis.pool_bumps, basis.supply), (curve.key, bumps, None));
        let complete = curve.but(|curve| curve.data[48] = 1);
        assert!(observed(&market(migration(), basis), &[&complete, &pool]).is_met);
    }
}

#[test]
fn the_pool_is_the_canonical_one() {
    let (market, pool) = given();
    let wrong = [
        pool.but(|pool| pool.key = OTHER),
        pool_against(OTHER).0,
        pool.flipped(0),
        pool.flipped(7),
        pool.sized(7),
        pool.sized(0),
    ];
    for pool in wrong {
        assert_eq!(refusal(observe(&market, &[&curve(1, &[]), &pool])), "PoolInvalid");
    }
    // A curve against another mint has another pool.
    let against_other = curve_against(1, OTHER);
    assert_eq!(refusal(observe(&market, &[&against_other, &pool])), "PoolInvalid");
    assert!(observed(&market, &[&curve(1, &[]), &pool.sized(300)]).is_met);
}

#[test]
fn the_curve_is_the_tokens() {
    let (market, pool) = given();
    let valid = curve(0, &[]);
    assert_eq!(valid.data.len(), 49);
    let wrong = [
        valid.but(|curve| curve.key = OTHER),
        valid.but(|curve| curve.owner = PUMP_AMM),
        valid.flipped(0),
        valid.flipped(7),
        valid.sized(48),
        valid.sized(0),
    ];
    for curve in wrong {
        assert_eq!(refusal(observe(&market, &[&curve, &pool])), "CurveInvalid");
        assert_eq!(refusal(require_undecided(&market, &[&curve])), "CurveInvalid");
        assert_eq!(refusal(inspect(&migration(), &[&curve])), "CurveInvalid");
    }
}

#[test]
fn a_complete_curve_fixes_the_answer() {
    let (market, _) = given();
    for complete in [0, 2] {
        assert!(require_undecided(&market, &[&curve(complete, &[])]).is_ok());
        assert!(inspect(&migration(), &[&curve(complete, &[])]).is_ok());
    }
    let complete = curve(1, &[]);
    assert_eq!(refusal(require_undecided(&market, &[&complete])), "AnswerFixed");
    assert_eq!(refusal(inspect(&migration(), &[&complete])), "AnswerFixed");
}

#[test]
fn a_migration_takes_both_accounts_and_a_bet_the_curve() {
    let (market, _) = given();
    assert_eq!(refusal(observe(&market, &[&curve(1, &[])])), "EvidenceMissing");
    assert_eq!(refusal(require_undecided(&market, &[])), "EvidenceMissing");
    assert_eq!(refusal(inspect(&migration(), &[])), "EvidenceMissing");
    assert!(observe(&market, &[]).unwrap().observed.is_none());
}
