use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    constants::ANY_ACCOUNT_DELAY,
    errors::{ensure, fail, MarketError},
    escrow::Tokens,
    events::PositionSkipped,
    settlement::{Recipient, Settlement},
    state::{Market, Position},
};

/// Pays a batch of positions of a decided market and closes them. Anyone can; everyone is paid to
/// their own wallet.
/// Remaining accounts, for each position: the position, its owner's wallet and, for UTILITY, the owner's
/// associated token account; from 30 days after the decision on, any token account of the owner's will do.
/// A position that cannot be paid now, or is none, is skipped.
#[derive(Accounts)]
pub struct SettlePositions<'info> {
    /// The decided market.
    #[account(mut, has_one = escrow @ MarketError::WrongEscrow)]
    pub market: AccountLoader<'info, Market>,
    /// The market's escrow.
    /// CHECK: the market's own, by address.
    #[account(mut)]
    pub escrow: UncheckedAccount<'info>,
    /// UTILITY only: the mint of the stakes.
    /// CHECK: the market's, by address.
    pub mint: Option<UncheckedAccount<'info>>,
    /// UTILITY only: the program of the mint.
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
        let now = Clock::get()?.unix_timestamp;
        let any_account = now >= market.resolved_at.saturating_add(ANY_ACCOUNT_DELAY);

        let groups = ctx.remaining_accounts.chunks_exact(group_size);
        ensure(groups.remainder().is_empty() && groups.len() > 0, MarketError::SettlementAccountsInvalid)?;
        for group in groups {
            let [position, wallet, rest @ ..] = group else {
                return Err(fail(MarketError::SettlementAccountsInvalid));
            };
            let recipient = Recipient { wallet, token_account: rest.first() };
            if !settle_one(&settlement, market, position, &recipient, any_account)? {
                emit!(PositionSkipped { market: key, position: position.key() });
            }
        }
        settlement.require_solvent(market)
    }
}

/// Whether the position was paid. `any_account`: to any token account of its owner's.
fn settle_one<'info>(
    settlement: &Settlement<'_, 'info>,
    market: &mut Market,
    account: &AccountInfo<'info>,
    recipient: &Recipient<'_, 'info>,
    any_account: bool,
) -> Result<bool> {
    // Settled before, by somebody else or in this very batch; or never a position of this market.
    let Ok(position) = Position::load(account, &settlement.escrow.market) else {
        return Ok(false);
    };
    let is_own = *recipient.wallet.key == position.owner
        && match (&settlement.tokens, recipient.token_account) {
            (Some(tokens), Some(account)) if !any_account => {
                *account.key == tokens.associated_account(&position.owner)
            }
            _ => true,
        };
    let due = market.due(&position)?;
    let can_pay = settlement.can_pay(recipient, account, &position.owner, due.total()?);
    if !is_own || !account.is_writable || !can_pay {
        return Ok(false);
    }
    settlement.settle(market, account, &position, recipient, &due)?;
    Ok(true)
}
