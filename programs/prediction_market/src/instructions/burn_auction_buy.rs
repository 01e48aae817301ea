use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    cpi::{self, Authority},
    errors::{ensure, require_version, MarketError, Refused},
    events::TokensBurned,
    lamports::{move_lamports, RentFloor},
    state::{Config, FeeVault},
};

/// Buys SOL of the fee vault with utility tokens, which are burned. Anyone can, at the price of the moment. It never
/// pauses.
#[derive(Accounts)]
pub struct BurnAuctionBuy<'info> {
    /// Pays the tokens and gets the SOL.
    #[account(mut)]
    pub buyer: Signer<'info>,
    /// Names the utility mint.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::CONFIG_SEED], bump))]
    pub config: Account<'info, Config>,
    /// Sells the SOL.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::FEE_VAULT_SEED], bump))]
    #[account(mut, dup)]
    pub fee_vault: Account<'info, FeeVault>,
    /// The mint of the utility token.
    /// CHECK: by address.
    #[account(mut, address = config.utility_mint @ Refused(MarketError::WrongMint))]
    pub mint: UncheckedAccount<'info>,
    /// The buyer's tokens.
    /// CHECK: the token program checks its mint and the buyer's authority over it.
    #[account(mut)]
    pub buyer_token: UncheckedAccount<'info>,
    /// The program of the mint.
    pub token_program: Interface<'info, TokenInterface>,
}

impl BurnAuctionBuy<'_> {
    pub fn handle(ctx: Context<Self>, lamports: u64, max_tokens: u64) -> Result<()> {
        let slot = Clock::get()?.slot;
        let accounts = ctx.accounts;
        require_version(accounts.config.version)?;
        require_version(accounts.fee_vault.version)?;
        // Another program's word that tokens were burned counts for nothing.
        ensure(accounts.token_program.key == accounts.mint.owner, MarketError::WrongTokenProgram)?;

        let tokens = accounts.fee_vault.sell(lamports, slot)?;
        ensure(tokens <= max_tokens, MarketError::PurchaseTooExpensive)?;
        accounts.burn(tokens)?;
        move_lamports(accounts.fee_vault.as_ref(), &accounts.buyer, lamports)?;
        accounts.fee_vault.for_sale = accounts.unsold()?;

        let vault = &accounts.fee_vault;
        emit!(TokensBurned {
            sequence: vault.sequence,
            buyer: accounts.buyer.key(),
            lamports,
            tokens,
            price: vault.last_price,
            for_sale: vault.for_sale,
            slot,
        });
        Ok(())
    }

    fn burn(&self, tokens: u64) -> Result<()> {
        let authority = Authority { account: &self.buyer, seeds: &[] };
        cpi::burn_tokens(self.token_program.key, &self.buyer_token, &self.mint, &authority, tokens)
    }

    /// All that the vault holds above its rent.
    fn unsold(&self) -> Result<u64> {
        let vault = self.fee_vault.to_account_info();
        let rent = RentFloor::get()?.minimum_balance(vault.data_len());
        Ok(vault.lamports().saturating_sub(rent))
    }
}
