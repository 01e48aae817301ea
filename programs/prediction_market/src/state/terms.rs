use anchor_lang::prelude::*;
use bytemuck::{Pod, Zeroable};

use crate::{
    condition::Metric,
    constants::{LONGEST_ATTESTED_PERIOD, LONGEST_PERIOD, PERIODS_PER_MARKET},
    state::Config,
};

/// What was in force when a market was created, and so for good: no later setting bears on it.
#[derive(AnchorSerialize, AnchorDeserialize, Pod, Zeroable, Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Terms {
    /// The program whose price accounts count.
    pub pyth_receiver: Pubkey,
    /// Seconds after expiry in which an early Yes can still be shown.
    pub proof_window: u32,
    /// Seconds after expiry from which an undecided market is void.
    pub void_delay: u32,
    /// Length of a betting period, in seconds; see `RecentStakes`.
    pub period: u32,
    /// Share of the losing pool that is burned, in basis points.
    pub burn_bps: u16,
    /// Share of the losing pool that goes to the treasury, in basis points.
    pub developer_bps: u16,
    /// Widest confidence interval of a price, in basis points of the price.
    pub max_confidence_bps: u16,
    /// Index of the attestor set that decides about holders and events.
    pub attestor_set: u16,
}

/// What a creator expects of a new market. Anything else is refused, so that no setting changes between
/// what the creator saw and what they get.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedTerms {
    /// The wallet that takes the developer share.
    pub treasury: Pubkey,
    /// Smallest bet in base units of the market's currency.
    pub minimum_stake: u64,
    /// The program whose price accounts count.
    pub pyth_receiver: Pubkey,
    /// Seconds after expiry in which an early Yes can still be shown.
    pub proof_window: u32,
    /// Seconds after expiry from which an undecided market is void.
    pub void_delay: u32,
    /// Shortest betting period for this kind of condition, in seconds.
    pub shortest_period: u32,
    /// Share of the losing pool that is burned, in basis points.
    pub burn_bps: u16,
    /// Share of the losing pool that goes to the treasury, in basis points.
    pub developer_bps: u16,
    /// Widest confidence interval of a price, in basis points of the price.
    pub max_confidence_bps: u16,
    /// Index of the current attestor set; 0 while there is none.
    pub attestor_set: u16,
}

impl Terms {
    /// The terms of a market that runs for `duration` seconds.
    pub fn of(config: &Config, metric: &Metric, duration: u64) -> Self {
        let settings = &config.settings;
        let longest = if metric.is_attested() { LONGEST_ATTESTED_PERIOD } else { LONGEST_PERIOD };
        let share = u32::try_from(duration / PERIODS_PER_MARKET).unwrap_or(u32::MAX);
        Self {
            pyth_receiver: settings.pyth_receiver,
            proof_window: settings.proof_window,
            void_delay: settings.void_delay,
            period: share.min(longest).max(settings.shortest_period(metric)),
            burn_bps: settings.burn_bps,
            developer_bps: settings.developer_bps,
            max_confidence_bps: settings.max_confidence_bps,
            attestor_set: config.current_attestor_set(),
        }
    }
}

impl ExpectedTerms {
    /// What a creator can expect of a market with this metric and stakes in `mint` (the empty address: SOL).
    pub fn of(config: &Config, metric: &Metric, mint: &Pubkey) -> Self {
        let settings = &config.settings;
        Self {
            treasury: settings.treasury,
            minimum_stake: config.minimum_stake(mint),
            pyth_receiver: settings.pyth_receiver,
            proof_window: settings.proof_window,
            void_delay: settings.void_delay,
            shortest_period: settings.shortest_period(metric),
            burn_bps: settings.burn_bps,
            developer_bps: settings.developer_bps,
            max_confidence_bps: settings.max_confidence_bps,
            attestor_set: config.current_attestor_set(),
        }
    }
}
