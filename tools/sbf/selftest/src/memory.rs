//! Copying, moving, filling, comparing and allocating memory; atomics; aborts.

use crate::Case;
use std::{
    collections::{BTreeMap, HashMap},
    hint::black_box,
    sync::atomic::{AtomicU64, Ordering::SeqCst},
};

pub const CASES: &[(&str, Case)] = &[
    ("copy_48_bytes", |a, b| copy::<48>(a, b)),
    ("copy_64_bytes", |a, b| copy::<64>(a, b)),
    ("copy_65_bytes", |a, b| copy::<65>(a, b)),
    ("copy_1000_bytes", |a, b| copy::<1000>(a, b)),
    ("copy_any_length", |a, b| {
        let (source, mut target) = (pattern::<200>(a), [0; 200]);
        let length = (b % 201) as usize;
        target[..length].copy_from_slice(&source[..length]);
        hash(&target)
    }),
    ("move_up", |a, b| {
        let mut bytes = pattern::<200>(a);
        bytes.copy_within(0..150, (b % 51) as usize);
        hash(&bytes)
    }),
    ("move_down", |a, b| {
        let mut bytes = pattern::<200>(a);
        bytes.copy_within((b % 51) as usize.., 0);
        hash(&bytes)
    }),
    ("fill", |a, b| {
        let mut bytes = pattern::<300>(a);
        bytes[(b % 100) as usize..250].fill(a as u8);
        hash(&bytes)
    }),
    ("compare_bytes", |a, b| {
        let (x, y) = (a.to_be_bytes(), b.to_be_bytes());
        let length = (a % 17) as usize;
        let equal = black_box(&x[..length]) == black_box(&y[..length]);
        (black_box(&x[..]) < black_box(&y[..])) as u128 | (equal as u128) << 1
    }),
    ("sort", |a, b| {
        let mut numbers: Vec<u64> = (1..=b as u64 % 50).map(|i| (a as u64).wrapping_mul(i) >> 3).collect();
        numbers.sort_unstable();
        numbers.iter().fold(0, |sum, &x| sum.wrapping_mul(31).wrapping_add(x as u128))
    }),
    ("maps", |a, b| {
        let entry = |i: u64| ((a as u64).rotate_left(i as u32) % 16, b as u64 ^ i);
        let sorted: BTreeMap<u64, u64> = (0..20).map(entry).collect();
        let hashed: HashMap<u64, u64> = (0..20).map(entry).collect();
        let sum = |sum: u128, (key, value): (&u64, &u64)| sum.wrapping_mul(31) ^ (*key ^ value) as u128;
        let same = hashed.len() == sorted.len() && hashed.iter().all(|(key, value)| sorted[key] == *value);
        sorted.iter().fold(same as u128, sum)
    }),
    ("text", |a, b| hash(format!("{a}:{}:{}:{b:x}", a as u64, b as i64).as_bytes())),
    ("atomics", |a, b| {
        let number = black_box(AtomicU64::new(a as u64));
        let before = number.fetch_add(b as u64, SeqCst);
        let exchanged = number.compare_exchange(before, 7, SeqCst, SeqCst).is_ok();
        before as u128 ^ (number.load(SeqCst) as u128) << 64 ^ exchanged as u128
    }),
    ("index_or_abort", |a, b| pattern::<100>(a)[(b % 128) as usize] as u128),
    ("unwrap_or_abort", |a, b| (a as u64).checked_sub(b as u64).unwrap() as u128),
];

fn copy<const N: usize>(a: u128, b: u128) -> u128 {
    let mut bytes = black_box(pattern::<N>(a));
    let copied = bytes;
    black_box(&mut bytes)[(b % N as u128) as usize] ^= 1;
    hash(&copied) ^ hash(&bytes).rotate_left(1)
}

/// Distinct bytes derived from `seed`.
fn pattern<const N: usize>(seed: u128) -> [u8; N] {
    let seed = seed.to_le_bytes();
    let mut bytes = [0; N];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = seed[i % 16].wrapping_add(i as u8);
    }
    bytes
}

fn hash(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0, |sum: u128, &byte| sum.wrapping_mul(131).wrapping_add(byte as u128))
}
