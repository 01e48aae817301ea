use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    constants::{UNPAID_DELAY, VERSION},
    errors::{ensure, fail, MarketError, Refused},
    escrow::Tokens,
    lamports::{can_receive_lamports, move_lamports},
    settlement::{Recipient, Settlement},
    state::{Due, Market, Position},
};

/// Pays a batch of positions of a decided market and closes them. Anyone can; everyone is paid to their own wallet.
/// Remaining accounts, for each position: the position, its owner's wallet and, for UTILITY, the owner's associated token
/// account. A batch may name a second token account of the owner after each of those. From 30 days after the decision on it
/// is paid instead, if the associated account exists, is passed writable and cannot be paid, and if the second has neither
/// a delegate nor a close authority. A position that cannot be paid now, or is none, is skipped, without a word.
#[derive(Accounts)]
pub struct SettlePositions<'info> {
    /// Gets the settle reward of each position.
    #[account(mut)]
    pub keeper: Signer<'info>,
    /// The decided market.
    #[account(mut)]
    pub market: AccountLoader<'info, Market>,
    /// The market's escrow.
    /// CHECK: the market's own, by address.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::ESCROW_SEED, market.key().as_ref()], bump))]
    #[account(mut, address = market.load()?.escrow @ Refused(MarketError::WrongEscrow))]
    pub escrow: UncheckedAccount<'info>,
    /// UTILITY only: the mint of the stakes.
    /// CHECK: the market's, by address.
    pub mint: Option<UncheckedAccount<'info>>,
    /// UTILITY only: the program of the mint.
    pub token_program: Option<Interface<'info, TokenInterface>>,
}

/// What a batch needs to know for each position.
struct Batch<'a, 'info> {
    settlement: Settlement<'a, 'info>,
    keeper: &'a AccountInfo<'info>,
    /// Lamports for each position.
    reward: u64,
    /// Whether the second token account may be paid.
    any_account: bool,
}

/// A position that was paid but for its lamports.
struct Settled<'a, 'info> {
    position: &'a AccountInfo<'info>,
    wallet: &'a AccountInfo<'info>,
    due: Due,
}

impl<'info> SettlePositions<'info> {
    pub fn handle(ctx: Context<'info, Self>, bumps: &[u8]) -> Result<()> {
        let SettlePositions { keeper, market, escrow, mint, token_program } = ctx.accounts;
        let key = market.key();
        let market = &mut *Market::write(market)?;
        market.require_decided()?;
        let tokens = Tokens::of(market, escrow, token_program, mint)?;
        let group_size = group_size(tokens.is_some(), bumps, ctx.remaining_accounts)?;
        let settlement = Settlement::of(key, market, escrow, tokens)?;
        let now = Clock::get()?.unix_timestamp;
        // A keeper's account that cannot take the reward leaves it to the owners.
        let reward = market.terms.settle_reward;
        let reward = if can_receive_lamports(keeper, reward, &settlement.rent) { reward } else { 0 };
        let any_account = now >= market.resolved_at.saturating_add(UNPAID_DELAY);
        let batch = Batch { settlement, keeper, reward, any_account };

        let groups = ctx.remaining_accounts.chunks_exact(group_size);
        // Without calls of the token program lamports move at once.
        let is_sol = batch.settlement.tokens.is_none();
        let mut settled = Vec::with_capacity(bumps.len());
        let mut bumps = bumps.iter();
        for group in groups {
            match batch.settle(market, group, bumps.next().copied().unwrap_or(0))? {
                Some(paid) if is_sol => batch.release(&paid)?,
                Some(paid) => settled.push(paid),
                None => (),
            }
        }
        settled.iter().try_for_each(|paid| batch.release(paid))?;
        batch.settlement.require_solvent(market)
    }
}

/// Accounts for each position: 2 in SOL, without bumps; in UTILITY, with a bump for each, 3 or 4.
fn group_size(has_tokens: bool, bumps: &[u8], accounts: &[AccountInfo]) -> Result<usize> {
    let invalid = || fail(MarketError::SettlementAccountsInvalid);
    let size = match has_tokens {
        true => accounts.len().checked_div(bumps.len()).ok_or_else(invalid)?,
        false => 2,
    };
    let sizes = if has_tokens { 3..=4 } else { 2..=2 };
    let is_whole = accounts.len().checked_rem(size) == Some(0) && !accounts.is_empty();
    let fits = match has_tokens {
        true => size.checked_mul(bumps.len()) == Some(accounts.len()),
        false => bumps.is_empty(),
    };
    ensure(sizes.contains(&size) && is_whole && fits, MarketError::SettlementAccountsInvalid)?;
    Ok(size)
}

impl<'info> Batch<'_, 'info> {
    /// Pays a position but for its lamports; `None` if it cannot be paid now. One bad position never fails a batch.
    fn settle<'a>(
        &self,
        market: &mut Market,
        group: &'a [AccountInfo<'info>],
        bump: u8,
    ) -> Result<Option<Settled<'a, 'info>>> {
        let [account, wallet, token_accounts @ ..] = group else {
            return Err(fail(MarketError::SettlementAccountsInvalid));
        };
        // Settled before, by somebody else or in this very batch; or never a position of this market.
        let found = Position::find(account, &self.settlement.escrow.market);
        let Some(position) = found.filter(|position| position.version == VERSION) else {
            return Ok(None);
        };
        let Ok((due, amount)) = market.due(&position).and_then(|due| Ok((due, due.total()?))) else {
            return Ok(None);
        };
        let Some(lamports) = account.lamports().checked_sub(self.reward) else {
            return Ok(None);
        };
        let can_pay = account.is_writable
            && *wallet.key == position.owner
            && self.settlement.can_pay_wallet(wallet, lamports, amount);
        let Some(token_account) = self.token_account(&position.owner, token_accounts, bump, amount) else {
            return Ok(None);
        };
        if !can_pay {
            return Ok(None);
        }
        let recipient = Recipient { wallet, token_account };
        self.settlement.close(market, account, &position, &recipient, &due, self.reward)?;
        Ok(Some(Settled { position: account, wallet, due }))
    }

    /// Moves the lamports of a position: the reward to the keeper, the rest to its owner.
    fn release(&self, paid: &Settled<'_, 'info>) -> Result<()> {
        move_lamports(paid.position, self.keeper, self.reward)?;
        self.settlement.release(paid.position, paid.wallet, &paid.due)
    }

    /// The token account that takes `amount`: the owner's associated one or, after 30 days and if that one cannot, the
    /// other one that is named. `Some(None)` if none is needed, `None` if there is none.
    fn token_account<'a>(
        &self,
        owner: &Pubkey,
        accounts: &'a [AccountInfo<'info>],
        bump: u8,
        amount: u64,
    ) -> Option<Option<&'a AccountInfo<'info>>> {
        let Some(tokens) = &self.settlement.tokens else {
            return Some(None);
        };
        if amount == 0 {
            return Some(None);
        }
        let (associated, other) = (accounts.first()?, accounts.get(1));
        if !tokens.is_associated(associated.key, owner, bump) {
            return None;
        }
        if tokens.can_receive(associated, owner) {
            return Some(Some(associated));
        }
        // Passed read-only, or not there yet, it says nothing of what it could receive.
        let is_broken = self.any_account && tokens.is_writable_account(associated);
        other.filter(|other| is_broken && tokens.can_receive_alone(other, owner)).map(Some)
    }
}
