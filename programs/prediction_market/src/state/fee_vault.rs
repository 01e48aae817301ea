use anchor_lang::prelude::*;

/// The burn shares and dust of SOL markets, in lamports on the account itself, until they are
/// turned into burned utility token. One for the program, like `Config`.
/// PDA: `[FEE_VAULT_SEED]`.
#[account]
#[derive(InitSpace, Debug)]
pub struct FeeVault {
    /// Layout of this account; 1.
    pub version: u8,
    /// Lamports received from markets so far.
    pub received: u64,
    /// For later versions; zero.
    pub reserved: [u8; 32],
}
