use anchor_lang::prelude::*;

use crate::{
    constants::{BPS_DENOMINATOR, MAX_FEE_BPS, MAX_MARKET_DURATION, MAX_PROOF_WINDOW, MAX_VOID_DELAY},
    errors::{ensure, MarketError},
};

/// The program's configuration. Only `initialize_config` creates one, at this PDA, so its type and owner
/// are enough to identify it.
/// PDA: `[CONFIG_SEED]`.
#[account]
#[derive(InitSpace, Debug)]
pub struct Config {
    pub admin: Pubkey,
    /// May become the admin with `accept_admin`; the empty address: nobody.
    pub pending_admin: Pubkey,
    /// The platform's token: the currency UTILITY, and the token that fees burn. Never changes.
    pub utility_mint: Pubkey,
    pub utility_decimals: u8,
    /// Number of attestor sets; new markets use the latest.
    pub attestor_sets: u16,
    pub settings: Settings,
}

/// The settings that the admin may change. They apply to new markets; an existing one keeps its `Terms`.
#[derive(AnchorSerialize, AnchorDeserialize, InitSpace, Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The wallet that receives the developer share; in UTILITY, its associated token account does.
    pub treasury: Pubkey,
    /// Fee shares in basis points of the losing pool.
    pub burn_bps: u16,
    pub developer_bps: u16,
    /// Smallest bets in base units.
    pub minimum_stake_sol: u64,
    pub minimum_stake_utility: u64,
    /// Longest time from creation to expiry, in seconds.
    pub max_duration: u32,
    /// Seconds after expiry in which a proof is accepted.
    pub proof_window: u32,
    /// Seconds after expiry from which an undecided market can be voided.
    pub void_delay: u32,
    /// Widest confidence interval of a price, in basis points of the price.
    pub max_confidence_bps: u16,
    /// Refuses new markets and bets. Decisions and payouts never pause.
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
            // The time to decide No, after the proof window, is at least as long as the proof window.
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
