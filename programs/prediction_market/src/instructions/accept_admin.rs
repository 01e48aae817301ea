use anchor_lang::prelude::*;

use crate::{errors::MarketError, events::AdminAccepted, state::Config};

/// Completes the hand-over to the pending admin, who must sign: a key that nobody holds cannot become
/// the admin.
#[derive(Accounts)]
pub struct AcceptAdmin<'info> {
    pub pending_admin: Signer<'info>,
    #[account(mut, has_one = pending_admin @ MarketError::NotPendingAdmin)]
    pub config: Account<'info, Config>,
}

impl AcceptAdmin<'_> {
    pub fn handle(ctx: Context<Self>) -> Result<()> {
        let config = &mut ctx.accounts.config;
        config.admin = config.pending_admin;
        config.pending_admin = Pubkey::default();
        emit!(AdminAccepted { admin: config.admin });
        Ok(())
    }
}
