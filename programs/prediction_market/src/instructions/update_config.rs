use anchor_lang::prelude::*;

use crate::{
    errors::{require_version, MarketError, Refused},
    events::ConfigUpdated,
    state::{Config, Settings},
};

/// Changes what holds for new markets.
#[derive(Accounts)]
pub struct UpdateConfig<'info> {
    /// The admin.
    pub admin: Signer<'info>,
    /// The configuration to change.
    #[account(mut, dup, has_one = admin @ Refused(MarketError::NotAdmin))]
    pub config: Account<'info, Config>,
}

impl UpdateConfig<'_> {
    /// Replaces the settings whole. `pending_admin` names who may take over, the default pubkey nobody.
    pub fn handle(ctx: Context<Self>, settings: Settings, pending_admin: Pubkey) -> Result<()> {
        settings.validate()?;
        let config = &mut ctx.accounts.config;
        require_version(config.version)?;
        config.settings = settings.clone();
        config.pending_admin = pending_admin;
        emit!(ConfigUpdated { settings, pending_admin });
        Ok(())
    }
}
