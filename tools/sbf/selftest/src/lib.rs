//! A Solana program with a case for everything that `tools/sbf/lower` lowers. `lowering.test.ts` runs
//! each with many inputs and compares the results with exact arithmetic.
//!
//! Instruction data: the number of a case, then pairs of `a` and `b`, 16 bytes each, little-endian; the return data
//! has 16 bytes for each pair. [`NAMES`] instead of a number returns the names of all cases.

mod calls;
mod floats;
mod integers;
mod memory;
mod refused;
mod runtime;

/// A case: two inputs, one result. Aborts if the result is undefined.
type Case = fn(u128, u128) -> u128;

/// Every case with its name in the test.
fn cases() -> impl Iterator<Item = (&'static str, Case)> {
    [integers::CASES, floats::CASES, calls::CASES, memory::CASES, refused::CASES].concat().into_iter()
}

/// Asks for the names of the cases, separated by spaces.
const NAMES: u8 = u8::MAX;

/// The bytes of a pair.
const PAIR: usize = 32;

/// Runs the case that the instruction data names with each of its pairs.
fn answer(data: &[u8]) -> Option<Vec<u8>> {
    let (&number, inputs) = data.split_first()?;
    if number == NAMES {
        let names: Vec<_> = cases().map(|(name, _)| name).collect();
        return Some(names.join(" ").into_bytes());
    }
    let (_, case) = cases().nth(number.into())?;
    let mut answers = Vec::with_capacity(inputs.len() / 2);
    for pair in inputs.chunks(PAIR) {
        let a = u128::from_le_bytes(pair.get(..16)?.try_into().ok()?);
        let b = u128::from_le_bytes(pair.get(16..)?.try_into().ok()?);
        answers.extend(runtime::then_free(|| case(a, b)).to_le_bytes());
    }
    Some(answers)
}
