use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    errors::MarketError,
    escrow::Tokens,
    oracle,
    stake::{Stake, StakeAccounts},
    state::{Config, Market},
};

/// Any amount from the minimum up, on any side, any number of times, until the market closes.
/// Remaining accounts: those that show the condition's state, where an account on chain shows it and
/// the market can be decided early.
#[derive(Accounts)]
pub struct PlaceBet<'info> {
    #[account(mut)]
    pub bettor: Signer<'info>,
    pub config: Account<'info, Config>,
    #[account(mut, has_one = escrow @ MarketError::WrongEscrow)]
    pub market: AccountLoader<'info, Market>,
    /// CHECK: the market's own, by address.
    #[account(mut)]
    pub escrow: UncheckedAccount<'info>,
    /// CHECK: the bettor's position in this market; created or read by `Stake::place`.
    #[account(mut)]
    pub position: UncheckedAccount<'info>,
    /// CHECK: UTILITY only; the token program moves from it what the bettor may move.
    #[account(mut)]
    pub bettor_token: Option<UncheckedAccount<'info>>,
    /// CHECK: UTILITY only; the market's, by address.
    pub mint: Option<UncheckedAccount<'info>>,
    pub token_program: Option<Interface<'info, TokenInterface>>,
    pub system_program: Program<'info, System>,
}

impl<'info> PlaceBet<'info> {
    pub fn handle(ctx: Context<'info, Self>, stake: Stake) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let accounts = ctx.accounts;
        accounts.config.require_not_paused()?;
        let market = &mut *accounts.market.load_mut()?;
        oracle::require_undecided(&accounts.market.key(), market, ctx.remaining_accounts, now)?;

        let minimum = accounts.config.minimum_stake(&market.mint);
        let tokens = Tokens::of(market, &accounts.escrow, &accounts.token_program, &accounts.mint)?;
        let stake_accounts = StakeAccounts {
            market: accounts.market.key(),
            bettor: &accounts.bettor,
            escrow: &accounts.escrow,
            position: &accounts.position,
            tokens: Tokens::with_payer(tokens, &accounts.bettor_token)?,
        };
        stake.place(stake_accounts, market, minimum, now)
    }
}
