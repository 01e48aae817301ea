use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    errors::{ensure, MarketError},
    escrow::Tokens,
    settlement::{Recipient, Settlement},
    state::{Market, Position},
};

/// Settles the signer's own position; in UTILITY to any token account that they own.
#[derive(Accounts)]
pub struct ClaimPosition<'info> {
    #[account(mut)]
    pub owner: Signer<'info>,
    #[account(mut, has_one = escrow @ MarketError::WrongEscrow)]
    pub market: AccountLoader<'info, Market>,
    /// CHECK: its address is stored in the market.
    #[account(mut)]
    pub escrow: UncheckedAccount<'info>,
    #[account(mut, has_one = owner @ MarketError::WrongPosition, has_one = market @ MarketError::WrongPosition)]
    pub position: Account<'info, Position>,
    /// CHECK: UTILITY only; `Tokens::can_receive` checks it.
    #[account(mut)]
    pub owner_token: Option<UncheckedAccount<'info>>,
    /// CHECK: UTILITY only; its address is stored in the market.
    pub mint: Option<UncheckedAccount<'info>>,
    pub token_program: Option<Interface<'info, TokenInterface>>,
}

impl<'info> ClaimPosition<'info> {
    pub fn handle(ctx: Context<'info, Self>) -> Result<()> {
        let accounts = ctx.accounts;
        let market = &mut *accounts.market.load_mut()?;
        let position = &accounts.position;
        let payout = market.payout(&position.stakes)?;

        let tokens = Tokens::of(market, &accounts.escrow, &accounts.token_program, &accounts.mint)?;
        let settlement = Settlement::of(position.market, market, &accounts.escrow, tokens)?;
        let recipient = Recipient {
            wallet: &accounts.owner,
            token_account: accounts.owner_token.as_ref().map(|account| account.as_ref()),
        };
        let can_pay = settlement.can_pay(&recipient, position.as_ref(), &position.owner, payout);
        ensure(can_pay, MarketError::RecipientCannotReceive)?;
        settlement.settle(market, position.as_ref(), position, &recipient, payout)?;
        settlement.require_solvent(market)
    }
}
