use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    errors::MarketError,
    escrow::Tokens,
    oracle,
    stake::{Stake, StakeAccounts},
    state::{Config, Market},
};

/// Stakes an amount, at least the minimum, on one side of an open market. A bettor may bet any number of
/// times and on both sides.
/// Remaining accounts: the evidence of the condition's state, required if that state is in an account
/// and the market can be decided before expiry.
#[derive(Accounts)]
pub struct PlaceBet<'info> {
    #[account(mut)]
    pub bettor: Signer<'info>,
    pub config: Account<'info, Config>,
    #[account(mut, has_one = escrow @ MarketError::WrongEscrow)]
    pub market: AccountLoader<'info, Market>,
    /// CHECK: its address is stored in the market.
    #[account(mut)]
    pub escrow: UncheckedAccount<'info>,
    /// CHECK: the bettor's position in this market; `Stake::place` creates or checks it.
    #[account(mut)]
    pub position: UncheckedAccount<'info>,
    /// CHECK: UTILITY only; the token program checks that the bettor may transfer from it.
    #[account(mut)]
    pub bettor_token: Option<UncheckedAccount<'info>>,
    /// CHECK: UTILITY only; its address is stored in the market.
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
