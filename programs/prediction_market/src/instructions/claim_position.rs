use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    errors::{ensure, MarketError},
    escrow::Tokens,
    settlement::{Recipient, Settlement},
    state::{Market, Position},
};

/// The owner settles their own position; in UTILITY to any token account of theirs.
#[derive(Accounts)]
pub struct ClaimPosition<'info> {
    /// Owns the position, and is paid.
    #[account(mut)]
    pub owner: Signer<'info>,
    /// The decided market.
    #[account(mut, has_one = escrow @ MarketError::WrongEscrow)]
    pub market: AccountLoader<'info, Market>,
    /// The market's escrow.
    /// CHECK: the market's own, by address.
    #[account(mut)]
    pub escrow: UncheckedAccount<'info>,
    /// The owner's position in this market.
    #[account(mut, has_one = owner @ MarketError::WrongPosition, has_one = market @ MarketError::WrongPosition)]
    pub position: AccountLoader<'info, Position>,
    /// UTILITY only: any token account of the owner's.
    /// CHECK: must be able to receive.
    #[account(mut)]
    pub owner_token: Option<UncheckedAccount<'info>>,
    /// UTILITY only: the mint of the stakes.
    /// CHECK: the market's, by address.
    pub mint: Option<UncheckedAccount<'info>>,
    /// UTILITY only: the program of the mint.
    pub token_program: Option<Interface<'info, TokenInterface>>,
}

impl<'info> ClaimPosition<'info> {
    pub fn handle(ctx: Context<'info, Self>) -> Result<()> {
        let accounts = ctx.accounts;
        let key = accounts.market.key();
        let market = &mut *accounts.market.load_mut()?;
        let position = *accounts.position.load()?;
        let due = market.due(&position)?;

        let tokens = Tokens::of(market, &accounts.escrow, &accounts.token_program, &accounts.mint)?;
        let settlement = Settlement::of(key, market, &accounts.escrow, tokens)?;
        let recipient = Recipient {
            wallet: &accounts.owner,
            token_account: accounts.owner_token.as_ref().map(|account| account.as_ref()),
        };
        let can_pay =
            settlement.can_pay(&recipient, accounts.position.as_ref(), &position.owner, due.total()?);
        ensure(can_pay, MarketError::RecipientCannotReceive)?;
        settlement.settle(market, accounts.position.as_ref(), &position, &recipient, &due)?;
        settlement.require_solvent(market)
    }
}
