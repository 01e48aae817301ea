use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    errors::{ensure, MarketError},
    escrow::{Escrow, Tokens},
    events::MarketClosed,
    lamports::move_lamports,
    state::{FeeVault, Market, Question},
};

/// Clears away a market when everyone has been paid: dust to the fee vault (SOL) or burned (UTILITY),
/// rent to the creator. Anyone can.
#[derive(Accounts)]
pub struct CloseMarket<'info> {
    /// The market to clear away.
    #[account(mut, close = creator, has_one = creator, has_one = escrow @ MarketError::WrongEscrow)]
    pub market: AccountLoader<'info, Market>,
    /// Opened the market, and gets its rent.
    /// CHECK: by address.
    #[account(mut)]
    pub creator: UncheckedAccount<'info>,
    /// The market's question.
    #[account(mut, dup, close = creator, has_one = market)]
    pub question: Account<'info, Question>,
    /// The market's escrow.
    /// CHECK: the market's own, by address.
    #[account(mut)]
    pub escrow: UncheckedAccount<'info>,
    /// Takes the dust of SOL markets. Another type than the market and the question, so never the same account.
    #[account(mut, dup)]
    pub fee_vault: Account<'info, FeeVault>,
    /// UTILITY only: the mint of the stakes.
    /// CHECK: the market's, by address.
    #[account(mut)]
    pub mint: Option<UncheckedAccount<'info>>,
    /// UTILITY only: the program of the mint.
    pub token_program: Option<Interface<'info, TokenInterface>>,
}

impl<'info> CloseMarket<'info> {
    pub fn handle(ctx: Context<'info, Self>) -> Result<()> {
        let Clock { unix_timestamp: now, slot, .. } = Clock::get()?;
        let accounts = ctx.accounts;
        let key = accounts.market.key();
        let market = accounts.market.load()?;
        market.require_decided()?;
        let has_fees = market.burn_due() > 0 || market.developer_due() > 0;
        ensure(market.open_positions == 0 && !has_fees, MarketError::MarketNotEmpty)?;
        market.require_nonce_expired(now)?;

        let dust = market.owed()?;
        let escrow = Escrow::of(key, &market, &accounts.escrow);
        let tokens = Tokens::of(&market, &accounts.escrow, &accounts.token_program, &accounts.mint)?;
        if tokens.is_none() {
            let vault = &mut accounts.fee_vault;
            vault.receive(dust, slot)?;
            move_lamports(escrow.account, vault.as_ref(), dust)?;
        }
        escrow.close(&market, tokens.as_ref(), &accounts.creator)?;
        emit!(MarketClosed { market: key, paid: market.paid, fees: market.fees, dust });
        Ok(())
    }
}
