use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    errors::{ensure, fail, MarketError},
    escrow::{can_receive_lamports, move_lamports, Escrow, Tokens},
    events::FeesCollected,
    math::{checked, Fees},
    rent::RentFloor,
    state::{Config, FeeVault, Market},
};

/// Collects the fees of a decided market, once. Permissionless. Separate from the payouts, so that a
/// treasury that cannot be paid delays nobody else.
#[derive(Accounts)]
pub struct CollectFees<'info> {
    pub config: Account<'info, Config>,
    #[account(mut, has_one = escrow @ MarketError::WrongEscrow)]
    pub market: AccountLoader<'info, Market>,
    /// CHECK: its address is stored in the market.
    #[account(mut)]
    pub escrow: UncheckedAccount<'info>,
    /// Receives the burn share of SOL markets.
    #[account(mut)]
    pub fee_vault: Account<'info, FeeVault>,
    /// CHECK: its address is stored in the configuration.
    #[account(mut, address = config.settings.treasury @ MarketError::WrongTreasury)]
    pub treasury: UncheckedAccount<'info>,
    /// CHECK: UTILITY only; the treasury's associated token account.
    #[account(mut)]
    pub treasury_token: Option<UncheckedAccount<'info>>,
    /// CHECK: UTILITY only; its address is stored in the market.
    #[account(mut)]
    pub mint: Option<UncheckedAccount<'info>>,
    pub token_program: Option<Interface<'info, TokenInterface>>,
}

impl<'info> CollectFees<'info> {
    pub fn handle(ctx: Context<'info, Self>) -> Result<()> {
        let accounts = ctx.accounts;
        let key = accounts.market.key();
        let market = &mut *accounts.market.load_mut()?;
        market.require_decided()?;
        market.record_fees_collected()?;

        let escrow = Escrow::of(key, market, &accounts.escrow);
        let rent = RentFloor::get()?;
        match Tokens::of(market, &accounts.escrow, &accounts.token_program, &accounts.mint)? {
            None => collect_sol(&escrow, &market.fees, &mut accounts.fee_vault, &accounts.treasury, &rent)?,
            Some(tokens) => {
                collect_utility(&escrow, &market.fees, &tokens, &accounts.treasury, &accounts.treasury_token)?
            }
        }
        market.require_solvent(escrow.held(market, &rent)?)?;
        emit!(FeesCollected {
            market: key,
            mint: market.mint,
            fees: market.fees,
            treasury: accounts.treasury.key(),
        });
        Ok(())
    }
}

fn collect_sol<'info>(
    escrow: &Escrow<'_, 'info>,
    fees: &Fees,
    fee_vault: &mut Account<'info, FeeVault>,
    treasury: &AccountInfo<'info>,
    rent: &RentFloor,
) -> Result<()> {
    fee_vault.received = checked(fee_vault.received.checked_add(fees.burn))?;
    move_lamports(escrow.account, fee_vault.as_ref(), fees.burn)?;
    if fees.developer > 0 {
        let can_receive = can_receive_lamports(treasury, fees.developer, rent);
        ensure(can_receive, MarketError::RecipientCannotReceive)?;
        move_lamports(escrow.account, treasury, fees.developer)?;
    }
    Ok(())
}

fn collect_utility<'info>(
    escrow: &Escrow<'_, 'info>,
    fees: &Fees,
    tokens: &Tokens<'_, 'info>,
    treasury: &AccountInfo<'info>,
    treasury_token: &Option<UncheckedAccount<'info>>,
) -> Result<()> {
    if fees.burn > 0 {
        tokens.burn(escrow, fees.burn)?;
    }
    if fees.developer > 0 {
        let account = treasury_token.as_ref().ok_or_else(|| fail(MarketError::TokenAccountsMissing))?;
        let is_own = *account.key == tokens.associated_account(treasury.key);
        ensure(is_own, MarketError::WrongTreasury)?;
        ensure(tokens.can_receive(account, treasury.key), MarketError::RecipientCannotReceive)?;
        tokens.pay(escrow, account, fees.developer)?;
    }
    Ok(())
}
