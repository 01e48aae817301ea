use anchor_lang::prelude::*;

use crate::{
    constants::{BPS_DENOMINATOR, MAX_FEE_BPS, MAX_MARKET_DURATION, MAX_PROOF_WINDOW, MAX_VOID_DELAY},
    errors::{ensure, MarketError},
};

/// The one configuration of the program. `initialize_config` creates it at its PDA and nothing else
/// creates one, so type and owner identify it wherever it is read.
/// PDA: `[CONFIG_SEED]`.
#[account]
#[derive(InitSpace, Debug)]
pub struct Config {
    pub admin: Pubkey,
    /// Becomes the admin by `accept_admin`; the empty address when nobody has been named.
    pub pending_admin: Pubkey,
    /// The platform's token: the currency UTILITY, and what fees burn. Fixed for good.
    pub utility_mint: Pubkey,
    pub utility_decimals: u8,
    /// How many attestor sets there are; new markets take the latest.
    pub attestor_sets: u16,
    pub settings: Settings,
}

/// What the admin may change. It holds for new markets; an existing one keeps its `Terms`.
#[derive(AnchorSerialize, AnchorDeserialize, InitSpace, Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The wallet that the developer share is paid to: itself in SOL, its associated account in UTILITY.
    pub treasury: Pubkey,
    /// Shares of the losing pool in basis points.
    pub burn_bps: u16,
    pub developer_bps: u16,
    /// Smallest bet in base units.
    pub minimum_stake_sol: u64,
    pub minimum_stake_utility: u64,
    /// Seconds from creation to expiry at most.
    pub max_duration: u32,
    /// Seconds after expiry in which a proof counts.
    pub proof_window: u32,
    /// Seconds after expiry from which an undecided market is void.
    pub void_delay: u32,
    /// Widest confidence interval of a price, in basis points of the price.
    pub max_confidence_bps: u16,
    /// No new markets and bets. Decisions and payouts never pause.
    pub paused: bool,
}

impl Settings {
    pub fn validate(&self) -> Result<()> {
        ensure(self.burn_bps <= MAX_FEE_BPS && self.developer_bps <= MAX_FEE_BPS, MarketError::FeeTooHigh)?;
        ensure(self.treasury != Pubkey::default(), MarketError::TreasuryMissing)?;
        ensure(self.minimum_stake_sol > 0 && self.minimum_stake_utility > 0, MarketError::MinimumStakeZero)?;
        let in_range = (1..=MAX_MARKET_DURATION).contains(&self.max_duration)
            && (1..=MAX_PROOF_WINDOW).contains(&self.proof_window)
            && (1..=MAX_VOID_DELAY).contains(&self.void_delay)
            // As long to decide No, once no proof of Yes can come any more, as there was to prove Yes.
            && self.void_delay / 2 >= self.proof_window
            && (1..=BPS_DENOMINATOR).contains(&u64::from(self.max_confidence_bps));
        ensure(in_range, MarketError::LimitOutOfRange)?;
        Ok(())
    }
}

impl Config {
    pub fn require_not_paused(&self) -> Result<()> {
        ensure(!self.settings.paused, MarketError::Paused)?;
        Ok(())
    }

    pub fn minimum_stake(&self, mint: &Pubkey) -> u64 {
        if *mint == Pubkey::default() {
            self.settings.minimum_stake_sol
        } else {
            self.settings.minimum_stake_utility
        }
    }
}
