//! A Solana program with a case for everything that `tools/sbf/lower` lowers. `lowering.test.ts` beside
//! it runs each with many inputs and holds the answers against exact arithmetic.
//!
//! Instruction data: the number of a case, then `a` and `b`, 16 bytes each, little-endian; the answer is
//! 16 bytes of return data. [`NAMES`] instead of a number answers the names of all cases.

mod calls;
mod floats;
mod integers;
mod memory;
mod refused;
mod runtime;

/// Two inputs in, one answer out. A case that the arithmetic does not allow has to abort.
type Case = fn(u128, u128) -> u128;

/// Every case by the name that the test knows it by.
fn cases() -> impl Iterator<Item = (&'static str, Case)> {
    [integers::CASES, floats::CASES, calls::CASES, memory::CASES, refused::CASES].concat().into_iter()
}

/// Asks for the names of the cases, separated by spaces.
const NAMES: u8 = u8::MAX;

/// What the entrypoint does, apart from finding and returning bytes.
fn answer(data: &[u8]) -> Option<Vec<u8>> {
    let (&number, inputs) = data.split_first()?;
    if number == NAMES {
        let names: Vec<_> = cases().map(|(name, _)| name).collect();
        return Some(names.join(" ").into_bytes());
    }
    let (_, case) = cases().nth(number.into())?;
    let a = u128::from_le_bytes(inputs.get(..16)?.try_into().ok()?);
    let b = u128::from_le_bytes(inputs.get(16..32)?.try_into().ok()?);
    Some(case(a, b).to_le_bytes().to_vec())
}
