use anchor_lang::prelude::*;
use bytemuck::{Pod, Zeroable};

use crate::{
    constants::NONCE_TOLERANCE,
    errors::{ensure, MarketError},
    math::Fees,
    state::{Condition, Observation, Settings},
};

/// One question, its terms, the stakes on each side, and the decision.
/// PDA: `[MARKET_SEED, creator, nonce as u64 LE]`; only `create_market` creates one.
/// Invariant: the escrow holds at least its rent and `owed()`.
///
/// Zero-copy, since every bet reads and writes it: fields are ordered by alignment without gaps, enums
/// are stored as their Borsh byte, and fields that bets do not read are stored as Borsh bytes.
#[account(zero_copy)]
#[derive(Debug)]
#[repr(C)]
pub struct Market {
    pub creator: Pubkey,
    /// The token the question is about; the empty address if it is about none.
    pub token: Pubkey,
    /// The mint of the stakes; the empty address for SOL.
    pub mint: Pubkey,
    /// Holds the stakes: in lamports, or as a token account that is its own authority.
    pub escrow: Pubkey,
    /// A unix time in milliseconds; the creator can never use it for a second market.
    pub nonce: u64,

    // Unix seconds.
    pub created_at: i64,
    /// Bets are refused from this second on.
    pub close_at: i64,
    pub expire_at: i64,
    /// When it was decided or voided; 0 before.
    pub resolved_at: i64,

    // Base units.
    /// Stakes on Yes and on No; payouts do not change them.
    pub pools: [u64; 2],
    /// Paid to settled positions so far.
    pub paid: u64,
    /// Set by the decision.
    pub fees: Fees,

    pub terms: Terms,
    /// Positions not settled yet.
    pub open_positions: u32,
    /// A `Status`.
    pub(super) status: u8,
    /// An `Outcome`; meaningless unless resolved.
    pub(super) outcome: u8,
    /// 1 once the fees have been collected, or if there are none.
    pub(super) fees_collected: u8,
    /// 1 if every bet must show that the condition, the state of an account, is not met yet.
    is_watched: u8,
    /// Decimals of the stakes' currency.
    pub decimals: u8,
    pub escrow_bump: u8,
    /// A `Condition`.
    condition: [u8; Condition::INIT_SPACE],
    /// An `Option<Observation>`: the one that decided the market, if any.
    pub(super) observation: [u8; 1 + Observation::INIT_SPACE],
    _padding: [u8; 5],
}

/// The settings at creation, which apply to the market for its whole life.
#[derive(AnchorSerialize, AnchorDeserialize, Pod, Zeroable, Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Terms {
    /// Seconds after expiry in which a proof is accepted.
    pub proof_window: u32,
    /// Seconds after expiry from which an undecided market can be voided.
    pub void_delay: u32,
    pub burn_bps: u16,
    pub developer_bps: u16,
    /// Widest confidence interval of a price, in basis points of the price.
    pub max_confidence_bps: u16,
    /// Index of the attestor set whose signatures count.
    pub attestor_set: u16,
}

#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Open,
    Resolved,
    /// No winner: every stake is refunded.
    Void,
}

#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Yes,
    No,
}

impl Outcome {
    pub fn of<T: Copy>(self, [yes, no]: &[T; 2]) -> T {
        match self {
            Outcome::Yes => *yes,
            Outcome::No => *no,
        }
    }

    pub fn of_mut<T>(self, [yes, no]: &mut [T; 2]) -> &mut T {
        match self {
            Outcome::Yes => yes,
            Outcome::No => no,
        }
    }

    pub fn other(self) -> Self {
        match self {
            Outcome::Yes => Outcome::No,
            Outcome::No => Outcome::Yes,
        }
    }
}

impl Terms {
    pub fn of(settings: &Settings, attestor_set: u16) -> Self {
        Self {
            burn_bps: settings.burn_bps,
            developer_bps: settings.developer_bps,
            max_confidence_bps: settings.max_confidence_bps,
            attestor_set,
            proof_window: settings.proof_window,
            void_delay: settings.void_delay,
        }
    }
}

/// The initial values of a market.
pub struct NewMarket {
    pub creator: Pubkey,
    pub token: Pubkey,
    pub mint: Pubkey,
    pub decimals: u8,
    pub escrow: Pubkey,
    pub escrow_bump: u8,
    pub nonce: u64,
    pub created_at: i64,
    pub close_at: i64,
    pub expire_at: i64,
    pub terms: Terms,
    pub condition: Condition,
}

impl Market {
    /// Size in bytes, with the discriminator.
    pub const SPACE: usize = 8 + std::mem::size_of::<Market>();

    /// Initialises a zeroed account.
    pub fn open(&mut self, new: NewMarket) -> Result<()> {
        self.creator = new.creator;
        self.token = new.token;
        self.mint = new.mint;
        self.decimals = new.decimals;
        self.escrow = new.escrow;
        self.escrow_bump = new.escrow_bump;
        self.nonce = new.nonce;
        self.created_at = new.created_at;
        self.close_at = new.close_at;
        self.expire_at = new.expire_at;
        self.terms = new.terms;
        self.is_watched = new.condition.is_watched().into();
        new.condition.serialize(&mut &mut self.condition[..])?;
        Ok(())
    }

    pub fn status(&self) -> Status {
        match self.status {
            0 => Status::Open,
            1 => Status::Resolved,
            _ => Status::Void,
        }
    }

    /// The winner, if there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        match (self.status(), self.outcome) {
            (Status::Resolved, 0) => Some(Outcome::Yes),
            (Status::Resolved, _) => Some(Outcome::No),
            _ => None,
        }
    }

    pub fn fees_collected(&self) -> bool {
        self.fees_collected != 0
    }

    pub fn is_watched(&self) -> bool {
        self.is_watched != 0
    }

    pub fn condition(&self) -> Result<Condition> {
        Ok(Condition::deserialize(&mut &self.condition[..])?)
    }

    pub fn observation(&self) -> Result<Option<Observation>> {
        Ok(Option::<Observation>::deserialize(&mut &self.observation[..])?)
    }

    pub fn is_sol(&self) -> bool {
        self.mint == Pubkey::default()
    }

    pub fn require_accepts_bets(&self, now: i64) -> Result<()> {
        ensure(self.status() == Status::Open && now < self.close_at, MarketError::MarketClosed)?;
        Ok(())
    }

    pub fn require_decided(&self) -> Result<()> {
        ensure(self.status() != Status::Open, MarketError::MarketUndecided)?;
        Ok(())
    }

    pub fn require_undecided(&self) -> Result<()> {
        ensure(self.status() == Status::Open, MarketError::MarketDecided)?;
        Ok(())
    }

    /// The last second of an observation at expiry. From then on, a market by expiry without a proof of
    /// Yes is decided No.
    pub fn proof_deadline(&self) -> i64 {
        self.expire_at.saturating_add(self.terms.proof_window.into())
    }

    /// From this second on the market can be voided and no longer decided.
    pub fn void_at(&self) -> i64 {
        self.expire_at.saturating_add(self.terms.void_delay.into())
    }

    /// Until this second the nonce is valid for a new market of the creator.
    pub fn nonce_expires_at(&self) -> i64 {
        nonce_second(self.nonce).saturating_add(NONCE_TOLERANCE.into())
    }
}

/// The unix second of a nonce, which is a unix time in milliseconds.
pub fn nonce_second(nonce: u64) -> i64 {
    (nonce / 1_000) as i64
}
