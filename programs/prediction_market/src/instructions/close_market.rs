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

/// Closes a market after the last payout: the dust goes to the fee vault (SOL) or is burned (UTILITY), the
/// rent goes to the creator. Permissionless.
#[derive(Accounts)]
pub struct CloseMarket<'info> {
    #[account(mut, close = creator, has_one = creator, has_one = escrow @ MarketError::WrongEscrow)]
    pub market: AccountLoader<'info, Market>,
    /// CHECK: its address is stored in the market.
    #[account(mut)]
    pub creator: UncheckedAccount<'info>,
    #[account(mut, dup, close = creator, has_one = market)]
    pub question: Account<'info, Question>,
    /// CHECK: its address is stored in the market.
    #[account(mut)]
    pub escrow: UncheckedAccount<'info>,
    // Has another type than the market and the question, so it can never be the same account.
    #[account(mut, dup)]
    pub fee_vault: Account<'info, FeeVault>,
    /// CHECK: UTILITY only; its address is stored in the market.
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

/// Burns the remaining tokens and closes the token account. Tokens that somebody sent to the escrow are
/// burned too, since only an empty account can be closed.
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
