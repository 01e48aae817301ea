//! Reads whether a pump.fun token has migrated, from its bonding curve and its canonical PumpSwap pool.
//! A complete curve without a pool has graduated, not migrated.

use anchor_lang::prelude::*;

use crate::{
    errors::{ensure, fail, MarketError},
    state::Observation,
};

// Addresses, seeds and layouts are from the IDLs `pump.json` and `pump_amm.json` of the npm package
// `@pump-fun/pump-sdk` 2.0.0 (instructions `migrate` and `migrate_v2`), and for programs, seeds and
// the canonical pool also `pump-fun/pump-public-docs`.
const PUMP: Pubkey = pubkey!("6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P");
const PUMP_AMM: Pubkey = pubkey!("pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA");
const WRAPPED_SOL: Pubkey = pubkey!("So11111111111111111111111111111111111111112");

const CURVE_SEED: &[u8] = b"bonding-curve";
const POOL_AUTHORITY_SEED: &[u8] = b"pool-authority";
const POOL_SEED: &[u8] = b"pool";
/// `migrate` creates the pool with index 0; anyone can create pools with another index.
const CANONICAL_POOL_INDEX: u16 = 0;

/// The first 8 bytes of sha256("account:BondingCurve") and of sha256("account:Pool").
const CURVE_DISCRIMINATOR: [u8; 8] = [23, 183, 248, 55, 96, 216, 172, 96];
const POOL_DISCRIMINATOR: [u8; 8] = [241, 154, 109, 4, 17, 177, 109, 188];
/// Offset of the curve's `complete` flag.
const CURVE_COMPLETE: usize = 48;
/// Range of the curve's quote mint: the empty address for SOL, and missing in older curves.
const CURVE_QUOTE_MINT: std::ops::Range<usize> = 83..115;

/// 1 if the token has migrated, otherwise 0.
pub fn observe_migration(
    token: &Pubkey,
    curve: &AccountInfo,
    pool: &AccountInfo,
    now: i64,
) -> Result<Observation> {
    let (is_complete, quote_mint) = read_curve(token, curve)?;
    ensure(*pool.key == canonical_pool(token, &quote_mint), MarketError::PoolInvalid)?;
    let has_migrated = is_complete && exists(pool)?;
    Ok(Observation { value: has_migrated.into(), exponent: 0, observed_at: now })
}

fn read_curve(token: &Pubkey, curve: &AccountInfo) -> Result<(bool, Pubkey)> {
    let (address, _) = Pubkey::find_program_address(&[CURVE_SEED, token.as_ref()], &PUMP);
    ensure(*curve.key == address && *curve.owner == PUMP, MarketError::CurveInvalid)?;
    let data = curve.try_borrow_data()?;
    ensure(data.starts_with(&CURVE_DISCRIMINATOR), MarketError::CurveInvalid)?;
    let complete = data.get(CURVE_COMPLETE).ok_or_else(|| fail(MarketError::CurveInvalid))?;
    let quote_mint = data
        .get(CURVE_QUOTE_MINT)
        .and_then(|bytes| Pubkey::try_from(bytes).ok())
        .filter(|mint| *mint != Pubkey::default())
        .unwrap_or(WRAPPED_SOL);
    Ok((*complete == 1, quote_mint))
}

/// The address of the pool that a migration creates; only pump.fun can sign for its authority.
fn canonical_pool(token: &Pubkey, quote_mint: &Pubkey) -> Pubkey {
    let (authority, _) = Pubkey::find_program_address(&[POOL_AUTHORITY_SEED, token.as_ref()], &PUMP);
    let index = CANONICAL_POOL_INDEX.to_le_bytes();
    let seeds = [POOL_SEED, &index, authority.as_ref(), token.as_ref(), quote_mint.as_ref()];
    Pubkey::find_program_address(&seeds, &PUMP_AMM).0
}

/// Whether the pool exists. An account that only holds lamports is not a pool.
fn exists(pool: &AccountInfo) -> Result<bool> {
    if *pool.owner != PUMP_AMM {
        return Ok(false);
    }
    ensure(pool.try_borrow_data()?.starts_with(&POOL_DISCRIMINATOR), MarketError::PoolInvalid)?;
    Ok(true)
}
