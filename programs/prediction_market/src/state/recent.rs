//! The stakes of the last three betting periods, kept alike by `Market` and `Position`.
//!
//! Whoever wins by news must have bet at least one whole period before it. So each bet is counted in
//! the period it was placed in, and a decision asks which stakes came too late for it.

use anchor_lang::prelude::*;
use bytemuck::{Pod, Zeroable};

use crate::{
    condition::Outcome,
    errors::{ensure, MarketError},
    math::checked,
};

/// The stakes of the last period with a bet and of the two periods before it.
///
/// A position's last period is never after its market's, so every stake that the market's record still
/// tells apart, the position's record tells apart too: the late stakes of all positions add up to those
/// of the market.
#[derive(AnchorSerialize, AnchorDeserialize, Pod, Zeroable, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct RecentStakes {
    /// Number of the last period with a bet, counted from 1; 0 before the first bet.
    pub period: u64,
    /// Base units staked on [yes, no] in that period, in the one before it, and in the one before that.
    pub stakes: [[u64; 2]; 3],
}

impl RecentStakes {
    /// Counts a bet placed in `period`. Periods never go back, since the chain's clock does not.
    pub fn add(&mut self, period: u64, outcome: Outcome, amount: u64) -> Result<()> {
        let [last, before, _] = self.stakes;
        self.stakes = match period.saturating_sub(self.period) {
            0 => self.stakes,
            1 => [[0, 0], last, before],
            2 => [[0, 0], [0, 0], last],
            _ => [[0, 0]; 3],
        };
        self.period = self.period.max(period);
        let [last, ..] = &mut self.stakes;
        let stake = outcome.of_mut(last);
        *stake = checked(stake.checked_add(amount))?;
        Ok(())
    }

    /// Refuses news of a `period` so old that later bets pushed its stakes out of the record.
    pub fn require_covers(&self, period: u64) -> Result<()> {
        ensure(self.period <= period.saturating_add(1), MarketError::ObservationTooOld)
    }

    /// The stakes [yes, no] that came too late for news of `period`: on the winning side those of that
    /// period, of the one before it and of later ones; on the losing side those of later ones only, so
    /// that no losing stake is a free option.
    pub fn late(&self, period: u64, winner: Outcome) -> Result<[u64; 2]> {
        let mut late = [0u64, 0];
        let numbers = (0..=2).map(|age| self.period.saturating_sub(age));
        for (number, stakes) in numbers.zip(&self.stakes) {
            if number.saturating_add(1) >= period {
                let sum = winner.of_mut(&mut late);
                *sum = checked(sum.checked_add(winner.of(stakes)))?;
            }
            if number > period {
                let loser = winner.other();
                let sum = loser.of_mut(&mut late);
                *sum = checked(sum.checked_add(loser.of(stakes)))?;
            }
        }
        Ok(late)
    }
}
