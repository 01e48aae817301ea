//! A stake: what `place_bet` and `place_bet_from_bankroll` do, and `create_market` with an initial one.

use anchor_lang::prelude::*;

use crate::{
    condition::Outcome,
    constants::{BANKROLL_SEED, POSITION_SEED},
    cpi::{self, Authority},
    errors::{ensure, MarketError},
    escrow::Tokens,
    events::BetPlaced,
    lamports::{move_lamports, RentFloor},
    math::checked,
    oracle, pda,
    state::{Bankroll, Config, Market, Position},
};

/// A side and an amount.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug)]
pub struct Stake {
    /// The side.
    pub outcome: Outcome,
    /// Base units of the market's currency.
    pub amount: u64,
}

/// Who pays a stake, and the rent and settle reward of a new position.
pub enum Payer<'a, 'info> {
    /// The owner's wallet, which has signed.
    Wallet(&'a AccountInfo<'info>),
    /// The owner's bankroll with the bump of its address, and a wallet that has signed.
    Bankroll { account: &'a AccountInfo<'info>, bump: u8, signer: &'a AccountInfo<'info> },
}

pub struct StakeAccounts<'a, 'info> {
    pub market: Pubkey,
    /// Whose position it is.
    pub owner: Pubkey,
    pub payer: Payer<'a, 'info>,
    pub escrow: &'a AccountInfo<'info>,
    pub position: &'a AccountInfo<'info>,
    /// For UTILITY: the token side, and the account that pays.
    pub tokens: Option<(Tokens<'a, 'info>, &'a AccountInfo<'info>)>,
    /// The account that the condition reads, where its state decides.
    pub watched: &'a [AccountInfo<'info>],
}

impl Stake {
    /// All that can be wrong with a bet; changes nothing.
    fn validate(&self, config: &Config, market: &Market, watched: &[AccountInfo], now: i64) -> Result<()> {
        config.require_bets_open(now)?;
        ensure(self.amount >= config.minimum_stake(&market.mint), MarketError::StakeTooSmall)?;
        market.require_accepts_bets(now)?;
        oracle::require_undecided(market, watched)
    }

    /// Places the stake, unless it would be paid less than `min_payout` if its side won as the pools stand
    /// after it. Later bets can still dilute it.
    pub fn place(
        &self,
        accounts: StakeAccounts,
        config: &Config,
        market: &mut Market,
        min_payout: u64,
        now: i64,
    ) -> Result<()> {
        self.validate(config, market, accounts.watched, now)?;

        let mut position = self.load_or_create_position(&accounts, market)?;
        let period = market.period_of(now);
        position.add_stake(self.outcome, self.amount, period)?;
        position.store(accounts.position)?;
        market.add_stake(self.outcome, self.amount, period)?;
        if min_payout > 0 {
            let payout = market.payout_as_pools_stand(self.outcome, self.amount)?;
            ensure(payout >= min_payout, MarketError::PayoutTooLow)?;
        }
        emit!(BetPlaced {
            market: position.market,
            sequence: market.next_event(),
            owner: position.owner,
            outcome: self.outcome,
            amount: self.amount,
            pools: market.pools,
            stakes: position.stakes,
            period,
            placed_at: now,
        });
        Ok(())
    }

    /// The bettor's position in this market, and the stake in its escrow. The position's address is
    /// derived only when the first bet creates it: afterwards what it says of itself is enough.
    fn load_or_create_position(&self, accounts: &StakeAccounts, market: &mut Market) -> Result<Position> {
        let (account, owner) = (accounts.position, accounts.owner);
        if account.owner != &System::id() {
            let position = Position::load(account, &accounts.market)?;
            ensure(position.owner == owner, MarketError::WrongPosition)?;
            self.transfer(accounts, market)?;
            return Ok(position);
        }
        let (address, bump) = Pubkey::find_program_address(
            &[POSITION_SEED, accounts.market.as_ref(), owner.as_ref()],
            &crate::ID,
        );
        ensure(*account.key == address, MarketError::WrongPosition)?;
        let seeds: &[&[u8]] = &[POSITION_SEED, accounts.market.as_ref(), owner.as_ref(), &[bump]];
        // On top of the rent, for whoever settles the position.
        let reward = market.terms.settle_reward;
        match accounts.payer {
            Payer::Wallet(wallet) => {
                // A stake in SOL comes along with the rent: one transfer instead of two.
                let stake = if market.is_sol() { self.amount } else { 0 };
                let deposit = checked(stake.checked_add(reward))?;
                pda::create(account, wallet, &crate::ID, Position::SPACE, seeds, deposit)?;
                match market.is_sol() {
                    true => move_lamports(account, accounts.escrow, stake)?,
                    false => self.transfer(accounts, market)?,
                }
            }
            Payer::Bankroll { account: bankroll, signer, .. } => {
                // An account with data cannot pay for `create_account`, so the signer creates the position for
                // nothing. Lamports move last: the runtime compares the balances at every call of another program.
                pda::place(account, signer, &crate::ID, Position::SPACE, seeds, 0)?;
                self.transfer(accounts, market)?;
                let rent = RentFloor::get()?;
                let missing = rent.minimum_balance(Position::SPACE).saturating_sub(account.lamports());
                Bankroll::pay(bankroll, account, checked(missing.checked_add(reward))?, &rent)?;
            }
        }
        market.open_positions = checked(market.open_positions.checked_add(1))?;
        Ok(Position::new(accounts.market, owner))
    }

    fn transfer(&self, accounts: &StakeAccounts, market: &Market) -> Result<()> {
        let StakeAccounts { escrow, owner, .. } = accounts;
        let (amount, decimals) = (self.amount, market.decimals);
        match (&accounts.payer, &accounts.tokens) {
            (Payer::Wallet(wallet), None) => cpi::transfer(wallet, escrow, amount),
            (Payer::Wallet(wallet), Some((tokens, from))) => {
                let authority = Authority { account: wallet, seeds: &[] };
                tokens.transfer(from, escrow, &authority, amount, decimals)
            }
            (Payer::Bankroll { account, .. }, None) => {
                Bankroll::pay(account, escrow, amount, &RentFloor::get()?)
            }
            (Payer::Bankroll { account, bump, .. }, Some((tokens, from))) => {
                let seeds: &[&[&[u8]]] = &[&[BANKROLL_SEED, owner.as_ref(), &[*bump]]];
                tokens.transfer(from, escrow, &Authority { account, seeds }, amount, decimals)
            }
        }
    }
}
