use anchor_lang::prelude::*;

use crate::{
    constants::{MAX_ATTESTORS, VERSION},
    errors::{ensure, require_version, MarketError},
};

/// Keys that together can attest what no account on chain shows. It never changes: a market is
/// decided by the set it was created with.
/// PDA: `[ATTESTORS_SEED, index as u16 LE]`.
#[account]
#[derive(InitSpace, Debug)]
pub struct AttestorSet {
    /// Layout of this account; 1.
    pub version: u8,
    /// Sequential from 0.
    pub index: u16,
    /// How many distinct keys must sign the same message: more than two thirds of them, so that one who
    /// signs both ways cannot make two quorums, and fewer than all, so that a silent one cannot stop any.
    pub threshold: u8,
    /// The attestors' ed25519 keys: 4, 5, 7 or 8.
    #[max_len(MAX_ATTESTORS)]
    pub keys: Vec<Pubkey>,
    /// For later versions; zero.
    pub reserved: [u8; 16],
}

/// Sizes for which `⌊2n/3⌋ + 1` signatures are neither all nor more than a transaction can carry, and
/// that tolerate at least as many silent keys as any smaller set.
const SIZES: [usize; 4] = [4, 5, 7, 8];

impl AttestorSet {
    pub fn new(index: u16, keys: Vec<Pubkey>) -> Result<Self> {
        let distinct = keys
            .iter()
            .enumerate()
            .all(|(i, key)| !keys.iter().skip(i.saturating_add(1)).any(|other| other == key));
        let is_valid = distinct && SIZES.contains(&keys.len()) && !keys.contains(&Pubkey::default());
        ensure(is_valid, MarketError::InvalidAttestorSet)?;
        let threshold = (keys.len().saturating_mul(2) / 3).saturating_add(1) as u8;
        Ok(Self { version: VERSION, index, threshold, keys, reserved: [0; 16] })
    }
}

/// An attestor set as it lies in its account: reading it by Borsh would copy every key.
pub struct StoredAttestorSet<'a> {
    pub index: u16,
    pub threshold: u8,
    pub keys: &'a [[u8; 32]],
}

impl<'a> StoredAttestorSet<'a> {
    /// Reads the data of an account of this program; `None` if it is no attestor set.
    pub fn read(data: &'a [u8]) -> Result<Option<Self>> {
        let Some(([version, rest @ ..], keys)) = data
            .strip_prefix(AttestorSet::DISCRIMINATOR)
            .filter(|body| body.len() == AttestorSet::INIT_SPACE)
            .and_then(|body| body.split_first_chunk::<{ 1 + 2 + 1 + 4 }>())
        else {
            return Ok(None);
        };
        require_version(*version)?;
        let [low, high, threshold, count, ..] = *rest;
        let keys = keys
            .get(..usize::from(count).saturating_mul(32))
            .and_then(|keys| bytemuck::try_cast_slice(keys).ok());
        Ok(keys.map(|keys| Self { index: u16::from_le_bytes([low, high]), threshold, keys }))
    }
}
