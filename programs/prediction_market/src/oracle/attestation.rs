//! Observations that no account on chain shows, signed by a quorum of the attestor set that the market
//! was created with. The ed25519 program verifies the signatures in the instruction before ours; this
//! module checks every count, offset and index of that instruction, and the signed message.

use anchor_lang::{prelude::*, solana_program::instruction::Instruction};
use solana_instructions_sysvar::{load_current_index_checked, load_instruction_at_checked};

use crate::{
    errors::{ensure, fail, MarketError},
    state::{AttestorSet, Observation},
};

const ED25519_PROGRAM: Pubkey = pubkey!("Ed25519SigVerify111111111111111111111111111");

/// Prefix of every signed message, so that no other signature of an attestor counts as an attestation.
const DOMAIN: &[u8; 32] = b"prediction-market:attestation:v1";
/// Domain, program, market, value (u64 LE), time of the observation (i64 LE, unix seconds).
const MESSAGE_LENGTH: usize = 32 + 32 + 32 + 8 + 8;

/// Layout of the ed25519 instruction: the number of signatures, a byte of padding, then the offsets of
/// each signature, its key and its message.
const HEADER_LENGTH: usize = 2;
const OFFSETS_LENGTH: usize = 14;
/// The instruction index that refers to the ed25519 instruction itself.
const THIS_INSTRUCTION: u16 = u16::MAX;

/// Reads whether an event has taken place: 1 or 0.
pub fn observe_fact(
    market: &Pubkey,
    set_index: u16,
    set: &AccountInfo,
    instructions: &AccountInfo,
) -> Result<Observation> {
    let observation = observe_count(market, set_index, set, instructions)?;
    ensure(observation.value <= 1, MarketError::AttestationNotAFact)?;
    Ok(observation)
}

/// Reads the observation that a quorum of the market's attestor set has signed.
pub fn observe_count(
    market: &Pubkey,
    set_index: u16,
    set: &AccountInfo,
    instructions: &AccountInfo,
) -> Result<Observation> {
    let set = read_set(set, set_index)?;
    let instruction = read_previous_instruction(instructions)?;
    let signatures = read_signatures(&instruction.data)?;

    // Only signatures over the first message count.
    let (_, message) = signatures.first().ok_or_else(|| fail(MarketError::AttestationMalformed))?;
    let observation = read_message(message, market)?;
    let signers = set
        .keys
        .iter()
        .filter(|member| signatures.iter().any(|(key, signed)| *key == member.as_ref() && signed == message));
    ensure(signers.count() >= set.threshold.into(), MarketError::AttestationQuorumMissing)?;
    Ok(observation)
}

fn read_set(account: &AccountInfo, index: u16) -> Result<AttestorSet> {
    ensure(*account.owner == crate::ID, MarketError::WrongAttestorSet)?;
    let data = account.try_borrow_data()?;
    let set =
        AttestorSet::try_deserialize(&mut &data[..]).map_err(|_| fail(MarketError::WrongAttestorSet))?;
    ensure(set.index == index, MarketError::WrongAttestorSet)?;
    Ok(set)
}

fn read_previous_instruction(instructions: &AccountInfo) -> Result<Instruction> {
    let missing = |_| fail(MarketError::AttestationMissing);
    let current = load_current_index_checked(instructions).map_err(missing)?;
    let previous = current.checked_sub(1).ok_or_else(|| fail(MarketError::AttestationMissing))?;
    let instruction = load_instruction_at_checked(previous.into(), instructions).map_err(missing)?;
    ensure(instruction.program_id == ED25519_PROGRAM, MarketError::AttestationMissing)?;
    Ok(instruction)
}

/// Reads the keys and their signed messages, which must all be in the instruction's own data.
fn read_signatures(data: &[u8]) -> Result<Vec<(&[u8], &[u8])>> {
    let malformed = || fail(MarketError::AttestationMalformed);
    let count = usize::from(*data.first().ok_or_else(malformed)?);
    let offsets = data.get(HEADER_LENGTH..).ok_or_else(malformed)?;
    let signatures: Vec<_> = offsets
        .chunks_exact(OFFSETS_LENGTH)
        .take(count)
        .map_while(|part| read_signature(data, part))
        .collect();
    ensure(signatures.len() == count, MarketError::AttestationMalformed)?;
    Ok(signatures)
}

fn read_signature<'a>(data: &'a [u8], offsets: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let mut fields =
        offsets.chunks_exact(2).filter_map(|field| field.try_into().ok().map(u16::from_le_bytes));
    let (signature, signature_index) = (fields.next()?, fields.next()?);
    let (key, key_index) = (fields.next()?, fields.next()?);
    let (message, message_length, message_index) = (fields.next()?, fields.next()?, fields.next()?);

    let is_local = [signature_index, key_index, message_index].iter().all(|index| *index == THIS_INSTRUCTION);
    let slice = |start: u16, length: usize| {
        let start = usize::from(start);
        data.get(start..start.checked_add(length)?)
    };
    match is_local && usize::from(message_length) == MESSAGE_LENGTH {
        true => slice(signature, 64).and(Some((slice(key, 32)?, slice(message, MESSAGE_LENGTH)?))),
        false => None,
    }
}

fn read_message(message: &[u8], market: &Pubkey) -> Result<Observation> {
    let foreign = || fail(MarketError::AttestationForeign);
    let body = [DOMAIN.as_slice(), crate::ID.as_ref(), market.as_ref()]
        .iter()
        .try_fold(message, |rest, part| rest.strip_prefix(*part))
        .ok_or_else(foreign)?;
    let (value, observed_at) = body.split_first_chunk::<8>().ok_or_else(foreign)?;
    let observed_at = observed_at.first_chunk::<8>().ok_or_else(foreign)?;
    Ok(Observation {
        value: u64::from_le_bytes(*value).into(),
        exponent: 0,
        observed_at: i64::from_le_bytes(*observed_at),
    })
}
