use std::cell::{Ref, RefMut};

use anchor_lang::prelude::*;

use crate::{
    condition::{Condition, Measurement, Metric, Outcome},
    constants::{NONCE_TOLERANCE, VERSION},
    decision::Rules,
    errors::{ensure, require_version, MarketError},
    math::Fees,
    state::{Observation, RecentStakes, StoredCondition, StoredObservation, Terms},
};

/// One question, the stakes behind each answer, and the decision.
/// PDA: `[MARKET_SEED, creator, nonce as u64 LE]`, created there by `create_market` alone.
/// Invariant: the escrow holds its rent and all that `owed` says.
///
/// Read and written in place, since every bet touches it: fields in order of alignment and without gaps,
/// enums as a byte.
#[account(zero_copy)]
#[derive(Debug)]
#[repr(C)]
pub struct Market {
    /// Layout of this account; 1.
    pub version: u8,
    /// A `Status`: 0 open, 1 resolved, 2 void.
    pub(super) status: u8,
    /// The answer: 0 none, 1 yes, 2 no. Of a void market: what the answer was, if it was known.
    pub(super) answer: u8,
    /// 1 once the burn share has been taken, or there is none.
    pub(super) burn_collected: u8,
    /// 1 once the developer share has been taken, or there is none.
    pub(super) developer_collected: u8,
    /// Decimals of the stakes' currency.
    pub decimals: u8,
    /// Bump of the escrow's address.
    pub escrow_bump: u8,
    /// Fills up to a multiple of eight bytes.
    pub padding: u8,

    /// Who opened it, and gets its rent back.
    pub creator: Pubkey,
    /// The token the question is about; the default pubkey for a question about something else.
    pub token: Pubkey,
    /// The mint of the stakes; the default pubkey for SOL.
    pub mint: Pubkey,
    /// Holds the stakes: lamports, or a token account that is its own authority.
    pub escrow: Pubkey,
    /// A unix time in milliseconds, unique among the creator's markets for good.
    pub nonce: u64,

    /// Unix second of creation.
    pub created_at: i64,
    /// Bets are refused from this unix second on.
    pub close_at: i64,
    /// Unix second whose answer counts.
    pub expire_at: i64,
    /// Unix second in which it was decided or voided; 0 before.
    pub resolved_at: i64,

    /// All stakes on [yes, no] in base units; kept after payouts.
    pub pools: [u64; 2],
    /// The latest of these stakes, by period.
    pub recent: RecentStakes,
    /// Number of the period of the news that decided; stakes that came too late for it do not count. 0 if
    /// none can have been too late.
    pub late_period: u64,
    /// Late stakes on [yes, no] in base units: part of `pools`, paid back in full, in no payout or fee.
    pub late: [u64; 2],
    /// Losing stakes in base units that found no opponent by the largest ratio: part of `pools`, paid back, in no payout or
    /// fee.
    pub unmatched: u64,
    /// Paid to settled positions so far, in base units.
    pub paid: u64,
    /// Fixed by the decision.
    pub fees: Fees,
    /// Lamports that the escrow holds for its rent, as of creation.
    pub escrow_rent: u64,
    /// Lamports that recording an observation has earned, of the reward for deciding.
    pub recorded_reward: u64,

    /// What decided it; while it is open, a "not met" at expiry that decides No after the proof window.
    pub(super) observation: StoredObservation,
    /// Recorded before the decision and needed for it. Supply and market cap: the supply at creation, of a mint that can
    /// only lose supply; migration: the complete curve, in the second in which it was recorded; change: the price at the
    /// reference second. Empty otherwise.
    pub(super) reference: StoredObservation,
    /// What makes the answer Yes.
    pub(super) condition: StoredCondition,
    /// What was in force at creation.
    pub terms: Terms,
    /// Positions not settled yet.
    pub open_positions: u32,
    /// Number of the last event that has changed the market: its creation is 1.
    pub sequence: u32,
    /// Migration: the bumps of the pool's authority and of the pool; zero otherwise.
    pub pool_bumps: [u8; 2],
    /// Fills up to a multiple of eight bytes.
    pub padding_end: [u8; 6],
    /// For later versions; zero.
    pub reserved: [u8; 32],
}

const _: () = assert!(Market::SPACE == 584);

/// The status of a market.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not decided yet.
    Open,
    /// Decided: the winners are paid.
    Resolved,
    /// No winner: every stake is refunded.
    Void,
}

/// What a market begins with.
pub struct NewMarket {
    pub creator: Pubkey,
    pub token: Pubkey,
    pub mint: Pubkey,
    pub decimals: u8,
    pub escrow: Pubkey,
    pub escrow_bump: u8,
    pub escrow_rent: u64,
    pub nonce: u64,
    pub created_at: i64,
    pub close_at: i64,
    pub expire_at: i64,
    pub terms: Terms,
    pub condition: Condition,
    pub basis: Basis,
}

/// What the accounts that a market is about say at creation, kept for its decision.
#[derive(Clone, Copy, Debug, Default)]
pub struct Basis {
    /// Migration: the bonding curve's address.
    pub curve: Pubkey,
    /// Migration: the bumps of the pool's authority and of the pool.
    pub pool_bumps: [u8; 2],
    /// Supply and market cap: the supply, if nobody can ever add to it.
    pub supply: Option<Measurement>,
}

impl Market {
    /// With the discriminator, in bytes.
    pub const SPACE: usize = 8 + std::mem::size_of::<Market>();

    /// Opens a market on an account that holds nothing yet.
    pub fn open(&mut self, new: NewMarket) {
        self.version = VERSION;
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
        self.escrow_rent = new.escrow_rent;
        self.condition = new.condition.into();
        if new.condition.metric == Metric::Migration {
            self.condition.source = new.basis.curve.to_bytes();
        }
        self.pool_bumps = new.basis.pool_bumps;
        if let Some(supply) = new.basis.supply {
            self.reference = Observation::of(supply, new.created_at, false).into();
        }
    }

    /// Reads a market of a version that this program knows.
    #[inline(never)]
    pub fn read<'a>(account: &'a AccountLoader<Self>) -> Result<Ref<'a, Self>> {
        let market = account.load()?;
        require_version(market.version)?;
        Ok(market)
    }

    /// The same, to change it.
    #[inline(never)]
    pub fn write<'a>(account: &'a AccountLoader<Self>) -> Result<RefMut<'a, Self>> {
        let market = account.load_mut()?;
        require_version(market.version)?;
        Ok(market)
    }

    /// Counts an event, and returns its number. No step fails for it: at the top it stands.
    pub fn next_event(&mut self) -> u32 {
        self.sequence = self.last_event();
        self.sequence
    }

    /// The number of the event that ends the market.
    pub fn last_event(&self) -> u32 {
        self.sequence.saturating_add(1)
    }

    pub fn status(&self) -> Status {
        match self.status {
            0 => Status::Open,
            1 => Status::Resolved,
            _ => Status::Void,
        }
    }

    /// The answer, as far as it is known: the winner, or what nobody counted on in a void market.
    pub fn answer(&self) -> Option<Outcome> {
        match self.answer {
            1 => Some(Outcome::Yes),
            2 => Some(Outcome::No),
            _ => None,
        }
    }

    /// The winning side, if there is one.
    pub fn winner(&self) -> Option<Outcome> {
        self.answer().filter(|_| self.status() == Status::Resolved)
    }

    pub fn condition(&self) -> Condition {
        self.condition.into()
    }

    pub fn observation(&self) -> Option<Observation> {
        self.observation.get()
    }

    /// The supply at creation, the recorded curve, or the recorded reference price.
    pub fn reference(&self) -> Option<Observation> {
        self.reference.get()
    }

    /// The second of what was recorded before T: a migration's complete curve, or the price that a change begins with.
    pub fn recorded_reference(&self) -> Option<i64> {
        let is_recorded = self.condition.records_reference() && self.reference.is_some();
        is_recorded.then_some(self.reference.observed_at)
    }

    /// From this second on the market is void, unless "not met" was recorded.
    pub fn void_at(&self) -> i64 {
        self.expire_at.saturating_add(self.terms.void_delay.into())
    }

    /// The bonding curve of a migration.
    pub fn curve(&self) -> Pubkey {
        self.condition.source.into()
    }

    pub fn is_sol(&self) -> bool {
        self.mint == Pubkey::default()
    }

    /// What the rules of decisions need to know of it.
    pub fn rules(&self, condition: &Condition) -> Rules {
        let Condition { metric, timing, .. } = *condition;
        Rules {
            metric,
            timing,
            created_at: self.created_at,
            close_at: self.close_at,
            expire_at: self.expire_at,
            proof_window: self.terms.proof_window,
            void_delay: self.terms.void_delay,
            is_recorded: self.observation.is_some(),
            recorded_reference: self.recorded_reference(),
        }
    }

    /// The number of the period of a second before expiry. Periods are counted from 1 and back from expiry,
    /// so that one ends exactly there.
    pub fn period_of(&self, second: i64) -> u64 {
        let length = u64::from(self.terms.period).max(1);
        let last = self.expire_at.saturating_sub(1);
        let periods = self.expire_at.abs_diff(self.created_at).div_ceil(length);
        let seconds = u64::try_from(last.saturating_sub(second)).unwrap_or(0);
        let after = seconds.checked_div(length).unwrap_or(0);
        periods.saturating_sub(after)
    }

    /// Bets end at `close_at`, and with the observation at expiry or the price that a change begins with, should the
    /// chain's clock be that far behind.
    pub fn require_accepts_bets(&self, now: i64) -> Result<()> {
        let has_begun = self.condition.is_change() && self.reference.is_some();
        let is_known = self.observation.is_some() || has_begun;
        let is_open = self.status() == Status::Open && !is_known;
        ensure(is_open && now < self.close_at, MarketError::MarketClosed)
    }

    pub fn require_decided(&self) -> Result<()> {
        ensure(self.status() != Status::Open, MarketError::MarketUndecided)
    }

    pub fn require_undecided(&self) -> Result<()> {
        ensure(self.status() == Status::Open, MarketError::MarketDecided)
    }

    /// The creator could use the nonce for another market until this second. Before it has passed the market
    /// stays, so that its address never means another condition.
    pub fn require_nonce_expired(&self, now: i64) -> Result<()> {
        let expires_at = nonce_second(self.nonce).saturating_add(NONCE_TOLERANCE.into());
        ensure(now > expires_at, MarketError::MarketTooYoung)
    }
}

/// The second that a nonce names, which is a unix time in milliseconds.
pub fn nonce_second(nonce: u64) -> i64 {
    (nonce / 1_000) as i64
}
