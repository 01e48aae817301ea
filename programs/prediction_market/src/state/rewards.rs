//! What the steps of a market earn whoever takes them, in lamports that were paid in for that.

use anchor_lang::prelude::*;

use crate::{
    math::{mul_div_floor, share},
    state::Market,
};

impl Market {
    /// The most that deciding can earn where the stakes [yes, no] in `counted` count: what staking them for the reward would
    /// cost, so that nobody farms what a creator meant for work. In SOL the burn share of the smaller side; in UTILITY, whose
    /// worth the program does not know, all of it from the `reward_stake` on that the creator has named.
    fn worth_of_decision(&self, counted: [u64; 2]) -> Result<u64> {
        let terms = &self.terms;
        let smaller = counted.into_iter().min().unwrap_or(0);
        if self.is_sol() {
            return Ok(share(smaller, terms.burn_bps).min(terms.decide_reward));
        }
        if terms.burn_bps == 0 {
            return Ok(0);
        }
        mul_div_floor(terms.decide_reward, smaller.min(terms.reward_stake), terms.reward_stake)
    }

    /// For recording "not met": half of the reward for deciding. `counted`: the stakes that count in any case.
    pub fn reward_for_not_met(&self, counted: [u64; 2]) -> Result<u64> {
        Ok(self.worth_of_decision(counted)? / 2)
    }

    /// For recording a reference or a complete curve. The market can still be void, and stakes that come back cost nothing.
    pub fn reward_for_reference(&self, counted: [u64; 2]) -> Result<u64> {
        Ok(self.worth_of_decision(counted)?.min(self.terms.settle_reward))
    }

    /// For the decision: what recording left of it; a settle reward at least in a market with stakes.
    pub fn reward_for_deciding(&self, counted: [u64; 2]) -> Result<u64> {
        if self.pools == [0, 0] {
            return Ok(0);
        }
        let least = self.terms.settle_reward.min(self.terms.decide_reward);
        Ok(self.worth_of_decision(counted)?.max(least).saturating_sub(self.recorded_reward))
    }

    /// For ending a market with stakes that was not decided in time.
    pub fn reward_for_voiding(&self) -> u64 {
        match self.pools {
            [0, 0] => 0,
            _ => self.terms.settle_reward.min(self.terms.decide_reward.saturating_sub(self.recorded_reward)),
        }
    }

    /// For closing the market, which pays for collecting its fees too; nothing if it had no stakes.
    pub fn reward_for_closing(&self) -> u64 {
        match self.pools {
            [0, 0] => 0,
            _ => self.terms.close_reward(),
        }
    }
}
