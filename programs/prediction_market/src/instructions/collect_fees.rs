use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    errors::MarketError,
    escrow::{can_receive_lamports, move_lamports, Escrow, Tokens},
    events::FeesCollected,
    math::checked,
    state::{Config, FeeVault, Market, Status},
};

/// Takes the fees of a decided market, once. Anyone can. Apart from the payouts, so that a treasury
/// that cannot be paid holds up nobody else.
#[derive(Accounts)]
pub struct CollectFees<'info> {
    pub config: Account<'info, Config>,
    #[account(mut, has_one = escrow @ MarketError::WrongEscrow)]
    pub market: Account<'info, Market>,
    /// CHECK: the market's own, by address.
    #[account(mut)]
    pub escrow: UncheckedAccount<'info>,
    /// Takes the burn share of SOL markets.
    #[account(mut)]
    pub fee_vault: Account<'info, FeeVault>,
    /// CHECK: by address.
    #[account(mut, address = config.settings.treasury @ MarketError::WrongTreasury)]
    pub treasury: UncheckedAccount<'info>,
    /// CHECK: UTILITY only; the treasury's associated token account.
    #[account(mut)]
    pub treasury_token: Option<UncheckedAccount<'info>>,
    /// CHECK: UTILITY only; the market's, by address.
    #[account(mut)]
    pub mint: Option<UncheckedAccount<'info>>,
    pub token_program: Option<Interface<'info, TokenInterface>>,
}

impl<'info> CollectFees<'info> {
    pub fn handle(ctx: Context<'info, Self>) -> Result<()> {
        let accounts = ctx.accounts;
        require!(
            accounts.market.status != Status::Open,
            MarketError::MarketUndecided
        );
        require!(!accounts.market.fees_collected, MarketError::NoFeesToCollect);
        accounts.market.fees_collected = true;

        let escrow = Escrow::of(&accounts.market, &accounts.escrow);
        let rent = Rent::get()?;
        match Tokens::of(
            &accounts.market,
            &accounts.escrow,
            &accounts.token_program,
            &accounts.mint,
        )? {
            None => collect_sol(
                &escrow,
                &accounts.market,
                &mut accounts.fee_vault,
                &accounts.treasury,
                &rent,
            )?,
            Some(tokens) => accounts.collect_utility(&escrow, &tokens)?,
        }
        accounts
            .market
            .require_solvent(escrow.held(&accounts.market, &rent)?)?;
        emit!(FeesCollected {
            market: accounts.market.key(),
            mint: accounts.market.mint,
            fees: accounts.market.fees,
            treasury: accounts.treasury.key(),
        });
        Ok(())
    }

    fn collect_utility(&self, escrow: &Escrow<'_, 'info>, tokens: &Tokens<'_, 'info>) -> Result<()> {
        let fees = self.market.fees;
        if fees.burn > 0 {
            tokens.burn(escrow, fees.burn)?;
        }
        if fees.developer > 0 {
            let treasury = self.treasury.key;
            let account = self
                .treasury_token
                .as_ref()
                .ok_or(MarketError::TokenAccountsMissing)?;
            require_keys_eq!(
                account.key(),
                tokens.associated_account(treasury),
                MarketError::WrongTreasury
            );
            require!(
                tokens.can_receive(account, treasury),
                MarketError::RecipientCannotReceive
            );
            tokens.pay(escrow, account, fees.developer)?;
        }
        Ok(())
    }
}

fn collect_sol<'info>(
    escrow: &Escrow<'_, 'info>,
    market: &Market,
    fee_vault: &mut Account<'info, FeeVault>,
    treasury: &AccountInfo<'info>,
    rent: &Rent,
) -> Result<()> {
    fee_vault.received = checked(fee_vault.received.checked_add(market.fees.burn))?;
    move_lamports(escrow.account, fee_vault.as_ref(), market.fees.burn)?;
    if market.fees.developer > 0 {
        let can_receive = can_receive_lamports(treasury, market.fees.developer, rent);
        require!(can_receive, MarketError::RecipientCannotReceive);
        move_lamports(escrow.account, treasury, market.fees.developer)?;
    }
    Ok(())
}
