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
    #[account(address = config.admin @ Refused(MarketError::NotAdmin))]
    pub admin: Signer<'info>,
    /// The configuration to change.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::CONFIG_SEED], bump))]
    #[account(mut, dup)]
    pub config: Account<'info, Config>,
}

impl UpdateConfig<'_> {
    /// Replaces the settings whole. `pending_admin` names who may take over, the default pubkey nobody.
    pub fn handle(ctx: Context<Self>, settings: Settings, pending_admin: Pubkey) -> Result<()> {
        let config = &mut ctx.accounts.config;
        require_version(config.version)?;
        settings.validate(config.utility_decimals)?;
        config.change(settings.clone(), Clock::get()?.unix_timestamp)?;
        config.pending_admin = pending_admin;
        emit!(ConfigUpdated { settings, pending_admin });
        Ok(())
    }
}
