use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    constants::BANKROLL_SEED,
    cpi::Authority,
    errors::{ensure, fail, MarketError, Refused},
    escrow::Tokens,
    events::BankrollWithdrawn,
    lamports::RentFloor,
    state::Bankroll,
};

/// Takes SOL, or tokens where the mint is given, out of a bankroll, from any token account of it. The owner alone can,
/// at any time.
#[derive(Accounts)]
pub struct Withdraw<'info> {
    /// Whose bankroll it is; gets the SOL.
    #[account(mut, address = bankroll.load()?.owner @ Refused(MarketError::NotBankrollOwner))]
    pub owner: Signer<'info>,
    /// The owner's bankroll.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::BANKROLL_SEED, owner.key().as_ref()], bump))]
    #[account(mut)]
    pub bankroll: AccountLoader<'info, Bankroll>,
    /// Tokens only: an account of the bankroll.
    /// CHECK: the token program moves from it what the bankroll may move.
    #[account(mut)]
    pub bankroll_token: Option<UncheckedAccount<'info>>,
    /// Tokens only: the account that gets them.
    /// CHECK: the owner has signed for it.
    #[account(mut)]
    pub owner_token: Option<UncheckedAccount<'info>>,
    /// Tokens only: their mint.
    /// CHECK: the token program checks it.
    pub mint: Option<UncheckedAccount<'info>>,
    /// Tokens only: the program of the mint.
    pub token_program: Option<Interface<'info, TokenInterface>>,
}

impl Withdraw<'_> {
    pub fn handle(ctx: Context<Self>, amount: u64) -> Result<()> {
        let accounts = ctx.accounts;
        accounts.transfer(amount)?;
        let mint = accounts.mint.as_ref().map(|mint| mint.key()).unwrap_or_default();
        emit!(BankrollWithdrawn { owner: accounts.owner.key(), mint, amount });
        Ok(())
    }

    fn transfer(&self, amount: u64) -> Result<()> {
        let bump = Bankroll::read(&self.bankroll)?.bump;
        let bankroll = self.bankroll.to_account_info();
        let Some(mint) = &self.mint else {
            return Bankroll::pay(&bankroll, &self.owner, amount, &RentFloor::get()?);
        };
        let missing = || fail(MarketError::TokenAccountsMissing);
        let program = self.token_program.as_ref().ok_or_else(missing)?;
        let from = self.bankroll_token.as_ref().ok_or_else(missing)?;
        let to = self.owner_token.as_ref().ok_or_else(missing)?;
        ensure(program.key == mint.owner, MarketError::WrongTokenProgram)?;
        let tokens = Tokens { program: program.as_ref(), mint };
        let seeds: &[&[&[u8]]] = &[&[BANKROLL_SEED, self.owner.key.as_ref(), &[bump]]];
        tokens.transfer(from, to, &Authority { account: &bankroll, seeds }, amount, tokens.decimals()?)
    }
}
