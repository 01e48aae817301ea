use anchor_lang::prelude::*;

use crate::{
    errors::{MarketError, Refused},
    events::DelegateSet,
    state::{Bankroll, Limits},
};

/// Names who may bet from a bankroll, and within which limits; changes them, or ends it. The owner alone can.
#[derive(Accounts)]
pub struct SetDelegate<'info> {
    /// Whose bankroll it is.
    #[account(address = bankroll.load()?.owner @ Refused(MarketError::NotBankrollOwner))]
    pub owner: Signer<'info>,
    /// The owner's bankroll.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::BANKROLL_SEED, owner.key().as_ref()], bump))]
    #[account(mut)]
    pub bankroll: AccountLoader<'info, Bankroll>,
}

impl SetDelegate<'_> {
    pub fn handle(ctx: Context<Self>, key: Pubkey, cosigner: Pubkey, limits: Option<Limits>) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let owner = ctx.accounts.owner.key();
        let bankroll = &mut *Bankroll::write(&ctx.accounts.bankroll)?;
        match limits {
            Some(limits) => {
                limits.validate(now)?;
                bankroll.set_delegate(key, cosigner, limits)?;
            }
            None => bankroll.end_delegate(&key)?,
        }
        emit!(DelegateSet { owner, key, cosigner, limits });
        Ok(())
    }
}
