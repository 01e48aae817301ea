use anchor_lang::prelude::*;

use crate::{
    errors::MarketError,
    math::{self, checked, Fees},
    state::{Condition, Observation, Settings},
};

/// One question, the stakes behind each answer, and what became of them.
/// PDA: `[MARKET_SEED, creator, nonce as u64 LE]`, created there by `create_market` alone.
/// Invariant: the escrow holds its rent and all that `owed` says.
#[account]
#[derive(InitSpace, Debug)]
pub struct Market {
    pub creator: Pubkey,
    /// The token the question is about; the empty address for a question about something else.
    pub token: Pubkey,
    /// The mint of the stakes; the empty address for SOL.
    pub mint: Pubkey,
    pub status: Status,
    /// Decimals of the stakes' currency.
    pub decimals: u8,
    /// Holds the stakes: lamports, or a token account whose authority it is itself.
    pub escrow: Pubkey,
    pub escrow_bump: u8,
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
    pub fees_collected: bool,

    /// Positions not settled yet.
    pub open_positions: u32,
    pub terms: Terms,
    pub condition: Condition,
    pub outcome: Option<Outcome>,
    /// What decided it, if an observation did.
    pub observation: Option<Observation>,
}

/// What was in force at creation, and so for good: no setting bears on a market that exists.
#[derive(AnchorSerialize, AnchorDeserialize, InitSpace, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    pub burn_bps: u16,
    pub developer_bps: u16,
    pub max_confidence_bps: u16,
    pub attestor_set: u16,
    pub proof_window: u32,
    pub void_delay: u32,
}

#[derive(AnchorSerialize, AnchorDeserialize, InitSpace, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Open,
    Resolved,
    /// No winner: every stake is refunded.
    Void,
}

#[derive(AnchorSerialize, AnchorDeserialize, InitSpace, Clone, Copy, Debug, PartialEq, Eq)]
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

impl Market {
    pub fn is_sol(&self) -> bool {
        self.mint == Pubkey::default()
    }

    pub fn require_accepts_bets(&self, now: i64) -> Result<()> {
        require!(
            self.status == Status::Open && now < self.close_at,
            MarketError::MarketClosed
        );
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

    pub fn add_stake(&mut self, outcome: Outcome, amount: u64) -> Result<()> {
        let pool = outcome.of_mut(&mut self.pools);
        *pool = checked(pool.checked_add(amount))?;
        // The sum fits too, and so does every payout.
        self.total().map(|_| ())
    }

    /// Fixes the winner and the fees, for good. Nobody on the winning side: nobody wins.
    pub fn resolve(&mut self, outcome: Outcome, observation: Option<Observation>, now: i64) -> Result<()> {
        self.observation = observation;
        if outcome.of(&self.pools) == 0 {
            self.void(now);
            return Ok(());
        }
        let losing_pool = outcome.other().of(&self.pools);
        self.status = Status::Resolved;
        self.outcome = Some(outcome);
        self.resolved_at = now;
        self.fees = Fees::of(losing_pool, self.terms.burn_bps, self.terms.developer_bps)?;
        self.fees_collected = self.fees == Fees::default();
        Ok(())
    }

    pub fn void(&mut self, now: i64) {
        self.status = Status::Void;
        self.resolved_at = now;
        self.fees_collected = true;
    }

    /// What a resolved market pays for these stakes.
    pub fn payout(&self, stakes: &[u64; 2]) -> Result<u64> {
        let outcome = self.outcome.ok_or(MarketError::MarketUndecided)?;
        let losing_pool = outcome.other().of(&self.pools);
        let distributable = checked(losing_pool.checked_sub(self.fees.total()?))?;
        math::payout(outcome.of(stakes), outcome.of(&self.pools), distributable)
    }

    pub fn record_settlement(&mut self, payout: u64) -> Result<()> {
        self.paid = checked(self.paid.checked_add(payout))?;
        self.open_positions = checked(self.open_positions.checked_sub(1))?;
        Ok(())
    }

    /// All stakes.
    pub fn total(&self) -> Result<u64> {
        let [yes, no] = self.pools;
        checked(yes.checked_add(no))
    }

    /// What the escrow must still hold: stakes less what was paid out and collected.
    pub fn owed(&self) -> Result<u64> {
        let collected = if self.fees_collected {
            self.fees.total()?
        } else {
            0
        };
        let left = self
            .total()?
            .checked_sub(self.paid)
            .and_then(|left| left.checked_sub(collected));
        left.ok_or_else(|| error!(MarketError::EscrowInsolvent))
    }

    /// The last check of every instruction that takes money out; `held` is without rent.
    pub fn require_solvent(&self, held: u64) -> Result<()> {
        require_gte!(held, self.owed()?, MarketError::EscrowInsolvent);
        Ok(())
    }
}
