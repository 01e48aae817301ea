use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    errors::{ensure, require_version, MarketError, Refused},
    escrow::{Escrow, Tokens},
    events::MarketClosed,
    lamports::{can_receive_lamports, close, move_lamports, RentFloor},
    state::{FeeVault, Market, Question},
};

/// Closes a market once everyone has been paid: dust to the fee vault (SOL) or burned (UTILITY),
/// rent and what is left of the rewards to the creator. Anyone can.
#[derive(Accounts)]
pub struct CloseMarket<'info> {
    /// Gets two settle rewards.
    #[account(mut)]
    pub keeper: Signer<'info>,
    /// The market to close.
    #[account(mut, close = creator)]
    pub market: AccountLoader<'info, Market>,
    /// Opened the market, and gets its rent.
    /// CHECK: by address.
    #[account(mut, address = market.load()?.creator)]
    pub creator: UncheckedAccount<'info>,
    /// The market's question.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::QUESTION_SEED, market.key().as_ref()], bump))]
    #[cfg(feature = "idl-build")]
    #[account(mut)]
    pub question: Account<'info, Question>,
    /// CHECK: by its owner and what it says of itself, in place.
    #[cfg(not(feature = "idl-build"))]
    #[account(mut)]
    pub question: UncheckedAccount<'info>,
    /// The market's escrow.
    /// CHECK: the market's own, by address.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::ESCROW_SEED, market.key().as_ref()], bump))]
    #[account(mut, address = market.load()?.escrow @ Refused(MarketError::WrongEscrow))]
    pub escrow: UncheckedAccount<'info>,
    /// Takes the dust of SOL markets. Another type than the market and the question, so never the same account.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::FEE_VAULT_SEED], bump))]
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
        require_version(accounts.fee_vault.version)?;
        let key = accounts.market.key();
        Question::require_of(accounts.question.as_ref(), &key)?;
        let market = Market::read(&accounts.market)?;
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
        close(accounts.question.as_ref(), &accounts.creator)?;
        let reward = accounts.pay_keeper(market.reward_for_closing())?;
        emit!(MarketClosed {
            market: key,
            sequence: market.last_event(),
            paid: market.paid,
            fees: market.fees,
            dust,
            keeper: accounts.keeper.key(),
            reward,
        });
        Ok(())
    }

    /// Pays the reward out of the market's lamports, and says how much was paid. They all leave the account, so that its
    /// rent does not matter any more.
    fn pay_keeper(&self, reward: u64) -> Result<u64> {
        if !can_receive_lamports(&self.keeper, reward, &RentFloor::get()?) {
            return Ok(0);
        }
        move_lamports(self.market.as_ref(), &self.keeper, reward)?;
        Ok(reward)
    }
}
