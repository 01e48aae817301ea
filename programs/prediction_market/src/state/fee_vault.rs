use anchor_lang::prelude::*;

/// Holds the burn shares and dust of SOL markets, as lamports of this account, until they are exchanged
/// for utility tokens and burned. The program has exactly one.
/// PDA: `[FEE_VAULT_SEED]`.
#[account]
#[derive(InitSpace, Debug)]
pub struct FeeVault {
    /// Lamports received from markets in total.
    pub received: u64,
}
