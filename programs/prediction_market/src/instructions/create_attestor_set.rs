use anchor_lang::prelude::*;

use crate::{
    constants::ATTESTORS_SEED,
    errors::{require_version, MarketError, Refused},
    events::AttestorSetCreated,
    math::checked,
    pda,
    state::{AttestorSet, Config},
};

/// Adds the next attestor set, which markets created from now on take.
#[derive(Accounts)]
pub struct CreateAttestorSet<'info> {
    /// The admin, who pays the rent.
    #[account(mut, address = config.admin @ Refused(MarketError::NotAdmin))]
    pub admin: Signer<'info>,
    /// Counts the sets.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::CONFIG_SEED], bump))]
    #[account(mut, dup)]
    pub config: Account<'info, Config>,
    /// The new set.
    /// CHECK: created here.
    #[account(mut, seeds = [ATTESTORS_SEED, &config.attestor_sets.to_le_bytes()], bump)]
    pub attestor_set: UncheckedAccount<'info>,
    /// Creates the set.
    pub system_program: Program<'info, System>,
}

impl CreateAttestorSet<'_> {
    pub fn handle(ctx: Context<Self>, keys: Vec<Pubkey>) -> Result<()> {
        let config = &mut ctx.accounts.config;
        require_version(config.version)?;
        let index = config.attestor_sets;
        config.attestor_sets = checked(index.checked_add(1))?;
        let set = AttestorSet::new(index, keys)?;
        let seeds: &[&[u8]] = &[ATTESTORS_SEED, &index.to_le_bytes(), &[ctx.bumps.attestor_set]];
        let space = 8 + AttestorSet::INIT_SPACE;
        pda::create_with(&ctx.accounts.attestor_set, &ctx.accounts.admin, space, seeds, &set)?;
        emit!(AttestorSetCreated { index, threshold: set.threshold, keys: set.keys });
        Ok(())
    }
}
