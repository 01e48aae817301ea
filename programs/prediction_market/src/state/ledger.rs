//! The accounting of a market: stakes in, a decision, payouts and fees out.

use anchor_lang::prelude::*;

use crate::{
    condition::Outcome,
    errors::{ensure, fail, MarketError},
    math::{self, checked, Fees},
    state::{Market, Observation, Position, Status},
};

/// What a decided market owes to a position, in base units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// For stakes that counted: the winning ones and their share of what is lost.
    pub payout: u64,
    /// Late and unmatched stakes, or all stakes of a void market.
    pub refund: u64,
}

impl Due {
    pub fn total(&self) -> Result<u64> {
        checked(self.payout.checked_add(self.refund))
    }
}

impl Market {
    /// Adds a stake, and counts it in the period it is placed in.
    pub fn add_stake(&mut self, outcome: Outcome, amount: u64, period: u64) -> Result<()> {
        let pool = outcome.of_mut(&mut self.pools);
        *pool = checked(pool.checked_add(amount))?;
        self.recent.add(period, outcome, amount)?;
        // The sum fits too, and so does every payout.
        self.total().map(|_| ())
    }

    /// Keeps a "not met" at expiry until the proof window is over. Returns the stakes [yes, no] that count however the
    /// market is decided: an early Yes could still return all recent ones.
    pub fn record(&mut self, observation: Observation, as_of: Option<i64>) -> Result<[u64; 2]> {
        self.keep(observation, as_of);
        self.counted(&self.recent.late(0)?)
    }

    fn keep(&mut self, observation: Observation, as_of: Option<i64>) {
        self.observation = observation.into();
        self.late_period = as_of.map_or(0, |second| self.period_of(second));
    }

    /// Keeps the second in which a migration's curve was proven complete. Returns the stakes [yes, no] that count if
    /// the pool follows in time.
    pub fn record_curve(&mut self, now: i64) -> Result<[u64; 2]> {
        self.reference = Observation::fact(true, now).into();
        self.counted(&self.late_stakes(self.period_of(now))?)
    }

    /// Keeps the price that a change begins with.
    pub fn record_price(&mut self, price: Observation) {
        self.reference = price.into();
    }

    /// Fixes the answer by an observation that is submitted now. Returns the stakes [yes, no] that count.
    pub fn resolve(
        &mut self,
        outcome: Outcome,
        observation: Observation,
        as_of: Option<i64>,
        now: i64,
    ) -> Result<[u64; 2]> {
        self.keep(observation, as_of);
        self.decide(outcome, now)
    }

    /// Fixes the answer by the "not met" that was recorded. Returns the stakes [yes, no] that count.
    pub fn resolve_recorded(&mut self, now: i64) -> Result<[u64; 2]> {
        self.decide(Outcome::No, now)
    }

    /// Fixes the winner, the late and unmatched stakes and the fees, for good. Nobody counts on the winning side: nobody wins.
    fn decide(&mut self, outcome: Outcome, now: i64) -> Result<[u64; 2]> {
        self.answer = match outcome {
            Outcome::Yes => 1,
            Outcome::No => 2,
        };
        self.late = self.late_stakes(self.late_period)?;
        let counted = self.counted(&self.late)?;
        if outcome.of(&counted) == 0 {
            self.void(now);
            return Ok(counted);
        }
        self.status = Status::Resolved as u8;
        self.resolved_at = now;
        let losing = outcome.other().of(&counted);
        let lost = math::lost(losing, outcome.of(&counted), self.terms.max_ratio);
        self.unmatched = checked(losing.checked_sub(lost))?;
        self.fees = Fees::of(lost, self.terms.burn_bps, self.terms.developer_bps);
        self.burn_collected = (self.fees.burn == 0).into();
        self.developer_collected = (self.fees.developer == 0).into();
        Ok(counted)
    }

    /// The stakes [yes, no] that came too late for news of this period; 0: none can have.
    fn late_stakes(&self, period: u64) -> Result<[u64; 2]> {
        match period {
            0 => Ok([0, 0]),
            period => {
                self.recent.require_covers(period)?;
                self.recent.late(period)
            }
        }
    }

    /// Every stake goes back: nothing is late, nothing is taken.
    pub fn void(&mut self, now: i64) {
        self.status = Status::Void as u8;
        self.resolved_at = now;
        self.late_period = 0;
        self.late = [0, 0];
        self.burn_collected = 1;
        self.developer_collected = 1;
    }

    /// The pools [yes, no] without these late stakes.
    fn counted(&self, late: &[u64; 2]) -> Result<[u64; 2]> {
        let counted = |side: Outcome| checked(side.of(&self.pools).checked_sub(side.of(late)));
        Ok([counted(Outcome::Yes)?, counted(Outcome::No)?])
    }

    /// What a decided market owes to a position.
    pub fn due(&self, position: &Position) -> Result<Due> {
        let Some(winner) = self.winner() else {
            self.require_decided()?;
            let [yes, no] = position.stakes;
            return Ok(Due { payout: 0, refund: checked(yes.checked_add(no))? });
        };
        let late = match self.late_period {
            0 => [0, 0],
            period => position.recent.late(period)?,
        };
        let stake = |side: Outcome| checked(side.of(&position.stakes).checked_sub(side.of(&late)));
        let counted = self.counted(&self.late)?;
        let losing = winner.other().of(&counted);
        let taken = checked(self.fees.total()?.checked_add(self.unmatched))?;
        let distributable = checked(losing.checked_sub(taken))?;
        let [yes, no] = late;
        let unmatched = match self.unmatched {
            0 => 0,
            sum => math::mul_div_floor(stake(winner.other())?, sum, losing)?,
        };
        Ok(Due {
            payout: math::payout(stake(winner)?, winner.of(&counted), distributable)?,
            refund: checked(yes.checked_add(no).and_then(|late| late.checked_add(unmatched)))?,
        })
    }

    /// What a stake placed last would be paid if its side won as the pools stand.
    pub fn payout_as_pools_stand(&self, outcome: Outcome, amount: u64) -> Result<u64> {
        let lost = math::lost(outcome.other().of(&self.pools), outcome.of(&self.pools), self.terms.max_ratio);
        let fees = Fees::of(lost, self.terms.burn_bps, self.terms.developer_bps);
        let distributable = checked(lost.checked_sub(fees.total()?))?;
        math::payout(amount, outcome.of(&self.pools), distributable)
    }

    pub fn record_settlement(&mut self, due: &Due) -> Result<()> {
        self.paid = checked(self.paid.checked_add(due.total()?))?;
        self.open_positions = checked(self.open_positions.checked_sub(1))?;
        Ok(())
    }

    /// The burn share that is still to be taken.
    pub fn burn_due(&self) -> u64 {
        if self.burn_collected == 0 {
            self.fees.burn
        } else {
            0
        }
    }

    /// The developer share that is still to be taken.
    pub fn developer_due(&self) -> u64 {
        if self.developer_collected == 0 {
            self.fees.developer
        } else {
            0
        }
    }

    /// Marks the shares that leave the escrow now.
    pub fn record_collected(&mut self, taken: &Fees) {
        self.burn_collected |= u8::from(taken.burn > 0);
        self.developer_collected |= u8::from(taken.developer > 0);
    }

    /// All stakes.
    pub fn total(&self) -> Result<u64> {
        let [yes, no] = self.pools;
        checked(yes.checked_add(no))
    }

    /// What the escrow must still hold: stakes less what was paid out and collected.
    pub fn owed(&self) -> Result<u64> {
        let due = checked(self.burn_due().checked_add(self.developer_due()))?;
        let collected = checked(self.fees.total()?.checked_sub(due))?;
        let left = self.total()?.checked_sub(self.paid).and_then(|left| left.checked_sub(collected));
        left.ok_or_else(|| fail(MarketError::EscrowInsolvent))
    }

    /// The last check of every instruction that takes money out; `held` is without rent.
    pub fn require_solvent(&self, held: u64) -> Result<()> {
        ensure(held >= self.owed()?, MarketError::EscrowInsolvent)
    }
}
