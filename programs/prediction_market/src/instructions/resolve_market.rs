use anchor_lang::prelude::*;

use crate::{
    decision::decide,
    events::{MarketResolved, MarketVoided},
    state::Market,
};

/// Decides a market as soon as it can be decided. Permissionless: the evidence decides, not the caller.
/// Remaining accounts: the evidence that the condition requires.
#[derive(Accounts)]
pub struct ResolveMarket<'info> {
    #[account(mut)]
    pub market: AccountLoader<'info, Market>,
}

impl<'info> ResolveMarket<'info> {
    pub fn handle(ctx: Context<'info, Self>) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let key = ctx.accounts.market.key();
        let market = &mut *ctx.accounts.market.load_mut()?;
        let (outcome, observation) = decide(&key, market, ctx.remaining_accounts, now)?;
        market.resolve(outcome, observation, now)?;
        emit_decision(key, market)
    }
}

/// Emits the event of a market that has just been decided or voided.
pub fn emit_decision(key: Pubkey, market: &Market) -> Result<()> {
    let observation = market.observation()?;
    match market.outcome() {
        Some(outcome) => emit!(MarketResolved {
            market: key,
            outcome,
            observation,
            pools: market.pools,
            fees: market.fees,
            resolved_at: market.resolved_at,
        }),
        None => emit!(MarketVoided {
            market: key,
            observation,
            pools: market.pools,
            voided_at: market.resolved_at,
        }),
    }
    Ok(())
}
