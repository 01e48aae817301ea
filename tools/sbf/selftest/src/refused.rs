//! Constructs that the build must refuse, one per feature.

use crate::Case;

pub const CASES: &[(&str, Case)] = &[
    #[cfg(feature = "refuse-float-compare")]
    ("float_compare", |a, b| (f64::from_bits(a as u64) < f64::from_bits(b as u64)) as u128),
    #[cfg(feature = "refuse-float-to-signed")]
    ("float_to_signed", |a, _| f64::from_bits(a as u64) as i64 as u128),
    #[cfg(feature = "refuse-single-precision")]
    ("single_precision", |a, b| (f32::from_bits(a as u32) * f32::from_bits(b as u32)).to_bits() as u128),
    #[cfg(feature = "refuse-wide-to-float")]
    ("wide_to_float", |a, _| (a as f64).to_bits() as u128),
    #[cfg(feature = "refuse-large-frame")]
    ("large_frame", |a, b| {
        let mut bytes = [a as u8; 5000];
        std::hint::black_box(&mut bytes)[b as usize % 5000] as u128
    }),
    #[cfg(feature = "refuse-static")]
    ("static", |a, _| {
        static COUNT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        COUNT.fetch_add(a as u64, std::sync::atomic::Ordering::SeqCst) as u128
    }),
    #[cfg(feature = "refuse-unknown-function")]
    ("unknown_function", |a, _| {
        extern "C" {
            fn defined_nowhere(a: u64) -> u64;
        }
        unsafe { defined_nowhere(a as u64) as u128 }
    }),
];
