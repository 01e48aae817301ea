use anchor_lang::prelude::*;

use crate::{
    errors::{ensure, MarketError},
    instructions::resolve_market::finish,
    state::Market,
};

/// Ends a market that was not decided in time. Everyone gets their stakes back; but where "not met" was recorded, that
/// decides, also now. Anyone can.
#[derive(Accounts)]
pub struct VoidMarket<'info> {
    /// Gets the reward.
    #[account(mut)]
    pub keeper: Signer<'info>,
    /// The market to void.
    #[account(mut)]
    pub market: AccountLoader<'info, Market>,
}

impl VoidMarket<'_> {
    pub fn handle(ctx: Context<Self>) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let accounts = ctx.accounts;
        let market = &mut *Market::write(&accounts.market)?;
        market.require_undecided()?;
        ensure(now >= market.void_at(), MarketError::TooEarlyToVoid)?;
        let reward = if market.observation().is_some() {
            let counted = market.resolve_recorded(now)?;
            market.reward_for_deciding(counted)?
        } else {
            market.void(now);
            market.reward_for_voiding()
        };
        finish(accounts.market.as_ref(), market, &accounts.keeper, reward)
    }
}
