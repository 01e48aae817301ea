//! Integers wider than a register, checked multiplication, signed division.

use crate::Case;
use std::cmp::Ordering;

pub const CASES: &[(&str, Case)] = &[
    // Overflow gives all bits set.
    ("u128_wrapping_mul", |a, b| a.wrapping_mul(b)),
    ("u128_checked_mul", |a, b| a.checked_mul(b).unwrap_or(u128::MAX)),
    ("i128_wrapping_mul", |a, b| (a as i128).wrapping_mul(b as i128) as u128),
    ("i128_checked_mul", |a, b| (a as i128).checked_mul(b as i128).map_or(u128::MAX, |x| x as u128)),
    ("i128_widening_mul", |a, b| (a as i64 as i128 * b as i64 as i128) as u128),
    ("u64_checked_mul", |a, b| (a as u64).checked_mul(b as u64).map_or(u128::MAX, u128::from)),
    ("i64_checked_mul", |a, b| (a as i64).checked_mul(b as i64).map_or(u128::MAX, |x| x as u64 as u128)),
    ("u32_checked_mul", |a, b| (a as u32).checked_mul(b as u32).map_or(u128::MAX, u128::from)),
    ("i32_checked_mul", |a, b| (a as i32).checked_mul(b as i32).map_or(u128::MAX, |x| x as u32 as u128)),
    ("u128_mul_div", |a, b| (a as u64 as u128) * (b as u64 as u128) / ((a as u64 as u128) + 1)),
    // Overflow aborts, like division by zero.
    ("u128_mul", |a, b| a * b),
    ("i128_mul", |a, b| (a as i128 * b as i128) as u128),
    ("u64_mul", |a, b| (a as u64 * b as u64) as u128),
    ("u128_add", |a, b| a + b),
    ("i128_sub", |a, b| (a as i128 - b as i128) as u128),
    ("u128_div", |a, b| a / b),
    ("u128_rem", |a, b| a % b),
    ("i128_div", |a, b| (a as i128 / b as i128) as u128),
    ("i128_rem", |a, b| (a as i128 % b as i128) as u128),
    ("i64_div", |a, b| (a as i64 / b as i64) as u64 as u128),
    ("i64_rem", |a, b| (a as i64 % b as i64) as u64 as u128),
    ("i64_div_euclid", |a, b| (a as i64).div_euclid(b as i64) as u64 as u128),
    ("i64_div_by_constants", |a, _| {
        let a = a as i64;
        (a / 2) as u64 as u128 | ((a / 86_400) as u64 as u128) << 64
    }),
    ("i32_div", |a, b| (a as i32 / b as i32) as u32 as u128),
    ("i32_rem", |a, b| (a as i32 % b as i32) as u32 as u128),
    ("i16_div", |a, b| (a as i16 / b as i16) as u16 as u128),
    ("i8_rem", |a, b| (a as i8 % b as i8) as u8 as u128),
    ("u128_div_by_constant", |a, _| a / 10_000 ^ a % 1_000_000_007),
    ("u128_pow", |a, b| (a % 1_000).pow((b % 15) as u32)),
    ("u128_isqrt", |a, _| a.isqrt()),
    ("u128_shl", |a, b| a << (b & 127)),
    ("u128_shr", |a, b| a >> (b & 127)),
    ("i128_shr", |a, b| (a as i128 >> (b & 127)) as u128),
    ("u128_shifts_by_constants", |a, b| a << 7 ^ b >> 64 ^ (a as i128 >> 100) as u128),
    ("u128_rotate", |a, b| a.rotate_left((b & 127) as u32) ^ a.rotate_right((b >> 64 & 127) as u32)),
    ("u128_saturating", |a, b| a.saturating_add(b) ^ a.saturating_sub(b)),
    ("i128_saturating", |a, b| {
        let (a, b) = (a as i128, b as i128);
        (a.saturating_add(b) ^ a.saturating_sub(b) ^ a.saturating_mul(b)) as u128
    }),
    ("compare", |a, b| {
        let orderings = [a.cmp(&b), (a as i128).cmp(&(b as i128)), (a as i64).cmp(&(b as i64))];
        orderings.iter().fold(0, |sum, &ordering| sum * 3 + rank(ordering))
    }),
    ("count_bits", |a, b| {
        let counts = [a.leading_zeros(), b.trailing_zeros(), a.count_ones(), (a as u64).leading_zeros()];
        counts.iter().fold(0, |sum, &count| sum << 32 | count as u128)
    }),
    ("reverse_bits_and_bytes", |a, b| a.swap_bytes() ^ b.reverse_bits()),
];

fn rank(ordering: Ordering) -> u128 {
    match ordering {
        Ordering::Less => 0,
        Ordering::Equal => 1,
        Ordering::Greater => 2,
    }
}
