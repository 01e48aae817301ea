use anchor_lang::prelude::*;

use crate::{
    constants::ATTESTORS_SEED,
    errors::MarketError,
    events::AttestorSetCreated,
    math::checked,
    state::{AttestorSet, Config},
};

/// Adds the next attestor set, which markets created from now on take.
#[derive(Accounts)]
pub struct CreateAttestorSet<'info> {
    #[account(mut)]
    pub admin: Signer<'info>,
    #[account(mut, has_one = admin @ MarketError::NotAdmin)]
    pub config: Account<'info, Config>,
    #[account(
        init,
        payer = admin,
        space = 8 + AttestorSet::INIT_SPACE,
        seeds = [ATTESTORS_SEED, &config.attestor_sets.to_le_bytes()],
        bump
    )]
    pub attestor_set: Account<'info, AttestorSet>,
    pub system_program: Program<'info, System>,
}

impl CreateAttestorSet<'_> {
    pub fn handle(ctx: Context<Self>, keys: Vec<Pubkey>, threshold: u8) -> Result<()> {
        AttestorSet::validate(&keys, threshold)?;
        let config = &mut ctx.accounts.config;
        let index = config.attestor_sets;
        config.attestor_sets = checked(index.checked_add(1))?;
        ctx.accounts.attestor_set.set_inner(AttestorSet { index, threshold, keys: keys.clone() });
        emit!(AttestorSetCreated { index, threshold, keys });
        Ok(())
    }
}
