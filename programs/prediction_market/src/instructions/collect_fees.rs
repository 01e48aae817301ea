use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    constants::UNPAID_DELAY,
    errors::{ensure, require_version, MarketError, Refused},
    escrow::{Escrow, Tokens},
    events::FeesCollected,
    lamports::{can_receive_lamports, move_lamports, RentFloor},
    math::Fees,
    state::{Config, FeeVault, Market},
};

/// Takes the fee shares of a decided market, each once. Anyone can. The burn share is taken also where the
/// treasury cannot be paid now: its share stays until it can, and 30 days after the decision goes the way of the burn
/// share. Apart from the payouts, so that neither holds up the other.
#[derive(Accounts)]
pub struct CollectFees<'info> {
    /// Names the treasury.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::CONFIG_SEED], bump))]
    pub config: Account<'info, Config>,
    /// The market whose fees are taken.
    #[account(mut)]
    pub market: AccountLoader<'info, Market>,
    /// The market's escrow.
    /// CHECK: the market's own, by address.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::ESCROW_SEED, market.key().as_ref()], bump))]
    #[account(mut, address = market.load()?.escrow @ Refused(MarketError::WrongEscrow))]
    pub escrow: UncheckedAccount<'info>,
    /// Takes the burn share of SOL markets.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::FEE_VAULT_SEED], bump))]
    #[account(mut, dup)]
    pub fee_vault: Account<'info, FeeVault>,
    /// Takes the developer share of SOL markets.
    /// CHECK: by address.
    #[account(mut, address = config.settings.treasury @ Refused(MarketError::WrongTreasury))]
    pub treasury: UncheckedAccount<'info>,
    /// UTILITY only: the treasury's associated token account; without it the developer share stays.
    /// CHECK: by address.
    #[account(mut)]
    pub treasury_token: Option<UncheckedAccount<'info>>,
    /// UTILITY only: the mint of the stakes.
    /// CHECK: the market's, by address.
    #[account(mut)]
    pub mint: Option<UncheckedAccount<'info>>,
    /// UTILITY only: the program of the mint.
    pub token_program: Option<Interface<'info, TokenInterface>>,
}

impl<'info> CollectFees<'info> {
    pub fn handle(ctx: Context<'info, Self>, treasury_token_bump: u8) -> Result<()> {
        let Clock { unix_timestamp: now, slot, .. } = Clock::get()?;
        let accounts = ctx.accounts;
        require_version(accounts.config.version)?;
        require_version(accounts.fee_vault.version)?;
        let key = accounts.market.key();
        let market = &mut *Market::write(&accounts.market)?;
        market.require_decided()?;
        let tokens = Tokens::of(market, &accounts.escrow, &accounts.token_program, &accounts.mint)?;
        let due = Fees { burn: market.burn_due(), developer: market.developer_due() };
        ensure(due != Fees::default(), MarketError::NoFeesToCollect)?;

        let treasury = match due.developer {
            0 => Treasury::NotShown,
            amount => accounts.treasury(tokens.as_ref(), treasury_token_bump, amount)?,
        };
        let is_overdue = now >= market.resolved_at.saturating_add(UNPAID_DELAY);
        let developer_burned = treasury == Treasury::Unpayable && is_overdue;
        let is_taken = treasury == Treasury::Payable || developer_burned;
        let taken = Fees { developer: if is_taken { due.developer } else { 0 }, ..due };
        ensure(taken != Fees::default(), MarketError::RecipientCannotReceive)?;
        market.record_collected(&taken);
        let [burn, paid] = if developer_burned { [taken.total()?, 0] } else { [taken.burn, taken.developer] };

        let escrow = Escrow::of(key, market, &accounts.escrow);
        match (&tokens, &accounts.treasury_token) {
            (None, _) => {
                let vault = &mut accounts.fee_vault;
                vault.receive(burn, slot)?;
                move_lamports(escrow.account, vault.as_ref(), burn)?;
                move_lamports(escrow.account, &accounts.treasury, paid)?;
            }
            (Some(tokens), treasury_token) => {
                tokens.burn(&escrow, burn)?;
                if let Some(account) = treasury_token {
                    tokens.pay(&escrow, account, paid)?;
                }
            }
        }
        market.require_solvent(escrow.held(market)?)?;
        let treasury = accounts.treasury.key();
        emit!(FeesCollected {
            market: key,
            sequence: market.next_event(),
            mint: market.mint,
            fees: taken,
            treasury,
            developer_burned,
        });
        Ok(())
    }

    /// Whether the treasury can take its share now.
    fn treasury(&self, tokens: Option<&Tokens>, bump: u8, amount: u64) -> Result<Treasury> {
        let can_receive = match (tokens, &self.treasury_token) {
            (None, _) => can_receive_lamports(&self.treasury, amount, &RentFloor::get()?),
            (Some(_), None) => return Ok(Treasury::NotShown),
            (Some(tokens), Some(account)) => {
                let is_own = tokens.is_associated(account.key, self.treasury.key, bump);
                ensure(is_own, MarketError::WrongTreasury)?;
                tokens.can_receive(account, self.treasury.key)
            }
        };
        Ok(if can_receive { Treasury::Payable } else { Treasury::Unpayable })
    }
}

/// Whether the account that takes the developer share can receive it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Treasury {
    Payable,
    Unpayable,
    NotShown,
}
