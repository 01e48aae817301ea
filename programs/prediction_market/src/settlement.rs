//! Pays one position and closes it: what `settle_positions` does many times and `claim_position` once.

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
    /// Gets the payout in UTILITY.
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

    /// Whether `amount` and the rent can be paid. A loser is owed nothing but the rent.
    pub fn can_pay(
        &self,
        recipient: &Recipient,
        position: &AccountInfo,
        owner: &Pubkey,
        amount: u64,
    ) -> bool {
        let rent = position.lamports();
        match (&self.tokens, recipient.token_account) {
            (None, _) => can_receive_lamports(recipient.wallet, amount.saturating_add(rent), &self.rent),
            (Some(tokens), Some(account)) => {
                can_receive_lamports(recipient.wallet, rent, &self.rent)
                    && (amount == 0 || tokens.can_receive(account, owner))
            }
            (Some(_), None) => false,
        }
    }

    /// Records the settlement, closes the position and moves the money. The account is emptied and
    /// given back to the system program before anything is paid, so that no second settlement, in
    /// this batch or another, finds a position there.
    pub fn settle(
        &self,
        market: &mut Market,
        account: &AccountInfo<'info>,
        position: &Position,
        recipient: &Recipient<'_, 'info>,
        due: &Due,
    ) -> Result<()> {
        let amount = due.total()?;
        market.record_settlement(due)?;
        move_lamports(account, recipient.wallet, account.lamports())?;
        account.assign(&System::id());
        account.resize(0)?;

        let mut paid = recipient.wallet;
        match (&self.tokens, recipient.token_account) {
            (None, _) => move_lamports(self.escrow.account, recipient.wallet, amount)?,
            (Some(tokens), Some(token_account)) => {
                paid = token_account;
                tokens.pay(&self.escrow, token_account, amount)?;
            }
            (Some(_), None) => return Err(fail(MarketError::TokenAccountsMissing)),
        }
        emit!(PositionSettled {
            market: position.market,
            owner: position.owner,
            stakes: position.stakes,
            payout: due.payout,
            refund: due.refund,
            recipient: paid.key(),
        });
        Ok(())
    }

    /// The last check: what is left covers what is still owed.
    pub fn require_solvent(&self, market: &Market) -> Result<()> {
        market.require_solvent(self.escrow.held(market, &self.rent)?)
    }
}
