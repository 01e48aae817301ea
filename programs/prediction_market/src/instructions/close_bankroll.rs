use anchor_lang::prelude::*;

use crate::{
    errors::{MarketError, Refused},
    events::BankrollClosed,
    state::Bankroll,
};

/// Closes a bankroll: all its lamports go to the owner, and every delegate ends. Tokens that are still in its token
/// accounts can be withdrawn once a deposit has opened it again. The owner alone can.
#[derive(Accounts)]
pub struct CloseBankroll<'info> {
    /// Whose bankroll it is; gets its lamports.
    #[account(mut, address = bankroll.load()?.owner @ Refused(MarketError::NotBankrollOwner))]
    pub owner: Signer<'info>,
    /// The owner's bankroll.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::BANKROLL_SEED, owner.key().as_ref()], bump))]
    #[account(mut, close = owner)]
    pub bankroll: AccountLoader<'info, Bankroll>,
}

impl CloseBankroll<'_> {
    pub fn handle(ctx: Context<Self>) -> Result<()> {
        Bankroll::read(&ctx.accounts.bankroll)?;
        emit!(BankrollClosed { owner: ctx.accounts.owner.key() });
        Ok(())
    }
}
