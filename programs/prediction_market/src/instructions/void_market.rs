use anchor_lang::prelude::*;

use crate::{
    errors::{ensure, MarketError},
    instructions::emit_decision,
    state::Market,
};

/// Gives everyone their stakes back when there was no decision in time. Anyone can.
#[derive(Accounts)]
pub struct VoidMarket<'info> {
    /// The market to void.
    #[account(mut)]
    pub market: AccountLoader<'info, Market>,
}

impl VoidMarket<'_> {
    pub fn handle(ctx: Context<Self>) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let market = &mut *ctx.accounts.market.load_mut()?;
        market.require_undecided()?;
        ensure(now >= market.void_at(), MarketError::TooEarlyToVoid)?;
        market.void(now);
        emit_decision(ctx.accounts.market.key(), market);
        Ok(())
    }
}
