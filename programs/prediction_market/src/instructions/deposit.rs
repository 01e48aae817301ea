use anchor_lang::{prelude::*, Discriminator};
use anchor_spl::token_interface::{Mint, TokenInterface};

use crate::{
    constants::BANKROLL_SEED,
    errors::{ensure, fail, MarketError},
    escrow::Tokens,
    events::BankrollDeposited,
    lamports::transfer_lamports,
    pda,
    state::Bankroll,
};

/// Puts SOL, or UTILITY where the mint is given, into the owner's bankroll; the first deposit opens it. Plain transfers
/// to it count as well.
#[derive(Accounts)]
pub struct Deposit<'info> {
    /// Whose bankroll it is; pays.
    #[account(mut)]
    pub owner: Signer<'info>,
    /// The owner's bankroll.
    /// CHECK: by address; created here if it is not there.
    #[account(mut, seeds = [BANKROLL_SEED, owner.key.as_ref()], bump)]
    pub bankroll: UncheckedAccount<'info>,
    /// Tokens only: the account that pays.
    /// CHECK: the token program moves from it what the owner may move.
    #[account(mut)]
    pub owner_token: Option<UncheckedAccount<'info>>,
    /// Tokens only: the bankroll's associated token account.
    /// CHECK: by address.
    #[account(mut)]
    pub bankroll_token: Option<UncheckedAccount<'info>>,
    /// Tokens only: their mint.
    pub mint: Option<InterfaceAccount<'info, Mint>>,
    /// Tokens only: the program of the mint.
    pub token_program: Option<Interface<'info, TokenInterface>>,
    /// Creates the bankroll.
    pub system_program: Program<'info, System>,
}

impl Deposit<'_> {
    pub fn handle(ctx: Context<Self>, amount: u64) -> Result<()> {
        let accounts = ctx.accounts;
        let owner = accounts.owner.key();
        accounts.open(owner, ctx.bumps.bankroll)?;
        accounts.transfer(amount)?;
        let mint = accounts.mint.as_ref().map(|mint| mint.key()).unwrap_or_default();
        emit!(BankrollDeposited { owner, mint, amount });
        Ok(())
    }

    /// Creates the bankroll unless it is there.
    fn open(&self, owner: Pubkey, bump: u8) -> Result<()> {
        if *self.bankroll.owner == crate::ID {
            return Ok(());
        }
        let seeds: &[&[u8]] = &[BANKROLL_SEED, owner.as_ref(), &[bump]];
        pda::create(&self.bankroll, &self.owner, &crate::ID, Bankroll::SPACE, seeds, 0)?;
        let mut data = self.bankroll.try_borrow_mut_data()?;
        let (tag, body) = data.split_at_mut(Bankroll::DISCRIMINATOR.len());
        tag.copy_from_slice(Bankroll::DISCRIMINATOR);
        bytemuck::from_bytes_mut::<Bankroll>(body).open(owner, bump);
        Ok(())
    }

    fn transfer(&self, amount: u64) -> Result<()> {
        let Some(mint) = &self.mint else {
            return transfer_lamports(&self.owner, &self.bankroll, amount);
        };
        let missing = || fail(MarketError::TokenAccountsMissing);
        let program = self.token_program.as_ref().ok_or_else(missing)?;
        let from = self.owner_token.as_ref().ok_or_else(missing)?;
        let to = self.bankroll_token.as_ref().ok_or_else(missing)?;
        let mint_account = mint.to_account_info();
        ensure(program.key == mint_account.owner, MarketError::WrongTokenProgram)?;
        let tokens = Tokens { program: program.as_ref(), mint: &mint_account };
        let is_own = *to.key == tokens.associated_account(self.bankroll.key);
        ensure(is_own, MarketError::WrongBankrollAccount)?;
        tokens.transfer(from, to, &self.owner, &[], amount, mint.decimals)
    }
}
