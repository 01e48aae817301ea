//! A market's bookkeeping: stakes, decision, payouts and fees.

use anchor_lang::prelude::*;

use crate::{
    errors::{ensure, fail, MarketError},
    math::{self, checked, Fees},
    state::{Market, Observation, Outcome, Status},
};

impl Market {
    pub fn add_stake(&mut self, outcome: Outcome, amount: u64) -> Result<()> {
        let pool = outcome.of_mut(&mut self.pools);
        *pool = checked(pool.checked_add(amount))?;
        // The sum of both pools must fit in 64 bits; then every payout does.
        self.total().map(|_| ())
    }

    /// Sets the winner and the fees. Voids the market if nobody staked on the winning side.
    pub fn resolve(&mut self, outcome: Outcome, observation: Option<Observation>, now: i64) -> Result<()> {
        observation.serialize(&mut &mut self.observation[..])?;
        if outcome.of(&self.pools) == 0 {
            self.void(now);
            return Ok(());
        }
        let losing_pool = outcome.other().of(&self.pools);
        self.status = Status::Resolved as u8;
        self.outcome = outcome as u8;
        self.resolved_at = now;
        self.fees = Fees::of(losing_pool, self.terms.burn_bps, self.terms.developer_bps)?;
        self.fees_collected = (self.fees == Fees::default()).into();
        Ok(())
    }

    /// Ends the market without a winner: every stake is refunded.
    pub fn void(&mut self, now: i64) {
        self.status = Status::Void as u8;
        self.resolved_at = now;
        self.fees_collected = 1;
    }

    pub fn record_fees_collected(&mut self) -> Result<()> {
        ensure(!self.fees_collected(), MarketError::NoFeesToCollect)?;
        self.fees_collected = 1;
        Ok(())
    }

    /// The payout of a position with these stakes in a decided market.
    pub fn payout(&self, stakes: &[u64; 2]) -> Result<u64> {
        let Some(outcome) = self.outcome() else {
            self.require_decided()?;
            let [yes, no] = stakes;
            return checked(yes.checked_add(*no));
        };
        let losing_pool = outcome.other().of(&self.pools);
        let distributable = checked(losing_pool.checked_sub(self.fees.total()?))?;
        math::payout(outcome.of(stakes), outcome.of(&self.pools), distributable)
    }

    pub fn record_settlement(&mut self, payout: u64) -> Result<()> {
        self.paid = checked(self.paid.checked_add(payout))?;
        self.open_positions = checked(self.open_positions.checked_sub(1))?;
        Ok(())
    }

    /// The sum of all stakes.
    pub fn total(&self) -> Result<u64> {
        let [yes, no] = self.pools;
        checked(yes.checked_add(no))
    }

    /// The balance that the escrow must still hold: stakes less payouts and collected fees.
    pub fn owed(&self) -> Result<u64> {
        let collected = if self.fees_collected() { self.fees.total()? } else { 0 };
        let left = self.total()?.checked_sub(self.paid).and_then(|left| left.checked_sub(collected));
        left.ok_or_else(|| fail(MarketError::EscrowInsolvent))
    }

    /// Checks that the escrow covers what is owed; the last check of every instruction that pays out.
    /// `held` is the escrow's balance without its rent.
    pub fn require_solvent(&self, held: u64) -> Result<()> {
        ensure(held >= self.owed()?, MarketError::EscrowInsolvent)?;
        Ok(())
    }
}
