//! Migrations of pump.fun tokens, from the bonding curve and the canonical PumpSwap pool.
//! Graduated is not migrated: a complete curve without a pool does not count.

use anchor_lang::prelude::*;

use crate::{
    constants::WRAPPED_SOL,
    errors::{ensure, fail, MarketError},
    state::{Basis, Market},
};

// Addresses, seeds and layouts after the IDLs `pump.json` and `pump_amm.json` of the npm package
// `@pump-fun/pump-sdk` 2.0.0 (instructions `migrate` and `migrate_v2`), and for programs, seeds and
// the canonical pool also `pump-fun/pump-public-docs`.
const PUMP: Pubkey = pubkey!("6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P");
const PUMP_AMM: Pubkey = pubkey!("pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA");

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

/// Whether the curve of a market's token is complete, and whether its canonical pool exists.
pub fn read_migration(market: &Market, curve: &AccountInfo, pool: &AccountInfo) -> Result<(bool, bool)> {
    let Curve { is_complete, quote_mint } = read_curve(&market.curve(), curve)?;
    let [authority_bump, pool_bump] = market.pool_bumps;
    let invalid = |_| fail(MarketError::PoolInvalid);
    let token = market.token.as_ref();
    let authority = Pubkey::create_program_address(&[POOL_AUTHORITY_SEED, token, &[authority_bump]], &PUMP)
        .map_err(invalid)?;
    let index = CANONICAL_POOL_INDEX.to_le_bytes();
    let seeds: &[&[u8]] = &[POOL_SEED, &index, authority.as_ref(), token, quote_mint.as_ref(), &[pool_bump]];
    let address = Pubkey::create_program_address(seeds, &PUMP_AMM).map_err(invalid)?;
    ensure(*pool.key == address, MarketError::PoolInvalid)?;
    Ok((is_complete, exists(pool)?))
}

/// Refuses a bet once the curve is complete: the migration that follows is anyone's to trigger.
pub fn require_incomplete(address: &Pubkey, curve: &AccountInfo) -> Result<()> {
    ensure(!read_curve(address, curve)?.is_complete, MarketError::AnswerFixed)
}

/// What a new market keeps: where its token's curve is, and the bumps of the one pool that a migration creates, whose
/// authority only pump.fun signs for.
pub fn inspect(token: &Pubkey, curve: &AccountInfo) -> Result<Basis> {
    let (address, _) = Pubkey::find_program_address(&[CURVE_SEED, token.as_ref()], &PUMP);
    let Curve { is_complete, quote_mint } = read_curve(&address, curve)?;
    ensure(!is_complete, MarketError::AnswerFixed)?;
    let (authority, authority_bump) =
        Pubkey::find_program_address(&[POOL_AUTHORITY_SEED, token.as_ref()], &PUMP);
    let index = CANONICAL_POOL_INDEX.to_le_bytes();
    let seeds: &[&[u8]] = &[POOL_SEED, &index, authority.as_ref(), token.as_ref(), quote_mint.as_ref()];
    let (_, pool_bump) = Pubkey::find_program_address(seeds, &PUMP_AMM);
    Ok(Basis { curve: address, pool_bumps: [authority_bump, pool_bump], ..Basis::default() })
}

/// What a bonding curve says.
struct Curve {
    is_complete: bool,
    /// The mint that it trades against.
    quote_mint: Pubkey,
}

fn read_curve(address: &Pubkey, curve: &AccountInfo) -> Result<Curve> {
    ensure(curve.key == address && *curve.owner == PUMP, MarketError::CurveInvalid)?;
    let data = curve.try_borrow_data()?;
    ensure(data.starts_with(&CURVE_DISCRIMINATOR), MarketError::CurveInvalid)?;
    let complete = data.get(CURVE_COMPLETE).ok_or_else(|| fail(MarketError::CurveInvalid))?;
    let [wrapped_sol, _] = WRAPPED_SOL;
    let quote_mint = data
        .get(CURVE_QUOTE_MINT)
        .and_then(|bytes| Pubkey::try_from(bytes).ok())
        .filter(|mint| *mint != Pubkey::default())
        .unwrap_or(wrapped_sol);
    Ok(Curve { is_complete: *complete == 1, quote_mint })
}

/// Whether there is a pool at the pool's address. Lamports that somebody sent there are none.
fn exists(pool: &AccountInfo) -> Result<bool> {
    if *pool.owner != PUMP_AMM {
        return Ok(false);
    }
    ensure(pool.try_borrow_data()?.starts_with(&POOL_DISCRIMINATOR), MarketError::PoolInvalid)?;
    Ok(true)
}
