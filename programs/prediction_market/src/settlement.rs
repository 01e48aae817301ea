//! Pays and closes one position, for `settle_positions` and `claim_position`.

use anchor_lang::prelude::*;

use crate::{
    errors::{fail, MarketError},
    escrow::{can_receive_lamports, move_lamports, Escrow, Tokens},
    events::PositionSettled,
    rent::RentFloor,
    state::{Market, Position},
};

/// The paying side of a settlement.
pub struct Settlement<'a, 'info> {
    pub escrow: Escrow<'a, 'info>,
    pub tokens: Option<Tokens<'a, 'info>>,
    pub rent: RentFloor,
}

/// The receiving side of a settlement.
pub struct Recipient<'a, 'info> {
    /// The owner's wallet: receives the position's rent, and the payout in SOL.
    pub wallet: &'a AccountInfo<'info>,
    /// Receives the payout in UTILITY.
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

    /// Whether `recipient` can receive the payout and the position's rent. A losing position gets the
    /// rent only.
    pub fn can_pay(
        &self,
        recipient: &Recipient,
        position: &AccountInfo,
        owner: &Pubkey,
        payout: u64,
    ) -> bool {
        let rent = position.lamports();
        match (&self.tokens, recipient.token_account) {
            (None, _) => can_receive_lamports(recipient.wallet, payout.saturating_add(rent), &self.rent),
            (Some(tokens), Some(account)) => {
                can_receive_lamports(recipient.wallet, rent, &self.rent)
                    && (payout == 0 || tokens.can_receive(account, owner))
            }
            (Some(_), None) => false,
        }
    }

    /// Records the settlement, closes the position and pays. The account is emptied and assigned to the
    /// system program before anything is paid, so that the position cannot be settled again, in this
    /// batch or another.
    pub fn settle(
        &self,
        market: &mut Market,
        account: &AccountInfo<'info>,
        position: &Position,
        recipient: &Recipient<'_, 'info>,
        payout: u64,
    ) -> Result<()> {
        market.record_settlement(payout)?;
        move_lamports(account, recipient.wallet, account.lamports())?;
        account.assign(&System::id());
        account.resize(0)?;

        let mut paid = recipient.wallet;
        match (&self.tokens, recipient.token_account) {
            (None, _) => move_lamports(self.escrow.account, recipient.wallet, payout)?,
            (Some(tokens), Some(token_account)) => {
                paid = token_account;
                if payout > 0 {
                    tokens.pay(&self.escrow, token_account, payout)?;
                }
            }
            (Some(_), None) => return Err(fail(MarketError::TokenAccountsMissing)),
        }
        emit!(PositionSettled {
            market: position.market,
            owner: position.owner,
            stakes: position.stakes,
            payout,
            recipient: paid.key(),
        });
        Ok(())
    }

    /// Checks, after the payments, that the escrow still covers everything owed.
    pub fn require_solvent(&self, market: &Market) -> Result<()> {
        market.require_solvent(self.escrow.held(market, &self.rent)?)
    }
}
