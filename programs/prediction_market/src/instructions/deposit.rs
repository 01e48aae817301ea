use anchor_lang::{prelude::*, Discriminator};
use anchor_spl::token_interface::TokenInterface;

use crate::{
    constants::{BANKROLL_SEED, VERSION},
    cpi::{self, Authority},
    errors::{ensure, fail, MarketError},
    escrow::Tokens,
    events::BankrollDeposited,
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
    /// CHECK: the token program checks it.
    pub mint: Option<UncheckedAccount<'info>>,
    /// Tokens only: the program of the mint.
    pub token_program: Option<Interface<'info, TokenInterface>>,
    /// Creates the bankroll.
    pub system_program: Program<'info, System>,
}

impl Deposit<'_> {
    pub fn handle(ctx: Context<Self>, amount: u64, token_bump: u8) -> Result<()> {
        let accounts = ctx.accounts;
        let owner = accounts.owner.key();
        accounts.open(owner, ctx.bumps.bankroll)?;
        accounts.transfer(amount, token_bump)?;
        let mint = accounts.mint.as_ref().map(|mint| mint.key()).unwrap_or_default();
        emit!(BankrollDeposited { owner, mint, amount });
        Ok(())
    }

    /// Creates the bankroll unless it is there.
    fn open(&self, owner: Pubkey, bump: u8) -> Result<()> {
        if *self.bankroll.owner == crate::ID {
            let data = self.bankroll.try_borrow_data()?;
            let version = data.get(Bankroll::DISCRIMINATOR.len());
            return ensure(version == Some(&VERSION), MarketError::UnknownVersion);
        }
        let seeds: &[&[u8]] = &[BANKROLL_SEED, owner.as_ref(), &[bump]];
        pda::create(&self.bankroll, &self.owner, &crate::ID, Bankroll::SPACE, seeds, 0)?;
        let mut data = self.bankroll.try_borrow_mut_data()?;
        let (tag, body) = data.split_at_mut(Bankroll::DISCRIMINATOR.len());
        tag.copy_from_slice(Bankroll::DISCRIMINATOR);
        bytemuck::from_bytes_mut::<Bankroll>(body).open(owner, bump);
        Ok(())
    }

    fn transfer(&self, amount: u64, token_bump: u8) -> Result<()> {
        let Some(mint) = &self.mint else {
            return cpi::transfer(&self.owner, &self.bankroll, amount);
        };
        let missing = || fail(MarketError::TokenAccountsMissing);
        let program = self.token_program.as_ref().ok_or_else(missing)?;
        let from = self.owner_token.as_ref().ok_or_else(missing)?;
        let to = self.bankroll_token.as_ref().ok_or_else(missing)?;
        ensure(program.key == mint.owner, MarketError::WrongTokenProgram)?;
        let tokens = Tokens { program: program.as_ref(), mint };
        let is_own = tokens.is_associated(to.key, self.bankroll.key, token_bump);
        ensure(is_own, MarketError::WrongBankrollAccount)?;
        let authority = Authority { account: &self.owner, seeds: &[] };
        tokens.transfer(from, to, &authority, amount, tokens.decimals()?)
    }
}
