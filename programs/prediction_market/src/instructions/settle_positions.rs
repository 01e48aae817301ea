use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    errors::{ensure, fail, MarketError},
    escrow::Tokens,
    events::PositionSkipped,
    settlement::{Recipient, Settlement},
    state::{Market, Position},
};

/// Pays and closes a batch of positions of a decided market. Permissionless: every payout goes to the
/// position's owner.
/// Remaining accounts, for each position: the position, its owner's wallet and, for UTILITY, the owner's
/// associated token account. A position that does not exist or cannot be paid now is skipped.
#[derive(Accounts)]
pub struct SettlePositions<'info> {
    #[account(mut, has_one = escrow @ MarketError::WrongEscrow)]
    pub market: AccountLoader<'info, Market>,
    /// CHECK: its address is stored in the market.
    #[account(mut)]
    pub escrow: UncheckedAccount<'info>,
    /// CHECK: UTILITY only; its address is stored in the market.
    pub mint: Option<UncheckedAccount<'info>>,
    pub token_program: Option<Interface<'info, TokenInterface>>,
}

impl<'info> SettlePositions<'info> {
    pub fn handle(ctx: Context<'info, Self>) -> Result<()> {
        let SettlePositions { market, escrow, mint, token_program } = ctx.accounts;
        let key = market.key();
        let market = &mut *market.load_mut()?;
        market.require_decided()?;
        let tokens = Tokens::of(market, escrow, token_program, mint)?;
        let group_size = if tokens.is_some() { 3 } else { 2 };
        let settlement = Settlement::of(key, market, escrow, tokens)?;

        let groups = ctx.remaining_accounts.chunks_exact(group_size);
        ensure(groups.remainder().is_empty() && groups.len() > 0, MarketError::SettlementAccountsInvalid)?;
        for group in groups {
            let [position, wallet, rest @ ..] = group else {
                return Err(fail(MarketError::SettlementAccountsInvalid));
            };
            let recipient = Recipient { wallet, token_account: rest.first() };
            if !settle_one(&settlement, market, position, &recipient)? {
                emit!(PositionSkipped { market: key, position: position.key() });
            }
        }
        settlement.require_solvent(market)
    }
}

/// Settles one position; returns whether it was paid.
fn settle_one<'info>(
    settlement: &Settlement<'_, 'info>,
    market: &mut Market,
    account: &AccountInfo<'info>,
    recipient: &Recipient<'_, 'info>,
) -> Result<bool> {
    // Already settled, earlier or in this batch, or not a position of this market.
    let Ok(position) = Position::load(account, &settlement.escrow.market) else {
        return Ok(false);
    };
    let is_own = *recipient.wallet.key == position.owner
        && match (&settlement.tokens, recipient.token_account) {
            (Some(tokens), Some(account)) => *account.key == tokens.associated_account(&position.owner),
            _ => true,
        };
    let payout = market.payout(&position.stakes)?;
    if !is_own || !account.is_writable || !settlement.can_pay(recipient, account, &position.owner, payout) {
        return Ok(false);
    }
    settlement.settle(market, account, &position, recipient, payout)?;
    Ok(true)
}
