use anchor_lang::prelude::*;

use crate::{
    errors::MarketError,
    events::ConfigUpdated,
    state::{Config, Settings},
};

/// Changes the settings and names a pending admin. Only the admin can.
#[derive(Accounts)]
pub struct UpdateConfig<'info> {
    pub admin: Signer<'info>,
    #[account(mut, has_one = admin @ MarketError::NotAdmin)]
    pub config: Account<'info, Config>,
}

impl UpdateConfig<'_> {
    /// Replaces all settings. `pending_admin` may accept the admin role; the empty address names nobody.
    pub fn handle(ctx: Context<Self>, settings: Settings, pending_admin: Pubkey) -> Result<()> {
        settings.validate()?;
        let config = &mut ctx.accounts.config;
        config.settings = settings.clone();
        config.pending_admin = pending_admin;
        emit!(ConfigUpdated { settings, pending_admin });
        Ok(())
    }
}
