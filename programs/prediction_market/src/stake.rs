//! Places a stake, for `place_bet` and for `create_market` with an initial stake.

use anchor_lang::prelude::*;

use crate::{
    constants::POSITION_SEED,
    errors::{ensure, MarketError},
    escrow::{move_lamports, transfer_lamports, Tokens},
    events::BetPlaced,
    math::checked,
    pda,
    state::{Market, Outcome, Position},
};

/// An amount on one side.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug)]
pub struct Stake {
    pub outcome: Outcome,
    /// Base units.
    pub amount: u64,
}

/// The accounts of a stake.
pub struct StakeAccounts<'a, 'info> {
    pub market: Pubkey,
    pub bettor: &'a AccountInfo<'info>,
    pub escrow: &'a AccountInfo<'info>,
    pub position: &'a AccountInfo<'info>,
    /// UTILITY only: token program and mint, and the token account that pays.
    pub tokens: Option<(Tokens<'a, 'info>, &'a AccountInfo<'info>)>,
}

impl Stake {
    /// Moves the stake into the escrow and records it in the position and the market.
    pub fn place<'info>(
        &self,
        accounts: StakeAccounts<'_, 'info>,
        market: &mut Market,
        minimum: u64,
        now: i64,
    ) -> Result<()> {
        ensure(self.amount >= minimum, MarketError::StakeTooSmall)?;
        market.require_accepts_bets(now)?;

        let mut position = self.load_or_create_position(&accounts, market)?;
        position.add_stake(self.outcome, self.amount)?;
        position.store(accounts.position)?;
        market.add_stake(self.outcome, self.amount)?;
        emit!(BetPlaced {
            market: position.market,
            owner: position.owner,
            outcome: self.outcome,
            amount: self.amount,
            pools: market.pools,
            stakes: position.stakes,
            placed_at: now,
        });
        Ok(())
    }

    /// Loads or creates the bettor's position and transfers the stake to the escrow. The PDA is derived
    /// only when the first bet creates the position; later the owner and market that it stores are
    /// checked, which is cheaper.
    fn load_or_create_position(&self, accounts: &StakeAccounts, market: &mut Market) -> Result<Position> {
        let (account, owner) = (accounts.position, *accounts.bettor.key);
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
        // A stake in SOL is paid together with the rent: one transfer instead of two.
        let deposit = if market.is_sol() { self.amount } else { 0 };
        pda::create(account, accounts.bettor, &crate::ID, Position::SPACE, seeds, deposit)?;
        match market.is_sol() {
            true => move_lamports(account, accounts.escrow, deposit)?,
            false => self.transfer(accounts, market)?,
        }
        market.open_positions = checked(market.open_positions.checked_add(1))?;
        Ok(Position { market: accounts.market, owner, stakes: [0, 0] })
    }

    /// Transfers the stake from the bettor to the escrow.
    fn transfer(&self, accounts: &StakeAccounts, market: &Market) -> Result<()> {
        let StakeAccounts { bettor, escrow, .. } = accounts;
        match &accounts.tokens {
            None => transfer_lamports(bettor, escrow, self.amount),
            Some((tokens, from)) => tokens.deposit(escrow, from, bettor, self.amount, market.decimals),
        }
    }
}
