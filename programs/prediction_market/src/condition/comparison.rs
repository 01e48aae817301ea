use std::cmp::Ordering;

use anchor_lang::prelude::*;

use crate::math::checked;

/// How a measured value must compare with the target.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Greater than the target.
    Above,
    /// Greater than the target, or equal.
    AtLeast,
    /// Less than the target.
    Below,
    /// Less than the target, or equal.
    AtMost,
}

/// Exactly `mantissa × 10^exponent`.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// The digits.
    pub mantissa: u64,
    /// The power of ten.
    pub exponent: i8,
}

/// A measured value: exactly `value × 10^exponent`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measurement {
    pub value: u128,
    pub exponent: i32,
}

impl Decimal {
    pub const ONE: Self = Self { mantissa: 1, exponent: 0 };
}

impl From<Decimal> for Measurement {
    fn from(Decimal { mantissa, exponent }: Decimal) -> Self {
        Self { value: mantissa.into(), exponent: exponent.into() }
    }
}

impl Measurement {
    /// The exact product: a value for each whole token times the supply, a reference times the target.
    #[inline(never)]
    pub fn times(self, factor: Measurement) -> Result<Self> {
        Ok(Self {
            value: checked(self.value.checked_mul(factor.value))?,
            exponent: checked(self.exponent.checked_add(factor.exponent))?,
        })
    }
}

impl Comparison {
    /// Whether `measured` compares like this with `target`, exactly.
    pub fn holds(self, measured: Measurement, target: Measurement) -> bool {
        let order = compare((measured.value, measured.exponent), (target.value, target.exponent));
        match self {
            Comparison::Above => order == Ordering::Greater,
            Comparison::AtLeast => order != Ordering::Less,
            Comparison::Below => order == Ordering::Less,
            Comparison::AtMost => order != Ordering::Greater,
        }
    }
}

/// All powers of ten in 64 bits.
#[allow(clippy::indexing_slicing)] // an index out of range would not compile
const POWERS_OF_TEN: [u64; 20] = {
    let mut powers = [1; 20];
    let mut index = 1;
    while index < powers.len() {
        powers[index] = powers[index - 1] * 10;
        index += 1;
    }
    powers
};

/// Compares `a.0 × 10^a.1` with `b.0 × 10^b.1`, exactly.
fn compare(a: (u128, i32), b: (u128, i32)) -> Ordering {
    let is_reversed = a.1 < b.1;
    let (coarse, fine) = if is_reversed { (b.0, a.0) } else { (a.0, b.0) };
    // In the units of the finer one; what does not fit is larger than any value that does.
    let order = match scaled(coarse, a.1.abs_diff(b.1)) {
        Some(scaled) => scaled.cmp(&fine),
        None if coarse == 0 => 0.cmp(&fine),
        None => Ordering::Greater,
    };
    if is_reversed {
        order.reverse()
    } else {
        order
    }
}

/// `value × 10^digits`, if it fits.
fn scaled(value: u128, digits: u32) -> Option<u128> {
    match (u64::try_from(value), POWERS_OF_TEN.get(digits as usize)) {
        // Almost every price and target: powers of 128 bits are made in software.
        (Ok(value), Some(&power)) => u128::from(value).checked_mul(power.into()),
        _ => value.checked_mul(10u128.checked_pow(digits)?),
    }
}
