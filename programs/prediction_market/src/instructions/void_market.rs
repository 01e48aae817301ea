use anchor_lang::prelude::*;

use crate::{
    errors::MarketError,
    instructions::emit_decision,
    state::{Market, Status},
};

/// Gives everyone their stakes back when there was no decision in time. Anyone can.
#[derive(Accounts)]
pub struct VoidMarket<'info> {
    #[account(mut)]
    pub market: Account<'info, Market>,
}

impl VoidMarket<'_> {
    pub fn handle(ctx: Context<Self>) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let market = &mut ctx.accounts.market;
        require!(market.status == Status::Open, MarketError::MarketDecided);
        require!(now >= market.void_at(), MarketError::TooEarlyToVoid);
        market.void(now);
        emit_decision(market);
        Ok(())
    }
}
