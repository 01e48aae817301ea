//! What no account on chain shows, attested by a quorum of keys that was fixed when the market was
//! created. The ed25519 program verifies the signatures, in the instruction before ours; here every
//! count, offset and index of that instruction is checked, and what was signed.

use anchor_lang::{prelude::*, solana_program::instruction::Instruction};
use solana_instructions_sysvar::{load_current_index_checked, load_instruction_at_checked};

use crate::{
    errors::{ensure, fail, MarketError},
    state::StoredAttestorSet,
};

const ED25519_PROGRAM: Pubkey = pubkey!("Ed25519SigVerify111111111111111111111111111");

/// Signed before everything else, so that a signature means this and nothing else.
const DOMAIN: &[u8; 32] = b"prediction-market:attestation:v1";
/// Domain, program, market, second (i64 LE, unix), met (1 or 0).
const MESSAGE_LENGTH: usize = 32 + 32 + 32 + 8 + 1;

/// The ed25519 instruction: how many signatures, a byte of padding, then for each where its parts lie.
const HEADER_LENGTH: usize = 2;
const OFFSETS_LENGTH: usize = 14;
/// As an instruction index: the ed25519 instruction itself.
const THIS_INSTRUCTION: u16 = u16::MAX;

/// What a quorum has signed: one bit for one second.
pub struct Attested {
    pub second: i64,
    pub is_met: bool,
}

/// What enough members of the market's attestor set have signed about it.
pub fn read_quorum(
    market: &Pubkey,
    set_index: u16,
    set: &AccountInfo,
    instructions: &AccountInfo,
) -> Result<Attested> {
    ensure(*set.owner == crate::ID, MarketError::WrongAttestorSet)?;
    // Whoever names the market as the set finds it borrowed.
    let data = set.try_borrow_data().map_err(|_| fail(MarketError::WrongAttestorSet))?;
    let set = StoredAttestorSet::read(&data)?.ok_or_else(|| fail(MarketError::WrongAttestorSet))?;
    ensure(set.index == set_index, MarketError::WrongAttestorSet)?;
    let instruction = read_previous_instruction(instructions)?;
    let signatures = read_signatures(&instruction.data)?;

    // Only signatures over the first message count.
    let (_, message) = signatures.first().ok_or_else(|| fail(MarketError::AttestationMalformed))?;
    let attested = read_message(message, market)?;
    let signers = set
        .keys
        .iter()
        .filter(|member| signatures.iter().any(|(key, signed)| key == *member && signed == message));
    ensure(signers.count() >= set.threshold.into(), MarketError::AttestationQuorumMissing)?;
    Ok(attested)
}

fn read_previous_instruction(instructions: &AccountInfo) -> Result<Instruction> {
    let missing = |_| fail(MarketError::AttestationMissing);
    let current = load_current_index_checked(instructions).map_err(missing)?;
    let previous = current.checked_sub(1).ok_or_else(|| fail(MarketError::AttestationMissing))?;
    let instruction = load_instruction_at_checked(previous.into(), instructions).map_err(missing)?;
    ensure(instruction.program_id == ED25519_PROGRAM, MarketError::AttestationMissing)?;
    Ok(instruction)
}

/// The keys and the messages they have signed, all of which must lie in the instruction itself.
fn read_signatures(data: &[u8]) -> Result<Vec<(&[u8], &[u8])>> {
    let malformed = || fail(MarketError::AttestationMalformed);
    let count = usize::from(*data.first().ok_or_else(malformed)?);
    let offsets = data.get(HEADER_LENGTH..).ok_or_else(malformed)?;
    // With room for all of them from the start: growing takes more compute units than reading.
    let mut signatures = Vec::with_capacity(count);
    let parts = offsets.chunks_exact(OFFSETS_LENGTH).take(count);
    signatures.extend(parts.map_while(|part| read_signature(data, part)));
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

fn read_message(message: &[u8], market: &Pubkey) -> Result<Attested> {
    let foreign = || fail(MarketError::AttestationForeign);
    let body = [DOMAIN.as_slice(), crate::ID.as_ref(), market.as_ref()]
        .iter()
        .try_fold(message, |rest, part| rest.strip_prefix(*part))
        .ok_or_else(foreign)?;
    let (second, met) = body.split_first_chunk::<8>().ok_or_else(foreign)?;
    let is_met = match met {
        [0] => false,
        [1] => true,
        _ => return Err(foreign()),
    };
    Ok(Attested { second: i64::from_le_bytes(*second), is_met })
}
