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

impl Measurement {
    /// A value for each whole token, for the whole supply.
    pub fn times(self, supply: Measurement) -> Result<Self> {
        Ok(Self {
            value: checked(self.value.checked_mul(supply.value))?,
            exponent: checked(self.exponent.checked_add(supply.exponent))?,
        })
    }
}

impl Comparison {
    /// Whether `measured` compares like this with `target`, exactly.
    pub fn holds(self, measured: Measurement, target: Decimal) -> bool {
        let target = (u128::from(target.mantissa), i32::from(target.exponent));
        let order = compare((measured.value, measured.exponent), target);
        match self {
            Comparison::Above => order == Ordering::Greater,
            Comparison::AtLeast => order != Ordering::Less,
            Comparison::Below => order == Ordering::Less,
            Comparison::AtMost => order != Ordering::Greater,
        }
    }
}

/// Compares `a.0 × 10^a.1` with `b.0 × 10^b.1`, exactly.
fn compare(a: (u128, i32), b: (u128, i32)) -> Ordering {
    if a.1 < b.1 {
        return compare(b, a).reverse();
    }
    // `a` in the units of `b`; what does not fit is larger than any value that does.
    let scale = 10u128.checked_pow(a.1.abs_diff(b.1));
    match scale.and_then(|scale| a.0.checked_mul(scale)) {
        Some(scaled) => scaled.cmp(&b.0),
        None if a.0 == 0 => 0.cmp(&b.0),
        None => Ordering::Greater,
    }
}
