//! Fees, payouts and the price of the burn auction: pure integer arithmetic, floor division, never a loss to the escrow.
//!
//! The laws, checked by properties in `tests/math.rs` for all pools whose sum is a u64:
//! what is paid out, burned, given to the developer and left as dust is what was staked, to the
//! unit; a larger stake never gets less; the order of settlement does not matter, since a payout
//! depends on the pools alone.

pub mod auction;

use anchor_lang::prelude::*;
use bytemuck::{Pod, Zeroable};

use crate::{
    constants::{BPS_DENOMINATOR, RATIO_DENOMINATOR},
    errors::{fail, MarketError},
};

/// What a decision takes from what is lost, in base units.
#[cfg_attr(feature = "idl-build", derive(AnchorSerialize, AnchorDeserialize))]
#[derive(Pod, Zeroable, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Fees {
    /// Destroyed as utility token.
    pub burn: u64,
    /// Paid to the treasury.
    pub developer: u64,
}

impl Fees {
    /// The shares of what is lost, each rounded down.
    pub fn of(lost: u64, burn_bps: u16, developer_bps: u16) -> Self {
        Self { burn: share(lost, burn_bps), developer: share(lost, developer_bps) }
    }

    pub fn total(&self) -> Result<u64> {
        checked(self.burn.checked_add(self.developer))
    }
}

/// What the losing side loses: all of it, or at most `max_ratio` hundredths of the winning pool.
pub fn lost(losing_pool: u64, winning_pool: u64, max_ratio: u16) -> u64 {
    match max_ratio {
        0 => losing_pool,
        // What does not fit in 64 bits is more than any pool.
        ratio => mul_div_floor(winning_pool, ratio.into(), RATIO_DENOMINATOR)
            .map_or(losing_pool, |most| most.min(losing_pool)),
    }
}

/// What a stake on the winning side gets back: itself, and its share of what the losers leave.
pub fn payout(stake: u64, winning_pool: u64, distributable: u64) -> Result<u64> {
    if stake == 0 {
        return Ok(0);
    }
    let share = mul_div_floor(stake, distributable, winning_pool)?;
    checked(stake.checked_add(share))
}

/// `floor(amount × bps / 10,000)`, for at most 10,000 basis points. Nothing overflows, so nothing is multiplied in 128 bits.
pub fn share(amount: u64, bps: u16) -> u64 {
    let bps = u64::from(bps).min(BPS_DENOMINATOR);
    let (whole, rest) = (amount / BPS_DENOMINATOR, amount % BPS_DENOMINATOR);
    whole.saturating_mul(bps).saturating_add(rest.saturating_mul(bps) / BPS_DENOMINATOR)
}

/// `floor(a × b / divisor)`, exact for all inputs whose result is a u64.
pub fn mul_div_floor(a: u64, b: u64, divisor: u64) -> Result<u64> {
    // Divisions of 128 bits are made in software.
    if let Some(product) = a.checked_mul(b) {
        return checked(product.checked_div(divisor));
    }
    let product = checked(u128::from(a).checked_mul(b.into()))?;
    let quotient = checked(product.checked_div(divisor.into()))?;
    checked(quotient.try_into().ok())
}

/// Overflow as an error of ours, by name.
pub fn checked<T>(value: Option<T>) -> Result<T> {
    value.ok_or_else(|| fail(MarketError::ArithmeticOverflow))
}
