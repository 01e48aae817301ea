use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    errors::{ensure, MarketError},
    escrow::{Escrow, Tokens},
    events::FeesCollected,
    lamports::{can_receive_lamports, move_lamports, RentFloor},
    math::Fees,
    state::{Config, FeeVault, Market},
};

/// Takes the fee shares of a decided market, each once. Anyone can. The burn share is taken also where the
/// treasury cannot be paid now: its share stays until it can. Apart from the payouts, so that neither holds
/// up the other.
#[derive(Accounts)]
pub struct CollectFees<'info> {
    /// Names the treasury.
    pub config: Account<'info, Config>,
    /// The market whose fees are taken.
    #[account(mut, has_one = escrow @ MarketError::WrongEscrow)]
    pub market: AccountLoader<'info, Market>,
    /// The market's escrow.
    /// CHECK: the market's own, by address.
    #[account(mut)]
    pub escrow: UncheckedAccount<'info>,
    /// Takes the burn share of SOL markets.
    #[account(mut)]
    pub fee_vault: Account<'info, FeeVault>,
    /// Takes the developer share of SOL markets.
    /// CHECK: by address.
    #[account(mut, address = config.settings.treasury @ MarketError::WrongTreasury)]
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
    pub fn handle(ctx: Context<'info, Self>) -> Result<()> {
        let accounts = ctx.accounts;
        let key = accounts.market.key();
        let market = &mut *accounts.market.load_mut()?;
        market.require_decided()?;
        let rent = RentFloor::get()?;
        let tokens = Tokens::of(market, &accounts.escrow, &accounts.token_program, &accounts.mint)?;
        let due = Fees { burn: market.burn_due(), developer: market.developer_due() };
        ensure(due != Fees::default(), MarketError::NoFeesToCollect)?;

        let can_pay =
            due.developer > 0 && accounts.can_pay_treasury(tokens.as_ref(), due.developer, &rent)?;
        let taken = Fees { developer: if can_pay { due.developer } else { 0 }, ..due };
        ensure(taken != Fees::default(), MarketError::RecipientCannotReceive)?;
        market.record_collected(&taken);

        let escrow = Escrow::of(key, market, &accounts.escrow);
        match (&tokens, &accounts.treasury_token) {
            (None, _) => {
                let vault = &mut accounts.fee_vault;
                vault.receive(taken.burn, Clock::get()?.slot)?;
                move_lamports(escrow.account, vault.as_ref(), taken.burn)?;
                move_lamports(escrow.account, &accounts.treasury, taken.developer)?;
            }
            (Some(tokens), treasury_token) => {
                tokens.burn(&escrow, taken.burn)?;
                if let Some(account) = treasury_token {
                    tokens.pay(&escrow, account, taken.developer)?;
                }
            }
        }
        market.require_solvent(escrow.held(market, &rent)?)?;
        let treasury = accounts.treasury.key();
        emit!(FeesCollected { market: key, mint: market.mint, fees: taken, treasury });
        Ok(())
    }

    /// Whether the treasury can take its share now.
    fn can_pay_treasury(&self, tokens: Option<&Tokens>, amount: u64, rent: &RentFloor) -> Result<bool> {
        let Some(tokens) = tokens else {
            return Ok(can_receive_lamports(&self.treasury, amount, rent));
        };
        let Some(account) = &self.treasury_token else {
            return Ok(false);
        };
        let is_own = *account.key == tokens.associated_account(self.treasury.key);
        ensure(is_own, MarketError::WrongTreasury)?;
        Ok(tokens.can_receive(account, self.treasury.key))
    }
}
