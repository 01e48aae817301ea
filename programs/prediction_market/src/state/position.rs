use anchor_lang::prelude::*;

use crate::{
    errors::{ensure, fail, MarketError},
    math::checked,
    state::Outcome,
};

/// The stakes of one owner in one market. It is created by the owner's first bet, who pays its rent
/// and gets it back when the position is settled; `place_bet` creates it at its PDA and nothing else
/// creates one, so type, owner and market identify it.
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
    /// With the discriminator, in bytes.
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
