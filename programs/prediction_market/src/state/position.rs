use anchor_lang::{prelude::*, Discriminator};

use crate::{
    condition::Outcome,
    constants::VERSION,
    errors::{ensure, fail, require_version, MarketError},
    math::checked,
    state::RecentStakes,
};

/// The stakes of one owner in one market. It is created by the owner's first bet, who pays its rent
/// and gets it back when the position is settled, and on top of it the reward for whoever settles it.
/// `place_bet` creates it at its PDA and nothing else creates one, so type, owner and market identify it.
/// PDA: `[POSITION_SEED, market, owner]`.
#[account(zero_copy)]
#[derive(Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Position {
    /// Layout of this account; 1.
    pub version: u8,
    /// Fills up to a multiple of eight bytes.
    pub padding: [u8; 7],
    /// The market it is in.
    pub market: Pubkey,
    /// The wallet that is paid.
    pub owner: Pubkey,
    /// All stakes on [yes, no] in base units.
    pub stakes: [u64; 2],
    /// The latest of these stakes, by period.
    pub recent: RecentStakes,
    /// For later versions; zero.
    pub reserved: [u8; 8],
}

const _: () = assert!(Position::SPACE == 160);

impl Position {
    /// With the discriminator, in bytes.
    pub const SPACE: usize = 8 + std::mem::size_of::<Position>();

    pub fn new(market: Pubkey, owner: Pubkey) -> Self {
        Self {
            version: VERSION,
            padding: [0; 7],
            market,
            owner,
            stakes: [0, 0],
            recent: RecentStakes::default(),
            reserved: [0; 8],
        }
    }

    /// Reads an account that must be a position in `market`.
    pub fn load(account: &AccountInfo, market: &Pubkey) -> Result<Self> {
        let position = Self::find(account, market).ok_or_else(|| fail(MarketError::WrongPosition))?;
        require_version(position.version)?;
        Ok(position)
    }

    /// Reads an account that may be a position in `market`, of any version. Without an error, which takes memory that is
    /// never freed: a batch can name a hundred accounts that are none.
    pub fn find(account: &AccountInfo, market: &Pubkey) -> Option<Self> {
        if *account.owner != crate::ID {
            return None;
        }
        let data = account.try_borrow_data().ok()?;
        let body = data.strip_prefix(Position::DISCRIMINATOR)?;
        let position: &Self = bytemuck::try_from_bytes(body).ok()?;
        (position.market == *market).then_some(*position)
    }

    pub fn store(&self, account: &AccountInfo) -> Result<()> {
        let wrong = || fail(MarketError::WrongPosition);
        let mut data = account.try_borrow_mut_data()?;
        let (tag, body) = data.split_at_mut_checked(Position::DISCRIMINATOR.len()).ok_or_else(wrong)?;
        tag.copy_from_slice(Position::DISCRIMINATOR);
        ensure(body.len() == std::mem::size_of::<Self>(), MarketError::WrongPosition)?;
        body.copy_from_slice(bytemuck::bytes_of(self));
        Ok(())
    }

    /// Adds a stake, and counts it in the period it is placed in.
    pub fn add_stake(&mut self, outcome: Outcome, amount: u64, period: u64) -> Result<()> {
        let stake = outcome.of_mut(&mut self.stakes);
        *stake = checked(stake.checked_add(amount))?;
        self.recent.add(period, outcome, amount)
    }
}
