use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    errors::{ensure, MarketError, Refused},
    escrow::{Escrow, Tokens},
    events::MarketCancelled,
    lamports::close,
    state::{Market, Question},
};

/// Takes back a market that nobody has staked on; its rent and rewards go to the creator. Not before its nonce can no
/// longer be used: the same address with another condition would catch bets that were signed for this one.
#[derive(Accounts)]
pub struct CancelMarket<'info> {
    /// Opened the market, and gets its rent.
    #[account(mut, address = market.load()?.creator @ Refused(MarketError::NotCreator))]
    pub creator: Signer<'info>,
    /// The market to cancel.
    #[account(mut, close = creator)]
    pub market: AccountLoader<'info, Market>,
    /// The market's question.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::QUESTION_SEED, market.key().as_ref()], bump))]
    #[cfg(feature = "idl-build")]
    #[account(mut)]
    pub question: Account<'info, Question>,
    /// CHECK: by its owner and what it says of itself, in place.
    #[cfg(not(feature = "idl-build"))]
    #[account(mut)]
    pub question: UncheckedAccount<'info>,
    /// The market's escrow.
    /// CHECK: the market's own, by address.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::ESCROW_SEED, market.key().as_ref()], bump))]
    #[account(mut, address = market.load()?.escrow @ Refused(MarketError::WrongEscrow))]
    pub escrow: UncheckedAccount<'info>,
    /// UTILITY only: the mint of the stakes.
    /// CHECK: the market's, by address.
    #[account(mut)]
    pub mint: Option<UncheckedAccount<'info>>,
    /// UTILITY only: the program of the mint.
    pub token_program: Option<Interface<'info, TokenInterface>>,
}

impl<'info> CancelMarket<'info> {
    pub fn handle(ctx: Context<'info, Self>) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let accounts = ctx.accounts;
        let key = accounts.market.key();
        Question::require_of(accounts.question.as_ref(), &key)?;
        let market = Market::read(&accounts.market)?;
        market.require_undecided()?;
        ensure(market.open_positions == 0 && market.total()? == 0, MarketError::MarketHasStakes)?;
        market.require_nonce_expired(now)?;

        let tokens = Tokens::of(&market, &accounts.escrow, &accounts.token_program, &accounts.mint)?;
        Escrow::of(key, &market, &accounts.escrow).close(&market, tokens.as_ref(), &accounts.creator)?;
        close(accounts.question.as_ref(), &accounts.creator)?;
        emit!(MarketCancelled { market: key, sequence: market.last_event(), cancelled_at: now });
        Ok(())
    }
}
