use anchor_lang::prelude::*;

use crate::{
    decision::decide,
    events::{MarketResolved, MarketVoided},
    state::Market,
};

/// Decides a market, as soon as it can be decided. Anyone can: what they show decides, not who they
/// are. Remaining accounts: the evidence that the condition asks for.
#[derive(Accounts)]
pub struct ResolveMarket<'info> {
    #[account(mut)]
    pub market: Account<'info, Market>,
}

impl<'info> ResolveMarket<'info> {
    pub fn handle(ctx: Context<'info, Self>) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let market = &mut ctx.accounts.market;
        let (outcome, observation) = decide(market, ctx.remaining_accounts, now)?;
        market.resolve(outcome, observation, now)?;
        emit_decision(market);
        Ok(())
    }
}

/// The event of a market that has just been decided or voided.
pub fn emit_decision(market: &Account<Market>) {
    match market.outcome {
        Some(outcome) => emit!(MarketResolved {
            market: market.key(),
            outcome,
            observation: market.observation,
            pools: market.pools,
            fees: market.fees,
            resolved_at: market.resolved_at,
        }),
        None => emit!(MarketVoided {
            market: market.key(),
            observation: market.observation,
            pools: market.pools,
            voided_at: market.resolved_at,
        }),
    }
}
