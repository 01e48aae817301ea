//! Arguments that do not fit in five registers and results that do not fit in one, in direct calls and
//! through pointers.

use crate::Case;
use std::hint::black_box;

pub const CASES: &[(&str, Case)] = &[
    ("eight_arguments", |a, b| {
        let (a, b) = (a as u64, b as u64);
        eight(a, b, !a, !b, a ^ 3, b ^ 5, a.wrapping_add(7), b.wrapping_add(9)) as u128
    }),
    ("narrow_arguments", |a, b| {
        let (x, y) = (a as u64, b as u64);
        narrow(x as u8, y as i8, x & 1 == 1, x as u16, y as i16, x as i32, y as u32, x, y as i64) as u128
    }),
    ("wide_arguments", |a, b| {
        let (x, y, z) = wide(a, b, a ^ 1, b as u64, b ^ 2);
        x ^ y ^ z as u128
    }),
    ("option", |a, _| half(a as u64).map_or(0, |half| half as u128 + 1)),
    ("result_of_structures", |a, b| match checked(a, b) {
        Ok(Pair { first, second }) => first ^ second as u128,
        Err(Refused { code, .. }) => code as u128,
    }),
    ("recursion", |a, b| tree(b as u64 % 6, a as u64, 1, 2, 3, 4, b)),
    ("function_pointer", |a, b| {
        let function: Many = if a & 1 == 0 { first_of_many } else { second_of_many };
        let (x, y) = black_box(function)(a, b as u64, 3, b, 5);
        x ^ (y as u128) << 64
    }),
    ("trait_object", |a, b| {
        let objects: [Box<dyn Mix>; 2] = [Box::new(Left(a as u64)), Box::new(Right(b as u64, a))];
        let (x, y) = objects[(b & 1) as usize].mix(a as u64, b as u64, 3, 4, 5, 6);
        x as u128 | (y as u128) << 64
    }),
    ("closure", |a, b| {
        let (x, y, z) = (a as u64, b as u64, a ^ b);
        let add = |p: u64, q: u64, r: u128, s: u64, t: u64| (z ^ r, x ^ p ^ s, y ^ q ^ t);
        let (m, n, o) = apply(&add);
        m ^ n as u128 ^ (o as u128) << 64
    }),
];

#[inline(never)]
#[allow(clippy::too_many_arguments)]
fn eight(a: u64, b: u64, c: u64, d: u64, e: u64, f: u64, g: u64, h: u64) -> u64 {
    let all = black_box([a, b, c, d, e, f, g, h]);
    all.iter().enumerate().fold(0, |sum, (i, x)| sum ^ x.rotate_left(i as u32))
}

#[inline(never)]
#[allow(clippy::too_many_arguments)]
fn narrow(a: u8, b: i8, c: bool, d: u16, e: i16, f: i32, g: u32, h: u64, i: i64) -> i64 {
    let all = black_box([a as i64, b as i64, c as i64, d as i64, e as i64, f as i64, g as i64, h as i64, i]);
    all.iter().fold(0, |sum, &x| sum.rotate_left(5) ^ x)
}

#[inline(never)]
fn wide(a: u128, b: u128, c: u128, d: u64, e: u128) -> (u128, u128, u64) {
    (black_box(a.wrapping_add(b)), black_box(c.wrapping_sub(e)), black_box(d))
}

#[inline(never)]
fn half(a: u64) -> Option<u64> {
    (black_box(a) % 2 == 0).then_some(a / 2)
}

struct Pair {
    first: u128,
    second: u64,
}

struct Refused {
    code: u32,
    _reason: [u64; 12],
}

#[inline(never)]
fn checked(a: u128, b: u128) -> Result<Pair, Refused> {
    match black_box(a).checked_add(b) {
        Some(first) => Ok(Pair { first, second: a as u64 }),
        None => Err(Refused { code: b as u32, _reason: black_box([7; 12]) }),
    }
}

/// Calls itself twice per level, with more arguments than registers.
#[inline(never)]
fn tree(depth: u64, a: u64, b: u64, c: u64, d: u64, e: u64, f: u128) -> u128 {
    if depth == 0 {
        return black_box(f ^ (a ^ b ^ c ^ d ^ e) as u128);
    }
    let left = tree(depth - 1, a.rotate_left(1), c, d, e, b, f.wrapping_add(1));
    left ^ tree(depth - 1, a, d, e, b, c, f.rotate_right(3))
}

type Many = fn(u128, u64, u64, u128, u64) -> (u128, u64);

#[inline(never)]
fn first_of_many(a: u128, b: u64, c: u64, d: u128, e: u64) -> (u128, u64) {
    (a ^ d, b ^ c ^ e)
}

#[inline(never)]
fn second_of_many(a: u128, b: u64, c: u64, d: u128, e: u64) -> (u128, u64) {
    (a.wrapping_sub(d), b.wrapping_mul(c).wrapping_mul(e))
}

trait Mix {
    fn mix(&self, a: u64, b: u64, c: u64, d: u64, e: u64, f: u64) -> (u64, u64);
}

struct Left(u64);

struct Right(u64, u128);

impl Mix for Left {
    fn mix(&self, a: u64, b: u64, c: u64, d: u64, e: u64, f: u64) -> (u64, u64) {
        (self.0 ^ a ^ c ^ e, b ^ d ^ f)
    }
}

impl Mix for Right {
    fn mix(&self, a: u64, b: u64, c: u64, d: u64, e: u64, f: u64) -> (u64, u64) {
        (self.0, self.1 as u64 ^ a ^ b ^ c ^ d ^ e ^ f)
    }
}

#[inline(never)]
fn apply(function: &dyn Fn(u64, u64, u128, u64, u64) -> (u128, u64, u64)) -> (u128, u64, u64) {
    function(1, 2, 3, 4, 5)
}
