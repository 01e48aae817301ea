//! One event for every state change, complete enough to rebuild the history from events alone.

use anchor_lang::prelude::*;

use crate::{
    math::Fees,
    state::{Condition, Observation, Outcome, Settings, Terms},
};

#[event]
pub struct ConfigInitialized {
    pub admin: Pubkey,
    pub utility_mint: Pubkey,
    pub settings: Settings,
}

#[event]
pub struct ConfigUpdated {
    pub settings: Settings,
    pub pending_admin: Pubkey,
}

#[event]
pub struct AdminAccepted {
    pub admin: Pubkey,
}

#[event]
pub struct AttestorSetCreated {
    pub index: u16,
    pub threshold: u8,
    pub keys: Vec<Pubkey>,
}

#[event]
pub struct MarketCreated {
    pub market: Pubkey,
    pub creator: Pubkey,
    pub question: String,
    pub token: Pubkey,
    pub mint: Pubkey,
    pub created_at: i64,
    pub close_at: i64,
    pub expire_at: i64,
    pub terms: Terms,
    pub condition: Condition,
}

#[event]
pub struct BetPlaced {
    pub market: Pubkey,
    pub owner: Pubkey,
    pub outcome: Outcome,
    pub amount: u64,
    /// After the bet: the market's pools and the owner's stakes, [yes, no].
    pub pools: [u64; 2],
    pub stakes: [u64; 2],
    pub placed_at: i64,
}

#[event]
pub struct MarketResolved {
    pub market: Pubkey,
    pub outcome: Outcome,
    pub observation: Option<Observation>,
    pub pools: [u64; 2],
    pub fees: Fees,
    pub resolved_at: i64,
}

/// Every stake is refunded: nobody had staked on the winning side, or there was no decision in time.
#[event]
pub struct MarketVoided {
    pub market: Pubkey,
    /// The observation, if the market was decided for a side without stakes.
    pub observation: Option<Observation>,
    pub pools: [u64; 2],
    pub voided_at: i64,
}

#[event]
pub struct FeesCollected {
    pub market: Pubkey,
    /// The empty address for SOL.
    pub mint: Pubkey,
    pub fees: Fees,
    pub treasury: Pubkey,
}

#[event]
pub struct PositionSettled {
    pub market: Pubkey,
    pub owner: Pubkey,
    pub stakes: [u64; 2],
    pub payout: u64,
    /// The wallet or token account that was paid.
    pub recipient: Pubkey,
}

/// The position was not settled, since its owner cannot be paid now; it stays open and keeps its claim.
#[event]
pub struct PositionSkipped {
    pub market: Pubkey,
    pub position: Pubkey,
}

#[event]
pub struct MarketClosed {
    pub market: Pubkey,
    pub paid: u64,
    pub fees: Fees,
    /// Base units that rounding left in the escrow.
    pub dust: u64,
}
