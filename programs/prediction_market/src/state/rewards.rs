//! What the steps of a market earn whoever takes them, in lamports that were paid in for that.

use crate::{constants::MAX_REWARD_PART, state::Market};

impl Market {
    /// The reward for deciding where the stakes [yes, no] in `counted` count. In full only where both sides do, and in
    /// SOL at most a tenth of the smaller one: nobody can farm what a creator meant for work.
    fn worth_of_decision(&self, counted: [u64; 2]) -> u64 {
        let offered = self.terms.decide_reward;
        let smaller = counted.into_iter().min().unwrap_or(0);
        if self.pools == [0, 0] {
            0
        } else if smaller == 0 {
            self.terms.settle_reward.min(offered)
        } else if self.is_sol() {
            offered.min(smaller / MAX_REWARD_PART)
        } else {
            offered
        }
    }

    /// For recording something before the decision: half of the reward for deciding.
    pub fn reward_for_recording(&self, counted: [u64; 2]) -> u64 {
        self.worth_of_decision(counted) / 2
    }

    /// For the decision: what recording left of it.
    pub fn reward_for_deciding(&self, counted: [u64; 2], was_recorded: bool) -> u64 {
        let worth = self.worth_of_decision(counted);
        let recorded = if was_recorded { worth / 2 } else { 0 };
        worth.saturating_sub(recorded)
    }

    /// For closing the market, which pays for collecting its fees too; nothing if it had no stakes.
    pub fn reward_for_closing(&self) -> u64 {
        if self.pools == [0, 0] {
            0
        } else {
            self.terms.close_reward()
        }
    }

    /// Whether something was recorded before the decision.
    pub fn has_recorded(&self) -> bool {
        self.recorded_reference().is_some() || self.observation.is_some()
    }
}
