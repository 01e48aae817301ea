use anchor_lang::prelude::*;

use crate::{
    constants::{MAX_ATTESTORS, MAX_QUORUM},
    errors::{ensure, MarketError},
};

/// Keys that can attest, by quorum, what no account on chain shows. A set never changes, and a market is
/// decided by the set it was created with.
/// PDA: `[ATTESTORS_SEED, index as u16 LE]`.
#[account]
#[derive(InitSpace, Debug)]
pub struct AttestorSet {
    /// Sequential from 0.
    pub index: u16,
    /// How many distinct keys must sign the same observation.
    pub threshold: u8,
    #[max_len(MAX_ATTESTORS)]
    pub keys: Vec<Pubkey>,
}

impl AttestorSet {
    pub fn validate(keys: &[Pubkey], threshold: u8) -> Result<()> {
        let distinct = keys
            .iter()
            .enumerate()
            .all(|(i, key)| !keys.iter().skip(i.saturating_add(1)).any(|other| other == key));
        let sizes = (1..=usize::from(MAX_ATTESTORS)).contains(&keys.len())
            && (1..=keys.len()).contains(&usize::from(threshold))
            && threshold <= MAX_QUORUM;
        ensure(distinct && sizes && !keys.contains(&Pubkey::default()), MarketError::InvalidAttestorSet)?;
        Ok(())
    }
}
