//! Pays one position and closes it: what `settle_positions` does many times and `claim_position` once.
//!
//! Tokens move first, lamports last: the runtime compares the lamports of an instruction's accounts at every call of
//! another program, and a wallet can be a token account that takes part in a later call of the same batch.

use anchor_lang::prelude::*;

use crate::{
    errors::{fail, MarketError},
    escrow::{Escrow, Tokens},
    events::PositionSettled,
    lamports::{can_receive_lamports, move_lamports, RentFloor},
    state::{Due, Market, Position},
};

/// The market side of settlements.
pub struct Settlement<'a, 'info> {
    pub escrow: Escrow<'a, 'info>,
    pub tokens: Option<Tokens<'a, 'info>>,
    pub rent: RentFloor,
}

/// The position's side: where the payout and the rent go.
pub struct Recipient<'a, 'info> {
    /// The owner's wallet: gets the rent, and the payout in SOL.
    pub wallet: &'a AccountInfo<'info>,
    /// Gets the payout in UTILITY; none if there is none.
    pub token_account: Option<&'a AccountInfo<'info>>,
}

impl<'a, 'info> Settlement<'a, 'info> {
    pub fn of(
        key: Pubkey,
        market: &Market,
        escrow: &'a AccountInfo<'info>,
        tokens: Option<Tokens<'a, 'info>>,
    ) -> Result<Self> {
        Ok(Self { escrow: Escrow::of(key, market, escrow), tokens, rent: RentFloor::get()? })
    }

    /// Whether the wallet can take the lamports that it is due: `lamports` of the position and, in SOL, `amount`.
    pub fn can_pay_wallet(&self, wallet: &AccountInfo, lamports: u64, amount: u64) -> bool {
        let payout = if self.tokens.is_none() { amount } else { 0 };
        can_receive_lamports(wallet, lamports.saturating_add(payout), &self.rent)
    }

    /// Records the settlement, closes the position and pays tokens. The account is given back to the system program
    /// before anything is paid, so that no second settlement, in this batch or another, finds a position there. Its
    /// lamports, `reward` of them for somebody else, are still to be moved.
    pub fn close(
        &self,
        market: &mut Market,
        account: &AccountInfo<'info>,
        position: &Position,
        recipient: &Recipient<'_, 'info>,
        due: &Due,
        reward: u64,
    ) -> Result<()> {
        market.record_settlement(due)?;
        account.assign(&System::id());
        account.resize(0)?;
        if let (Some(tokens), amount @ 1..) = (&self.tokens, due.total()?) {
            let to = recipient.token_account.ok_or_else(|| fail(MarketError::TokenAccountsMissing))?;
            tokens.pay(&self.escrow, to, amount)?;
        }
        emit!(PositionSettled {
            market: position.market,
            sequence: market.next_event(),
            owner: position.owner,
            stakes: position.stakes,
            payout: due.payout,
            refund: due.refund,
            recipient: recipient.token_account.unwrap_or(recipient.wallet).key(),
            reward,
        });
        Ok(())
    }

    /// Moves the lamports of a closed position to its owner's wallet, and the payout in SOL.
    pub fn release(&self, account: &AccountInfo, wallet: &AccountInfo, due: &Due) -> Result<()> {
        move_lamports(account, wallet, account.lamports())?;
        if self.tokens.is_none() {
            move_lamports(self.escrow.account, wallet, due.total()?)?;
        }
        Ok(())
    }

    /// The last check: what is left covers what is still owed.
    pub fn require_solvent(&self, market: &Market) -> Result<()> {
        market.require_solvent(self.escrow.held(market)?)
    }
}
