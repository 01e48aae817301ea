use anchor_lang::prelude::*;

use crate::{
    errors::{ensure, fail, MarketError},
    math::checked,
    state::Outcome,
};

/// The stakes of one owner in one market. The owner's first bet creates it and pays its rent, which the
/// owner gets back at settlement. Only bets create positions, at this PDA, so its type, owner and market
/// are enough to identify it.
/// PDA: `[POSITION_SEED, market, owner]`.
#[account]
#[derive(InitSpace, Debug, PartialEq, Eq)]
pub struct Position {
    pub market: Pubkey,
    pub owner: Pubkey,
    /// Base units on Yes and on No.
    pub stakes: [u64; 2],
}

impl Position {
    /// Size in bytes, with the discriminator.
    pub const SPACE: usize = 8 + Position::INIT_SPACE;

    /// Reads an account that must be a position in `market`.
    pub fn load(account: &AccountInfo, market: &Pubkey) -> Result<Self> {
        ensure(*account.owner == crate::ID, MarketError::WrongPosition)?;
        let data = account.try_borrow_data()?;
        let position =
            Position::try_deserialize(&mut &data[..]).map_err(|_| fail(MarketError::WrongPosition))?;
        ensure(position.market == *market, MarketError::WrongPosition)?;
        Ok(position)
    }

    pub fn store(&self, account: &AccountInfo) -> Result<()> {
        self.try_serialize(&mut &mut account.try_borrow_mut_data()?[..])
    }

    pub fn add_stake(&mut self, outcome: Outcome, amount: u64) -> Result<()> {
        let stake = outcome.of_mut(&mut self.stakes);
        *stake = checked(stake.checked_add(amount))?;
        Ok(())
    }
}

const _: () = assert!(Position::SPACE <= 90);
