//! Migrations of pump.fun tokens, from the bonding curve and the canonical PumpSwap pool.
//! Graduated is not migrated: a complete curve without a pool does not count.

use anchor_lang::prelude::*;

use crate::errors::{ensure, fail, MarketError};

// Addresses, seeds and layouts after the IDLs `pump.json` and `pump_amm.json` of the npm package
// `@pump-fun/pump-sdk` 2.0.0 (instructions `migrate` and `migrate_v2`), and for programs, seeds and
// the canonical pool also `pump-fun/pump-public-docs`.
const PUMP: Pubkey = pubkey!("6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P");
const PUMP_AMM: Pubkey = pubkey!("pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA");
const WRAPPED_SOL: Pubkey = pubkey!("So11111111111111111111111111111111111111112");

const CURVE_SEED: &[u8] = b"bonding-curve";
const POOL_AUTHORITY_SEED: &[u8] = b"pool-authority";
const POOL_SEED: &[u8] = b"pool";
/// The pool that `migrate` creates has index 0; others can be made by anyone.
const CANONICAL_POOL_INDEX: u16 = 0;

/// sha256("account:BondingCurve") and sha256("account:Pool"), the first 8 bytes.
const CURVE_DISCRIMINATOR: [u8; 8] = [23, 183, 248, 55, 96, 216, 172, 96];
const POOL_DISCRIMINATOR: [u8; 8] = [241, 154, 109, 4, 17, 177, 109, 188];
/// Where a curve says whether it is complete.
const CURVE_COMPLETE: usize = 48;
/// Where a curve names the mint it trades against: empty for SOL, and absent in older curves.
const CURVE_QUOTE_MINT: std::ops::Range<usize> = 83..115;

/// Whether the token has migrated.
pub fn has_migrated(token: &Pubkey, curve: &AccountInfo, pool: &AccountInfo) -> Result<bool> {
    let (is_complete, quote_mint) = read_curve(token, curve)?;
    ensure(*pool.key == canonical_pool(token, &quote_mint), MarketError::PoolInvalid)?;
    Ok(is_complete && exists(pool)?)
}

/// Refuses a bet once the curve is complete: the migration that follows is anyone's to trigger.
pub fn require_incomplete(token: &Pubkey, curve: &AccountInfo) -> Result<()> {
    let (is_complete, _) = read_curve(token, curve)?;
    ensure(!is_complete, MarketError::AnswerFixed)
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

/// The one pool that a migration creates: only pump.fun signs for its authority.
fn canonical_pool(token: &Pubkey, quote_mint: &Pubkey) -> Pubkey {
    let (authority, _) = Pubkey::find_program_address(&[POOL_AUTHORITY_SEED, token.as_ref()], &PUMP);
    let index = CANONICAL_POOL_INDEX.to_le_bytes();
    let seeds = [POOL_SEED, &index, authority.as_ref(), token.as_ref(), quote_mint.as_ref()];
    Pubkey::find_program_address(&seeds, &PUMP_AMM).0
}

/// Whether there is a pool at the pool's address. Lamports that somebody sent there are none.
fn exists(pool: &AccountInfo) -> Result<bool> {
    if *pool.owner != PUMP_AMM {
        return Ok(false);
    }
    ensure(pool.try_borrow_data()?.starts_with(&POOL_DISCRIMINATOR), MarketError::PoolInvalid)?;
    Ok(true)
}
