//! A stake: what `place_bet` does, and `create_market` with an initial one.

use anchor_lang::prelude::*;

use crate::{
    constants::POSITION_SEED,
    errors::MarketError,
    escrow::{transfer_lamports, Tokens},
    events::BetPlaced,
    math::checked,
    pda,
    state::{Market, Outcome, Position},
};

/// A side and an amount in base units.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug)]
pub struct Stake {
    pub outcome: Outcome,
    pub amount: u64,
}

pub struct StakeAccounts<'a, 'info> {
    pub bettor: &'a AccountInfo<'info>,
    pub escrow: &'a AccountInfo<'info>,
    pub position: &'a AccountInfo<'info>,
    /// For UTILITY: the token side, and the account that pays.
    pub tokens: Option<(Tokens<'a, 'info>, &'a AccountInfo<'info>)>,
}

impl Stake {
    pub fn place<'info>(
        &self,
        accounts: StakeAccounts<'_, 'info>,
        market: &mut Account<'info, Market>,
        minimum: u64,
        now: i64,
    ) -> Result<()> {
        require_gte!(self.amount, minimum, MarketError::StakeTooSmall);
        market.require_accepts_bets(now)?;

        let mut position = open_position(&accounts, market)?;
        position.add_stake(self.outcome, self.amount)?;
        position.store(accounts.position)?;
        market.add_stake(self.outcome, self.amount)?;

        match accounts.tokens {
            None => transfer_lamports(accounts.bettor, accounts.escrow, self.amount)?,
            Some((tokens, from)) => {
                tokens.deposit(market, from, accounts.bettor, accounts.escrow, self.amount)?
            }
        }
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
}

/// The bettor's position in this market, created by the first bet. The address is derived only
/// then: afterwards what the account says of itself is enough.
fn open_position<'info>(
    accounts: &StakeAccounts<'_, 'info>,
    market: &mut Account<'info, Market>,
) -> Result<Position> {
    let (account, owner) = (accounts.position, *accounts.bettor.key);
    if account.owner != &System::id() {
        let position = Position::load(account, &market.key())?;
        require_keys_eq!(position.owner, owner, MarketError::WrongPosition);
        return Ok(position);
    }
    let market_key = market.key();
    let seeds = [POSITION_SEED, market_key.as_ref(), owner.as_ref()];
    let (address, bump) = Pubkey::find_program_address(&seeds, &crate::ID);
    require_keys_eq!(*account.key, address, MarketError::WrongPosition);
    let [seed, market_seed, owner_seed] = seeds;
    let signer = [seed, market_seed, owner_seed, &[bump]];
    pda::create(account, accounts.bettor, &crate::ID, Position::SPACE, &signer)?;
    market.open_positions = checked(market.open_positions.checked_add(1))?;
    Ok(Position {
        market: market_key,
        owner,
        stakes: [0, 0],
    })
}
