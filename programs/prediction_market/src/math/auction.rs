//! The price at which the fee vault sells its SOL for utility tokens, which are burned.
//!
//! The price falls with time and rises with each purchase, so that it finds the market's without an oracle. All
//! rounding is against the buyer. The laws, checked by properties in `tests/auction.rs`: the price never rises with
//! time, more SOL never costs less, and a purchase in parts never costs less than one of the whole.

use std::num::{NonZeroU128, NonZeroU64};

use anchor_lang::prelude::*;

use crate::{
    constants::{FLOOR_HALF_LIVES, FLOOR_PART, LAMPORTS_PER_SOL, LOTS},
    errors::{fail, MarketError},
};

/// Fractional bits of a price, which is in token base units for one SOL.
pub const PRICE_BITS: u32 = 32;

const TWO: NonZeroU128 = NonZeroU128::MIN.saturating_add(1);

/// What a price is divided by to get base units for one lamport.
const PRICE_SCALE: u128 = (LAMPORTS_PER_SOL as u128) << PRICE_BITS;

/// A price and the floor that holds it up, both with `PRICE_BITS` fractional bits.
#[derive(AnchorSerialize, AnchorDeserialize, InitSpace, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Token base units for one SOL.
    pub value: u128,
    /// The least that it falls to, which falls too, but slowly; 0 before the first sale.
    pub floor: u128,
}

impl Price {
    /// The price of the first sale, which has no floor.
    pub fn first(tokens_per_sol: u64) -> Self {
        Self { value: u128::from(tokens_per_sol.max(1)) << PRICE_BITS, floor: 0 }
    }

    /// The price `slots` later: halved every half-life, and not below its floor.
    pub fn after(&self, slots: u64, half_life: u32) -> Self {
        let half_life = u64::from(half_life);
        let floor = halved(self.floor, slots, half_life.saturating_mul(FLOOR_HALF_LIVES));
        Self { value: halved(self.value, slots, half_life).max(floor), floor }
    }

    /// Base units for `lamports`: rounded up, at least one.
    pub fn cost(&self, lamports: u64) -> Result<u64> {
        let product = self.value.checked_mul(lamports.into()).ok_or_else(too_expensive)?;
        u64::try_from(product.div_ceil(PRICE_SCALE).max(1)).map_err(|_| too_expensive())
    }

    /// The price after `lamports` of a lot were sold: a whole lot doubles it, and lifts the floor to an eighth of it.
    pub fn raised(&self, lamports: u64, lot: u64) -> Result<Self> {
        let product = self.value.checked_mul(lamports.into()).ok_or_else(too_expensive)?;
        let rise = product.div_ceil(u128::from(lot.max(1)));
        let value = self.value.checked_add(rise).ok_or_else(too_expensive)?;
        // In proportion to what was bought, so that a small purchase cannot hold the price up.
        let missing = (value / FLOOR_PART).saturating_sub(self.floor);
        let product = missing.checked_mul(lamports.into()).ok_or_else(too_expensive)?;
        let lot = NonZeroU64::new(lot).unwrap_or(NonZeroU64::MIN);
        let floor = self.floor.saturating_add(product / NonZeroU128::from(lot));
        Ok(Self { value, floor })
    }
}

/// The most that one purchase takes of what is for sale.
pub fn lot(for_sale: u64, smallest: u64) -> u64 {
    smallest.max(for_sale / LOTS)
}

/// A value halved every `half_life` slots: by whole half-lives exactly, linear in between, rounded up.
#[inline(never)]
fn halved(value: u128, slots: u64, half_life: u64) -> u128 {
    let length = NonZeroU64::new(half_life).unwrap_or(NonZeroU64::MIN);
    let (whole, rest) = (slots / length, u128::from(slots % length));
    let start = match u32::try_from(whole).ok().and_then(|bits| 1u128.checked_shl(bits)) {
        Some(divisor) => value.div_ceil(divisor),
        None => value.min(1),
    };
    // `start × rest / (2 × length)`, in two parts so that no product overflows.
    let double = NonZeroU128::from(length).saturating_mul(TWO);
    let (times, remainder) = (start / double, start % double);
    let fallen = times.saturating_mul(rest).saturating_add(remainder.saturating_mul(rest) / double);
    start.saturating_sub(fallen)
}

#[cold]
fn too_expensive() -> Error {
    fail(MarketError::PurchaseTooExpensive)
}
