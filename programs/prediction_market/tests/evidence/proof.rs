//! Transactions in which the ed25519 program verifies what attestors have signed.

use anchor_lang::{
    prelude::{pubkey, Pubkey},
    solana_program::instruction::BorrowedInstruction,
};
use prediction_market::ID;
use solana_instructions_sysvar::{construct_instructions_data, store_current_index_checked};

use crate::accounts::*;

pub const ED25519: Pubkey = pubkey!("Ed25519SigVerify111111111111111111111111111");
pub const DOMAIN: &[u8] = b"prediction-market:attestation:v1";
pub const SECOND: i64 = 0x0123_4567_89ab_cdef;

pub fn message_of(domain: &[u8], program: &Pubkey, market: &Pubkey, met: &[u8]) -> Vec<u8> {
    [domain, program.as_ref(), market.as_ref(), &SECOND.to_le_bytes(), met].concat()
}

pub fn message(is_met: bool) -> Vec<u8> {
    message_of(DOMAIN, &ID, &MARKET, &[is_met.into()])
}

/// An ed25519 instruction that holds everything itself: keys, by their number, and what they have signed.
pub fn proof_of(signed: &[(u8, &[u8])]) -> Vec<u8> {
    let header = 2 + 14 * signed.len();
    let (mut offsets, mut body) = (vec![signed.len() as u8, 0], Vec::new());
    for (key, message) in signed {
        let start = (header + body.len()) as u16;
        let here = u16::MAX;
        for field in [start, here, start + 64, here, start + 96, message.len() as u16, here] {
            offsets.extend(field.to_le_bytes());
        }
        body.extend([&[0xee; 64], &[*key; 32][..], message].concat());
    }
    [offsets, body].concat()
}

/// One in which keys, by their number, have signed the same.
pub fn proof_by(keys: &[u8], message: &[u8]) -> Vec<u8> {
    proof_of(&keys.iter().map(|key| (*key, message)).collect::<Vec<_>>())
}

/// The instructions of a transaction while one of them runs.
pub fn running(current: u16, instructions: &[(Pubkey, &[u8])]) -> Account {
    let borrowed = |(program_id, data)| BorrowedInstruction { program_id, accounts: Vec::new(), data };
    let borrowed: Vec<_> = instructions.iter().map(|(program, data)| borrowed((program, *data))).collect();
    let mut data = construct_instructions_data(&borrowed);
    store_current_index_checked(&mut data, current).unwrap();
    Account { key: solana_instructions_sysvar::ID, owner: OTHER, data }
}

pub fn after(proof: &[u8]) -> Account {
    running(1, &[(ED25519, proof), (ID, &[])])
}
