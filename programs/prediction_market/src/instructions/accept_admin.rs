use anchor_lang::prelude::*;

use crate::{
    errors::{require_version, MarketError, Refused},
    events::AdminAccepted,
    state::Config,
};

/// The second step of a hand-over: a key that cannot sign never becomes the admin.
#[derive(Accounts)]
pub struct AcceptAdmin<'info> {
    /// Named by the current admin; becomes the admin.
    #[account(address = config.pending_admin @ Refused(MarketError::NotPendingAdmin))]
    pub pending_admin: Signer<'info>,
    /// Names the admin.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::CONFIG_SEED], bump))]
    #[account(mut, dup)]
    pub config: Account<'info, Config>,
}

impl AcceptAdmin<'_> {
    pub fn handle(ctx: Context<Self>) -> Result<()> {
        let config = &mut ctx.accounts.config;
        require_version(config.version)?;
        config.admin = config.pending_admin;
        config.pending_admin = Pubkey::default();
        emit!(AdminAccepted { admin: config.admin });
        Ok(())
    }
}
