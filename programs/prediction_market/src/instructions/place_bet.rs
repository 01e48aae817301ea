use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    errors::{MarketError, Refused},
    escrow::Tokens,
    stake::{Payer, Stake, StakeAccounts},
    state::{Config, Market},
};

/// Any amount from the minimum up, on any side, any number of times, until the market closes.
/// Remaining accounts: supply: the mint; migration: the bonding curve; none for other conditions.
#[derive(Accounts)]
pub struct PlaceBet<'info> {
    /// Stakes, owns the position and pays its rent and settle reward.
    #[account(mut)]
    pub bettor: Signer<'info>,
    /// Says whether bets are paused, and how small they may be.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::CONFIG_SEED], bump))]
    pub config: Account<'info, Config>,
    /// The market to bet on.
    #[account(mut)]
    pub market: AccountLoader<'info, Market>,
    /// The market's escrow, which takes the stake.
    /// CHECK: the market's own, by address.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::ESCROW_SEED, market.key().as_ref()], bump))]
    #[account(mut, address = market.load()?.escrow @ Refused(MarketError::WrongEscrow))]
    pub escrow: UncheckedAccount<'info>,
    /// The bettor's position in this market; created by their first bet.
    /// CHECK: by address and by what it says of itself.
    #[cfg_attr(
        feature = "idl-build",
        account(seeds = [crate::constants::POSITION_SEED, market.key().as_ref(), bettor.key().as_ref()], bump)
    )]
    #[account(mut)]
    pub position: UncheckedAccount<'info>,
    /// UTILITY only: the token account that the stake comes from.
    /// CHECK: the token program moves from it what the bettor may move.
    #[account(mut)]
    pub bettor_token: Option<UncheckedAccount<'info>>,
    /// UTILITY only: the mint of the stakes.
    /// CHECK: the market's, by address.
    pub mint: Option<UncheckedAccount<'info>>,
    /// UTILITY only: the program of the mint.
    pub token_program: Option<Interface<'info, TokenInterface>>,
    /// Creates the position.
    pub system_program: Program<'info, System>,
}

impl<'info> PlaceBet<'info> {
    pub fn handle(ctx: Context<'info, Self>, stake: Stake, min_payout: u64) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let accounts = ctx.accounts;
        let market = &mut *Market::write(&accounts.market)?;
        let tokens = Tokens::of(market, &accounts.escrow, &accounts.token_program, &accounts.mint)?;
        let stake_accounts = StakeAccounts {
            market: accounts.market.key(),
            owner: accounts.bettor.key(),
            payer: Payer::Wallet(&accounts.bettor),
            escrow: &accounts.escrow,
            position: &accounts.position,
            tokens: Tokens::with_payer(tokens, &accounts.bettor_token)?,
            watched: ctx.remaining_accounts,
        };
        stake.place(stake_accounts, &accounts.config, market, min_payout, now)
    }
}
