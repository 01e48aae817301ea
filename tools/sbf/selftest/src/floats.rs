//! Double precision, as far as Solana's rent needs it. Inputs are bit patterns, so infinities,
//! subnormals and NaN are among them.

use crate::Case;

pub const CASES: &[(&str, Case)] = &[
    ("f64_add", |a, b| bits(float(a) + float(b))),
    ("f64_sub", |a, b| bits(float(a) - float(b))),
    ("f64_mul", |a, b| bits(float(a) * float(b))),
    ("f64_div", |a, b| bits(float(a) / float(b))),
    ("f64_negate", |a, _| bits(-float(a))),
    ("f64_from_u64", |a, _| bits(a as u64 as f64)),
    ("f64_from_i64", |a, _| bits(a as i64 as f64)),
    ("f64_from_i32", |a, _| bits(a as i32 as f64)),
    ("f64_to_u64", |a, _| float(a) as u64 as u128),
    ("f64_rent", |a, b| (a as u64 as f64 * float(b)) as u64 as u128),
];

fn float(input: u128) -> f64 {
    f64::from_bits(input as u64)
}

/// The bits of a number; the same bits for every NaN.
fn bits(number: f64) -> u128 {
    const INFINITY: u64 = f64::INFINITY.to_bits();
    let bits = number.to_bits();
    let magnitude = bits & (u64::MAX >> 1);
    (if magnitude > INFINITY { INFINITY + 1 } else { bits }) as u128
}
