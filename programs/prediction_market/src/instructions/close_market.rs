use anchor_lang::prelude::*;
use anchor_spl::token_interface::{self, CloseAccount, TokenInterface};

use crate::{
    errors::{ensure, MarketError},
    escrow::{move_lamports, Escrow, Tokens},
    events::MarketClosed,
    math::checked,
    rent::RentFloor,
    state::{FeeVault, Market, Question},
};

/// Clears away a market when everyone has been paid: dust to the fee vault (SOL) or burned (UTILITY),
/// rent to the creator. Anyone can.
#[derive(Accounts)]
pub struct CloseMarket<'info> {
    #[account(mut, close = creator, has_one = creator, has_one = escrow @ MarketError::WrongEscrow)]
    pub market: AccountLoader<'info, Market>,
    /// CHECK: by address.
    #[account(mut)]
    pub creator: UncheckedAccount<'info>,
    #[account(mut, dup, close = creator, has_one = market)]
    pub question: Account<'info, Question>,
    /// CHECK: the market's own, by address.
    #[account(mut)]
    pub escrow: UncheckedAccount<'info>,
    // Another type than the market and the question, so never the same account.
    #[account(mut, dup)]
    pub fee_vault: Account<'info, FeeVault>,
    /// CHECK: UTILITY only; the market's, by address.
    #[account(mut)]
    pub mint: Option<UncheckedAccount<'info>>,
    pub token_program: Option<Interface<'info, TokenInterface>>,
}

impl<'info> CloseMarket<'info> {
    pub fn handle(ctx: Context<'info, Self>) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let accounts = ctx.accounts;
        let key = accounts.market.key();
        let market = accounts.market.load()?;
        market.require_decided()?;
        ensure(market.open_positions == 0 && market.fees_collected(), MarketError::MarketNotEmpty)?;
        ensure(now > market.nonce_expires_at(), MarketError::MarketTooYoung)?;

        let dust = market.owed()?;
        let escrow = Escrow::of(key, &market, &accounts.escrow);
        match Tokens::of(&market, &accounts.escrow, &accounts.token_program, &accounts.mint)? {
            None => {
                let vault = &mut accounts.fee_vault;
                vault.received = checked(vault.received.checked_add(dust))?;
                move_lamports(escrow.account, vault.as_ref(), dust)?;
                move_lamports(escrow.account, &accounts.creator, escrow.account.lamports())?;
            }
            Some(tokens) => close_token_escrow(&escrow, &market, &tokens, &accounts.creator)?,
        }
        emit!(MarketClosed { market: key, paid: market.paid, fees: market.fees, dust });
        Ok(())
    }
}

/// Burns all that is left, also what strangers may have sent: a token account must be empty.
fn close_token_escrow<'info>(
    escrow: &Escrow<'_, 'info>,
    market: &Market,
    tokens: &Tokens<'_, 'info>,
    creator: &AccountInfo<'info>,
) -> Result<()> {
    let left = escrow.held(market, &RentFloor::get()?)?;
    if left > 0 {
        tokens.burn(escrow, left)?;
    }
    let accounts = CloseAccount {
        account: escrow.account.clone(),
        destination: creator.clone(),
        authority: escrow.account.clone(),
    };
    escrow.signed(|seeds| {
        token_interface::close_account(CpiContext::new_with_signer(*tokens.program.key, accounts, seeds))
    })
}
