use anchor_lang::prelude::*;
use bytemuck::{Pod, Zeroable};

use crate::{
    constants::NONCE_TOLERANCE,
    errors::{ensure, MarketError},
    math::Fees,
    state::{Condition, Observation, Settings},
};

/// One question, the stakes behind each answer, and what became of them.
/// PDA: `[MARKET_SEED, creator, nonce as u64 LE]`, created there by `create_market` alone.
/// Invariant: the escrow holds its rent and all that `owed` says.
///
/// Read and written in place, since every bet touches it: fields in order of alignment and without
/// gaps, enums as the byte that Borsh gives them, and what bets do not read packed by Borsh.
#[account(zero_copy)]
#[derive(Debug)]
#[repr(C)]
pub struct Market {
    pub creator: Pubkey,
    /// The token the question is about; the empty address for a question about something else.
    pub token: Pubkey,
    /// The mint of the stakes; the empty address for SOL.
    pub mint: Pubkey,
    /// Holds the stakes: lamports, or a token account whose authority it is itself.
    pub escrow: Pubkey,
    /// A unix time in milliseconds, unique among the creator's markets for good.
    pub nonce: u64,

    // Unix seconds.
    pub created_at: i64,
    /// Bets are refused from this second on.
    pub close_at: i64,
    pub expire_at: i64,
    /// When it was decided or voided; 0 before.
    pub resolved_at: i64,

    // Base units.
    /// All stakes on Yes and on No; kept after payouts.
    pub pools: [u64; 2],
    /// Paid to settled positions so far.
    pub paid: u64,
    /// Fixed by the decision.
    pub fees: Fees,

    pub terms: Terms,
    /// Positions not settled yet.
    pub open_positions: u32,
    /// A `Status`.
    pub(super) status: u8,
    /// An `Outcome`; meaningless unless resolved.
    pub(super) outcome: u8,
    /// 1 once the fees have been taken, or there are none to take.
    pub(super) fees_collected: u8,
    /// 1 if a bet must show that the condition, the state of an account, does not hold already.
    is_watched: u8,
    /// Decimals of the stakes' currency.
    pub decimals: u8,
    pub escrow_bump: u8,
    /// A `Condition`.
    condition: [u8; Condition::INIT_SPACE],
    /// An `Option<Observation>`: what decided it, if an observation did.
    pub(super) observation: [u8; 1 + Observation::INIT_SPACE],
    _padding: [u8; 5],
}

/// What was in force at creation, and so for good: no setting bears on a market that exists.
#[derive(AnchorSerialize, AnchorDeserialize, Pod, Zeroable, Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Terms {
    /// Seconds after expiry in which a proof counts.
    pub proof_window: u32,
    /// Seconds after expiry from which an undecided market is void.
    pub void_delay: u32,
    pub burn_bps: u16,
    pub developer_bps: u16,
    /// Widest confidence interval of a price, in basis points of the price.
    pub max_confidence_bps: u16,
    /// Index of the attestor set that decides about holders and events.
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

/// What a market begins with.
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
    /// With the discriminator, in bytes.
    pub const SPACE: usize = 8 + std::mem::size_of::<Market>();

    /// Opens a market on an account that holds nothing yet.
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

    /// The last second that an observation at expiry can be of; from then on silence means No.
    pub fn proof_deadline(&self) -> i64 {
        self.expire_at.saturating_add(self.terms.proof_window.into())
    }

    /// From this second on the market can be voided, and no longer decided.
    pub fn void_at(&self) -> i64 {
        self.expire_at.saturating_add(self.terms.void_delay.into())
    }

    /// Until this second the creator could use the nonce for another market.
    pub fn nonce_expires_at(&self) -> i64 {
        nonce_second(self.nonce).saturating_add(NONCE_TOLERANCE.into())
    }
}

/// The second that a nonce names, which is a unix time in milliseconds.
pub fn nonce_second(nonce: u64) -> i64 {
    (nonce / 1_000) as i64
}
