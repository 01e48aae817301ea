use std::ops::RangeInclusive;

use anchor_lang::prelude::*;

use crate::{
    condition::{Condition, Metric, Timing},
    constants::*,
    errors::{ensure, require_version, MarketError},
};

/// The one configuration of the program. `initialize_config` creates it at its PDA and nothing else
/// creates one, so type and owner identify it wherever it is read.
/// PDA: `[CONFIG_SEED]`.
#[account]
#[derive(InitSpace, Debug)]
pub struct Config {
    /// Layout of this account; 1.
    pub version: u8,
    /// May change the settings and add attestor sets.
    pub admin: Pubkey,
    /// Becomes the admin by `accept_admin`; the default pubkey when nobody has been named.
    pub pending_admin: Pubkey,
    /// The platform's token: the currency UTILITY, and what fees burn. Fixed for good.
    pub utility_mint: Pubkey,
    /// Decimals of the utility token.
    pub utility_decimals: u8,
    /// How many attestor sets there are; new markets take the latest.
    pub attestor_sets: u16,
    /// What the admin may change.
    pub settings: Settings,
    /// Unix second from which on bets are taken: 60 seconds after the last unpausing or lowering of a minimum stake; 0 before.
    pub bets_open_at: i64,
    /// For later versions; zero.
    pub reserved: [u8; 32],
}

/// What the admin may change. It holds for new markets; an existing one keeps its `Terms`.
#[cfg_attr(feature = "idl-build", derive(AnchorSerialize))]
#[derive(AnchorDeserialize, InitSpace, Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The wallet that the developer share is paid to: itself in SOL, its associated account in UTILITY.
    pub treasury: Pubkey,
    /// The program whose price accounts count: one of Pyth's two receivers.
    pub pyth_receiver: Pubkey,
    /// Share of what is lost that is burned, in basis points; at most 1,000.
    pub burn_bps: u16,
    /// Share of what is lost that goes to the treasury, in basis points; at most 1,000.
    pub developer_bps: u16,
    /// Smallest bet in lamports; at most 10 SOL.
    pub minimum_stake_sol: u64,
    /// Smallest bet in base units of the utility token; at most 1,000,000 tokens.
    pub minimum_stake_utility: u64,
    /// Lamports for whoever decides a market, as clients offer them; the creator chooses, up to 1 SOL.
    pub decide_reward: u64,
    /// Lamports for whoever settles a position; at most 50,000.
    pub settle_reward: u64,
    /// Seconds from creation to expiry at most.
    pub max_duration: u32,
    /// Seconds after expiry in which an early Yes can still be submitted; at least 10.
    pub proof_window: u32,
    /// Seconds after expiry from which an undecided market is void; at least twice the proof window.
    pub void_delay: u32,
    /// The same for prices and market caps by expiry, whose feed may sleep for days.
    pub feed_void_delay: u32,
    /// Shortest betting period of conditions read from prices and accounts, in seconds; 2 to 300.
    pub shortest_period: u32,
    /// Shortest betting period of attested conditions, in seconds; 2 to 3,600.
    pub shortest_attested_period: u32,
    /// Seconds before expiry at which betting on a dated condition ends that cannot be decided early; 2 to 60.
    pub close_margin: u32,
    /// Widest confidence interval of a price, in basis points of the price; at least 10.
    pub max_confidence_bps: u16,
    /// No new markets and bets. Decisions and payouts never pause.
    pub paused: bool,
}

/// As `derive` would write it, but once: for each kind of writer it would take 3 KB of program.
#[cfg(not(feature = "idl-build"))]
impl AnchorSerialize for Settings {
    fn serialize<W: std::io::Write>(&self, writer: &mut W) -> std::io::Result<()> {
        writer.write_all(&self.to_bytes())
    }
}

impl Settings {
    #[cfg(not(feature = "idl-build"))]
    #[inline(never)]
    fn to_bytes(&self) -> Vec<u8> {
        [
            self.treasury.as_ref(),
            self.pyth_receiver.as_ref(),
            &self.burn_bps.to_le_bytes(),
            &self.developer_bps.to_le_bytes(),
            &self.minimum_stake_sol.to_le_bytes(),
            &self.minimum_stake_utility.to_le_bytes(),
            &self.decide_reward.to_le_bytes(),
            &self.settle_reward.to_le_bytes(),
            &self.max_duration.to_le_bytes(),
            &self.proof_window.to_le_bytes(),
            &self.void_delay.to_le_bytes(),
            &self.feed_void_delay.to_le_bytes(),
            &self.shortest_period.to_le_bytes(),
            &self.shortest_attested_period.to_le_bytes(),
            &self.close_margin.to_le_bytes(),
            &self.max_confidence_bps.to_le_bytes(),
            &[self.paused.into()],
        ]
        .concat()
    }

    pub fn validate(&self, utility_decimals: u8) -> Result<()> {
        ensure(self.burn_bps <= MAX_FEE_BPS && self.developer_bps <= MAX_FEE_BPS, MarketError::FeeTooHigh)?;
        ensure(self.treasury != Pubkey::default(), MarketError::TreasuryMissing)?;
        ensure(PYTH_RECEIVERS.contains(&self.pyth_receiver), MarketError::UnknownPythReceiver)?;
        let one_utility = 10u64.saturating_pow(utility_decimals.into());
        let most_utility = one_utility.saturating_mul(MAX_MINIMUM_STAKE_UTILITY);
        ensure(
            (1..=MAX_MINIMUM_STAKE_SOL).contains(&self.minimum_stake_sol)
                && (1..=most_utility).contains(&self.minimum_stake_utility),
            MarketError::MinimumStakeOutOfRange,
        )?;
        let within = |value: u32, range: RangeInclusive<u32>, error| ensure(range.contains(&value), error);
        within(self.max_duration, 1..=MAX_MARKET_DURATION, MarketError::MaxDurationOutOfRange)?;
        within(self.proof_window, MIN_PROOF_WINDOW..=MAX_PROOF_WINDOW, MarketError::ProofWindowOutOfRange)?;
        ensure(self.is_void_delay(self.void_delay), MarketError::VoidDelayOutOfRange)?;
        ensure(self.is_void_delay(self.feed_void_delay), MarketError::FeedVoidDelayOutOfRange)?;
        within(
            self.shortest_period,
            SHORTEST_PERIOD..=LONGEST_PERIOD,
            MarketError::ShortestPeriodOutOfRange,
        )?;
        within(
            self.shortest_attested_period,
            SHORTEST_PERIOD..=LONGEST_ATTESTED_PERIOD,
            MarketError::ShortestAttestedPeriodOutOfRange,
        )?;
        within(self.close_margin, MIN_CLOSE_MARGIN..=MAX_CLOSE_MARGIN, MarketError::CloseMarginOutOfRange)?;
        let confidence = u64::from(self.max_confidence_bps);
        ensure(
            (MIN_CONFIDENCE_BPS..=BPS_DENOMINATOR).contains(&confidence),
            MarketError::MaxConfidenceOutOfRange,
        )?;
        ensure(self.decide_reward <= MAX_DECIDE_REWARD, MarketError::DecideRewardTooHigh)?;
        ensure(self.settle_reward <= MAX_SETTLE_REWARD, MarketError::SettleRewardTooHigh)
    }

    /// No has as much time as an early Yes had: another proof window after the first.
    fn is_void_delay(&self, seconds: u32) -> bool {
        seconds <= MAX_VOID_DELAY && seconds / 2 >= self.proof_window
    }

    /// Seconds after expiry from which an undecided market is void.
    pub fn void_delay(&self, condition: &Condition) -> u32 {
        if condition.timing == Timing::ByExpiry && condition.metric.is_price() {
            self.feed_void_delay
        } else {
            self.void_delay
        }
    }

    pub fn shortest_period(&self, metric: &Metric) -> u32 {
        if metric.is_attested() {
            self.shortest_attested_period
        } else {
            self.shortest_period
        }
    }
}

impl Config {
    /// Refuses new markets and bets while they are paused, and by a configuration of an unknown version.
    pub fn require_not_paused(&self) -> Result<()> {
        require_version(self.version)?;
        ensure(!self.settings.paused, MarketError::Paused)
    }

    /// Refuses a bet in the 60 seconds after unpausing or lowering a minimum stake.
    pub fn require_bets_open(&self, now: i64) -> Result<()> {
        self.require_not_paused()?;
        ensure(now >= self.bets_open_at, MarketError::BetsNotOpenYet)
    }

    /// Replaces the settings. Unpausing and lowering a minimum stake open bets, a while later. For as long after that, nothing
    /// that opens or closes them changes: whoever changed it could otherwise be the only one to bet.
    pub fn change(&mut self, settings: Settings, now: i64) -> Result<()> {
        let old = &self.settings;
        let gates = |of: &Settings| (of.paused, of.minimum_stake_sol, of.minimum_stake_utility);
        if !old.paused && gates(&settings) != gates(old) {
            let may_change_at = self.bets_open_at.saturating_add(UNPAUSE_SECONDS);
            let have_just_opened = (self.bets_open_at..may_change_at).contains(&now);
            ensure(!have_just_opened, MarketError::PauseTooSoon)?;
        }
        let lowers_minimum = settings.minimum_stake_sol < old.minimum_stake_sol
            || settings.minimum_stake_utility < old.minimum_stake_utility;
        if !settings.paused && (old.paused || lowers_minimum) {
            self.bets_open_at = now.saturating_add(UNPAUSE_SECONDS);
        }
        self.settings = settings;
        Ok(())
    }

    /// Smallest bet in base units of `mint` (the default pubkey: SOL).
    pub fn minimum_stake(&self, mint: &Pubkey) -> u64 {
        if *mint == Pubkey::default() {
            self.settings.minimum_stake_sol
        } else {
            self.settings.minimum_stake_utility
        }
    }

    /// The set that new markets take; 0 while there is none.
    pub fn current_attestor_set(&self) -> u16 {
        self.attestor_sets.saturating_sub(1)
    }
}
