use anchor_lang::prelude::*;
use bytemuck::{Pod, Zeroable};

use crate::{
    condition::{Condition, Metric},
    constants::*,
    errors::{ensure, MarketError},
    state::Config,
};

/// What was in force when a market was created, for good: no later setting changes it.
#[cfg_attr(feature = "idl-build", derive(AnchorSerialize, AnchorDeserialize))]
#[derive(Pod, Zeroable, Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Terms {
    /// The program whose price accounts count.
    pub pyth_receiver: Pubkey,
    /// Lamports for whoever decides the market, which the creator paid in.
    pub decide_reward: u64,
    /// Lamports for whoever settles a position, which its owner paid in.
    pub settle_reward: u64,
    /// UTILITY: base units on the smaller side from which on the decision earns all of `decide_reward`; 0 for SOL.
    pub reward_stake: u64,
    /// Seconds after expiry in which an early Yes can still be submitted.
    pub proof_window: u32,
    /// Seconds after expiry from which an undecided market is void.
    pub void_delay: u32,
    /// Length of a betting period, in seconds; see `RecentStakes`.
    pub period: u32,
    /// Seconds before expiry at which betting on a dated condition ends that cannot be decided early.
    pub close_margin: u16,
    /// Share of what is lost that is burned, in basis points.
    pub burn_bps: u16,
    /// Share of what is lost that goes to the treasury, in basis points.
    pub developer_bps: u16,
    /// Widest confidence interval of a price, in basis points of the price.
    pub max_confidence_bps: u16,
    /// Index of the attestor set that decides about holders and events.
    pub attestor_set: u16,
    /// Up or down only: the losing side loses at most this many hundredths of what the winning side has staked; 0 for no
    /// such limit.
    pub max_ratio: u16,
}

/// What a creator chooses among the terms.
pub struct Offer {
    pub decide_reward: u64,
    pub reward_stake: u64,
    pub max_ratio: u16,
}

impl Offer {
    /// `is_sol`: whether the stakes are in SOL.
    pub fn validate(&self, condition: &Condition, is_sol: bool) -> Result<()> {
        ensure(self.decide_reward <= MAX_DECIDE_REWARD, MarketError::DecideRewardTooHigh)?;
        ensure((self.reward_stake == 0) == is_sol, MarketError::RewardStakeInvalid)?;
        let may_have_ratio = condition.is_up_or_down() && (MIN_RATIO..=MAX_RATIO).contains(&self.max_ratio);
        ensure(self.max_ratio == 0 || may_have_ratio, MarketError::MaxRatioInvalid)
    }
}

/// What a creator expects of a new market. Anything else is refused, so that no setting changes between
/// what the creator saw and what they get.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedTerms {
    /// The wallet that takes the developer share.
    pub treasury: Pubkey,
    /// Smallest bet in base units of the market's currency.
    pub minimum_stake: u64,
    /// Lamports for whoever settles a position.
    pub settle_reward: u64,
    /// The program whose price accounts count.
    pub pyth_receiver: Pubkey,
    /// Seconds after expiry in which an early Yes can still be submitted.
    pub proof_window: u32,
    /// Seconds after expiry from which an undecided market with this condition is void.
    pub void_delay: u32,
    /// Shortest betting period for this kind of condition, in seconds.
    pub shortest_period: u32,
    /// Seconds before expiry at which betting on a dated condition ends that cannot be decided early.
    pub close_margin: u32,
    /// Share of what is lost that is burned, in basis points.
    pub burn_bps: u16,
    /// Share of what is lost that goes to the treasury, in basis points.
    pub developer_bps: u16,
    /// Widest confidence interval of a price, in basis points of the price.
    pub max_confidence_bps: u16,
    /// Index of the current attestor set; 0 while there is none.
    pub attestor_set: u16,
}

impl Terms {
    /// The terms of a market that runs for `duration` seconds.
    pub fn of(config: &Config, condition: &Condition, duration: u64, offer: &Offer) -> Self {
        let settings = &config.settings;
        let longest = if condition.metric.is_attested() { LONGEST_ATTESTED_PERIOD } else { LONGEST_PERIOD };
        let share = u32::try_from(duration / PERIODS_PER_MARKET).unwrap_or(u32::MAX);
        Self {
            pyth_receiver: settings.pyth_receiver,
            decide_reward: offer.decide_reward,
            settle_reward: settings.settle_reward,
            reward_stake: offer.reward_stake,
            proof_window: settings.proof_window,
            void_delay: settings.void_delay(condition),
            period: share.min(longest).max(settings.shortest_period(&condition.metric)),
            close_margin: settings.close_margin as u16,
            burn_bps: settings.burn_bps,
            developer_bps: settings.developer_bps,
            max_confidence_bps: settings.max_confidence_bps,
            attestor_set: config.current_attestor_set(),
            max_ratio: offer.max_ratio,
        }
    }

    /// For closing the market.
    pub fn close_reward(&self) -> u64 {
        self.settle_reward.saturating_mul(CLOSE_REWARDS)
    }

    /// What the creator pays in for the steps of the market.
    pub fn rewards_of_creator(&self) -> u64 {
        self.decide_reward.saturating_add(self.close_reward())
    }

    /// The fewest seconds that a market lasts which can be decided early.
    pub fn shortest_early(&self) -> u64 {
        u64::from(self.period).saturating_mul(MIN_PERIODS)
    }

    /// The latest second at which betting may end: early enough that every stake can win, and that no observation
    /// is public while the chain's clock is still behind.
    #[inline(never)]
    pub fn latest_close(&self, condition: &Condition, expire_at: i64) -> i64 {
        let margin = i64::from(self.close_margin);
        match condition.metric {
            _ if condition.can_be_early() => {
                let gap = u64::from(self.period).saturating_mul(CLOSE_PERIODS.into());
                expire_at.saturating_sub_unsigned(gap)
            }
            Metric::Change { reference_at, .. } => reference_at.saturating_sub(margin),
            _ => expire_at.saturating_sub(margin),
        }
    }

    /// Refuses a change that is measured over so short a time that one update could be both of its prices.
    pub fn require_measurable(&self, condition: &Condition, expire_at: i64) -> Result<()> {
        let Metric::Change { reference_at, .. } = condition.metric else {
            return Ok(());
        };
        let shortest = i64::from(self.close_margin).saturating_mul(CHANGE_MARGINS.into());
        ensure(expire_at.saturating_sub(reference_at) >= shortest, MarketError::ConditionInvalid)
    }
}

impl ExpectedTerms {
    /// What a creator can expect of a market with this condition and stakes in `mint` (the default pubkey: SOL).
    pub fn of(config: &Config, condition: &Condition, mint: &Pubkey) -> Self {
        let settings = &config.settings;
        Self {
            treasury: settings.treasury,
            minimum_stake: config.minimum_stake(mint),
            settle_reward: settings.settle_reward,
            pyth_receiver: settings.pyth_receiver,
            proof_window: settings.proof_window,
            void_delay: settings.void_delay(condition),
            shortest_period: settings.shortest_period(&condition.metric),
            close_margin: settings.close_margin,
            burn_bps: settings.burn_bps,
            developer_bps: settings.developer_bps,
            max_confidence_bps: settings.max_confidence_bps,
            attestor_set: config.current_attestor_set(),
        }
    }
}
