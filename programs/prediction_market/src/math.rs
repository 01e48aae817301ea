//! Fees and payouts: pure integer arithmetic that rounds down, so that the escrow never pays too much.
//!
//! Laws, which the property tests in `tests/math.rs` check for all pools whose sum is a u64: payouts,
//! burn, developer share and dust add up to the stakes exactly; a larger stake never gets less; the order
//! of settlement does not matter, since a payout depends on the pools alone.

use anchor_lang::prelude::*;
use bytemuck::{Pod, Zeroable};

use crate::{
    constants::BPS_DENOMINATOR,
    errors::{fail, MarketError},
};

/// The fees of a decided market, taken from the losing pool, in base units.
#[derive(AnchorSerialize, AnchorDeserialize, Pod, Zeroable, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Fees {
    /// Burned in utility tokens.
    pub burn: u64,
    /// Paid to the treasury.
    pub developer: u64,
}

impl Fees {
    /// The shares of `losing_pool`, each rounded down.
    pub fn of(losing_pool: u64, burn_bps: u16, developer_bps: u16) -> Result<Self> {
        Ok(Self {
            burn: mul_div_floor(losing_pool, burn_bps.into(), BPS_DENOMINATOR)?,
            developer: mul_div_floor(losing_pool, developer_bps.into(), BPS_DENOMINATOR)?,
        })
    }

    pub fn total(&self) -> Result<u64> {
        checked(self.burn.checked_add(self.developer))
    }
}

/// The payout of a stake on the winning side: the stake and its share of `distributable`, the losing
/// pool less fees.
pub fn payout(stake: u64, winning_pool: u64, distributable: u64) -> Result<u64> {
    if stake == 0 {
        return Ok(0);
    }
    let share = mul_div_floor(stake, distributable, winning_pool)?;
    checked(stake.checked_add(share))
}

/// `floor(a × b / divisor)`, exact for all inputs whose result is a u64.
pub fn mul_div_floor(a: u64, b: u64, divisor: u64) -> Result<u64> {
    let product = checked(u128::from(a).checked_mul(b.into()))?;
    let quotient = checked(product.checked_div(divisor.into()))?;
    checked(quotient.try_into().ok())
}

/// Turns an overflow into `ArithmeticOverflow`.
pub fn checked<T>(value: Option<T>) -> Result<T> {
    value.ok_or_else(|| fail(MarketError::ArithmeticOverflow))
}
