use anchor_lang::prelude::*;
use anchor_spl::token_interface::TokenInterface;

use crate::{
    errors::{ensure, fail, MarketError, Refused},
    escrow::Tokens,
    events::BankrollBet,
    lamports::RentFloor,
    math::checked,
    stake::{Payer, Stake, StakeAccounts},
    state::{Bankroll, Config, Market, Spending},
};

/// Stakes from a bankroll into a position of its owner's. The owner can, or both keys of a delegate within its limits.
/// Rent, refunds and winnings go to the owner's wallet.
/// Remaining accounts: supply: the mint; migration: the bonding curve; none for other conditions.
#[derive(Accounts)]
pub struct PlaceBetFromBankroll<'info> {
    /// The owner, or the delegate's key; pays nothing.
    #[account(mut)]
    pub signer: Signer<'info>,
    /// The delegate's other key, which gets the fee; none if the owner signs.
    #[account(mut)]
    pub cosigner: Option<Signer<'info>>,
    /// Pays the stake, the rent and settle reward of a new position, and the fee.
    #[account(mut)]
    pub bankroll: AccountLoader<'info, Bankroll>,
    /// Says whether bets are paused, and how small they may be.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::CONFIG_SEED], bump))]
    pub config: Account<'info, Config>,
    /// The market to bet on.
    #[account(mut)]
    pub market: AccountLoader<'info, Market>,
    /// The market's escrow, which takes the stake.
    /// CHECK: the market's own, by address.
    #[cfg_attr(feature = "idl-build", account(seeds = [crate::constants::ESCROW_SEED, market.key().as_ref()], bump))]
    #[account(mut, address = market.load()?.escrow @ Refused(MarketError::WrongEscrow))]
    pub escrow: UncheckedAccount<'info>,
    /// The owner's position in this market; created by their first bet.
    /// CHECK: by address and by what it says of itself.
    #[account(mut)]
    pub position: UncheckedAccount<'info>,
    /// UTILITY only: the bankroll's token account that the stake comes from.
    /// CHECK: the token program moves from it what the bankroll may move.
    #[account(mut)]
    pub bankroll_token: Option<UncheckedAccount<'info>>,
    /// UTILITY only: the mint of the stakes.
    /// CHECK: the market's, by address.
    pub mint: Option<UncheckedAccount<'info>>,
    /// UTILITY only: the program of the mint.
    pub token_program: Option<Interface<'info, TokenInterface>>,
    /// Creates the position.
    pub system_program: Program<'info, System>,
}

/// A bet from a bankroll.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug)]
pub struct BankrollBetArgs {
    /// The side and the amount.
    pub stake: Stake,
    /// Refused if the stake would be paid less than this, in base units, should its side win as the pools stand after
    /// it; 0 for no such limit.
    pub min_payout: u64,
    /// Lamports for the cosigner, who paid the network fee.
    pub fee: u64,
    /// Anything; the event repeats it.
    pub request_id: u64,
}

impl<'info> PlaceBetFromBankroll<'info> {
    pub fn handle(ctx: Context<'info, Self>, args: BankrollBetArgs) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let accounts = ctx.accounts;
        let account = accounts.bankroll.to_account_info();
        let Bankroll { owner, bump, .. } = *Bankroll::read(&accounts.bankroll)?;
        let before = account.lamports();

        let market = &mut *Market::write(&accounts.market)?;
        let tokens = Tokens::of(market, &accounts.escrow, &accounts.token_program, &accounts.mint)?;
        let stake_accounts = StakeAccounts {
            market: accounts.market.key(),
            owner,
            payer: Payer::Bankroll { account: &account, bump, signer: &accounts.signer },
            escrow: &accounts.escrow,
            position: &accounts.position,
            tokens: Tokens::with_payer(tokens, &accounts.bankroll_token)?,
            watched: ctx.remaining_accounts,
        };
        args.stake.place(stake_accounts, &accounts.config, market, args.min_payout, now)?;
        accounts.pay_fee(&account, args.fee)?;

        let lamports = checked(before.checked_sub(account.lamports()))?;
        let amount = args.stake.amount;
        let spending = match market.is_sol() {
            true => Spending { stake: [amount, 0], total: [lamports, 0], fee: args.fee },
            false => Spending { stake: [0, amount], total: [lamports, amount], fee: args.fee },
        };
        // After the effects, which a refusal takes back: what the bet takes is known once the position has its rent.
        accounts.authorize(&owner, &spending, now)?;
        emit!(BankrollBet {
            market: accounts.market.key(),
            sequence: market.sequence,
            owner,
            signer: accounts.signer.key(),
            spent: spending.total,
            fee: args.fee,
            request_id: args.request_id,
        });
        Ok(())
    }

    /// Pays the network fee back to the cosigner.
    fn pay_fee(&self, bankroll: &AccountInfo, fee: u64) -> Result<()> {
        if fee == 0 {
            return Ok(());
        }
        let cosigner = self.cosigner.as_ref().ok_or_else(|| fail(MarketError::NotDelegate))?;
        Bankroll::pay(bankroll, cosigner, fee, &RentFloor::get()?)
    }

    /// Refuses all but the owner, and a delegate of two signatures that stays within its limits.
    fn authorize(&self, owner: &Pubkey, spending: &Spending, now: i64) -> Result<()> {
        let Some(cosigner) = &self.cosigner else {
            return ensure(self.signer.key == owner, MarketError::NotDelegate);
        };
        let bankroll = &mut *self.bankroll.load_mut()?;
        let delegate = bankroll.delegate(self.signer.key)?;
        ensure(delegate.cosigner == cosigner.key(), MarketError::NotDelegate)?;
        delegate.spend(spending, now)
    }
}
