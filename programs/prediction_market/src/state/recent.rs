//! The stakes of the last three betting periods, kept alike by `Market` and `Position`.
//!
//! Nobody wins by news: a stake counts only if a whole period has passed between its own and that of the news. So
//! each bet is counted in the period it was placed in, and a decision asks which stakes came too late for it.

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

    /// The stakes [yes, no] that came too late for news of `period`: those of the period before it and of all later
    /// ones, on both sides. So a stake counts once a whole period has passed after its own, and whether it does
    /// never depends on its side or on the answer.
    pub fn late(&self, period: u64) -> Result<[u64; 2]> {
        let [mut yes, mut no] = [0u64, 0];
        let numbers = (0..=2).map(|age| self.period.saturating_sub(age));
        for (number, [on_yes, on_no]) in numbers.zip(&self.stakes) {
            if number.saturating_add(1) >= period {
                yes = checked(yes.checked_add(*on_yes))?;
                no = checked(no.checked_add(*on_no))?;
            }
        }
        Ok([yes, no])
    }
}
