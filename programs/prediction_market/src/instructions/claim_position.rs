use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    errors::{ensure, require_version, MarketError, Refused},
    escrow::Tokens,
    settlement::{Recipient, Settlement},
    state::{Market, Position},
};

/// The owner settles their own position, and gets its settle reward back; in UTILITY to any token account of theirs.
#[derive(Accounts)]
pub struct ClaimPosition<'info> {
    /// Owns the position, and is paid.
    #[account(mut, address = position.load()?.owner @ Refused(MarketError::WrongPosition))]
    pub owner: Signer<'info>,
    /// The decided market.
    #[account(mut, address = position.load()?.market @ Refused(MarketError::WrongPosition))]
    pub market: AccountLoader<'info, Market>,
    /// The market's escrow.
    /// CHECK: the market's own, by address.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::ESCROW_SEED, market.key().as_ref()], bump))]
    #[account(mut, address = market.load()?.escrow @ Refused(MarketError::WrongEscrow))]
    pub escrow: UncheckedAccount<'info>,
    /// The owner's position in this market.
    #[cfg_attr(
        feature = "idl-build",
        account(seeds = [crate::constants::POSITION_SEED, market.key().as_ref(), owner.key().as_ref()], bump)
    )]
    #[account(mut)]
    pub position: AccountLoader<'info, Position>,
    /// UTILITY only: any token account that the owner has.
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
        let market = &mut *Market::write(&accounts.market)?;
        let position = *accounts.position.load()?;
        require_version(position.version)?;
        let due = market.due(&position)?;
        let amount = due.total()?;

        let tokens = Tokens::of(market, &accounts.escrow, &accounts.token_program, &accounts.mint)?;
        let settlement = Settlement::of(key, market, &accounts.escrow, tokens)?;
        let wallet: &AccountInfo = &accounts.owner;
        let token_account = accounts.owner_token.as_ref().map(|account| account.as_ref());
        let takes_tokens = match (&settlement.tokens, token_account) {
            (Some(tokens), Some(account)) => amount == 0 || tokens.can_receive(account, &position.owner),
            (Some(_), None) => amount == 0,
            (None, _) => true,
        };
        let account = accounts.position.as_ref();
        let can_pay = settlement.can_pay_wallet(wallet, account.lamports(), amount);
        ensure(takes_tokens && can_pay, MarketError::RecipientCannotReceive)?;
        let token_account = token_account.filter(|_| settlement.tokens.is_some());
        let recipient = Recipient { wallet, token_account };
        settlement.close(market, account, &position, &recipient, &due, 0)?;
        settlement.release(account, wallet, &due)?;
        settlement.require_solvent(market)
    }
}
