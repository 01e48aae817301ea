//! One event for every change of state, with all that a history needs. What changes a market carries its number, so that a
//! reader sees what is missing.

use anchor_lang::prelude::*;

use crate::{
    condition::{Condition, Outcome},
    math::Fees,
    state::{AuctionSettings, Limits, Observation, Settings, Terms},
};

/// The program was configured.
#[event]
pub struct ConfigInitialized {
    /// May change the settings.
    pub admin: Pubkey,
    /// The mint of the currency UTILITY.
    pub utility_mint: Pubkey,
    /// The first settings.
    pub settings: Settings,
    /// How the burn auction runs.
    pub auction: AuctionSettings,
}

/// The admin changed the settings or named another admin.
#[event]
pub struct ConfigUpdated {
    /// The settings from now on.
    pub settings: Settings,
    /// Who may become the admin; the default pubkey for nobody.
    pub pending_admin: Pubkey,
}

/// The admin changed.
#[event]
pub struct AdminAccepted {
    /// The new admin.
    pub admin: Pubkey,
}

/// There is a new attestor set, which new markets take.
#[event]
pub struct AttestorSetCreated {
    /// Sequential from 0.
    pub index: u16,
    /// How many keys must sign the same message.
    pub threshold: u8,
    /// The attestors' keys.
    pub keys: Vec<Pubkey>,
}

/// A market was opened.
#[event]
pub struct MarketCreated {
    /// Its address.
    pub market: Pubkey,
    /// Number of this event among those of the market, from 1.
    pub sequence: u32,
    /// Who opened it.
    pub creator: Pubkey,
    /// The question's text.
    pub question: String,
    /// The token the question is about; the default pubkey for none.
    pub token: Pubkey,
    /// The mint of the stakes; the default pubkey for SOL.
    pub mint: Pubkey,
    /// Unix second of creation.
    pub created_at: i64,
    /// Unix second from which on bets are refused.
    pub close_at: i64,
    /// Unix second whose answer counts.
    pub expire_at: i64,
    /// What was in force at creation.
    pub terms: Terms,
    /// What makes the answer Yes.
    pub condition: Condition,
}

/// A market without stakes was cancelled by its creator.
#[event]
pub struct MarketCancelled {
    /// Its address.
    pub market: Pubkey,
    /// Number of this event among those of the market, from 1.
    pub sequence: u32,
    /// Unix second.
    pub cancelled_at: i64,
}

/// Somebody staked.
#[event]
pub struct BetPlaced {
    /// The market.
    pub market: Pubkey,
    /// Number of this event among those of the market, from 1.
    pub sequence: u32,
    /// Whose position it is.
    pub owner: Pubkey,
    /// The side.
    pub outcome: Outcome,
    /// Base units.
    pub amount: u64,
    /// The market's stakes on [yes, no] after the bet.
    pub pools: [u64; 2],
    /// The owner's stakes on [yes, no] after the bet.
    pub stakes: [u64; 2],
    /// Number of the betting period it was placed in.
    pub period: u64,
    /// Unix second.
    pub placed_at: i64,
}

/// What was recorded before a market is decided.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// The condition was not met at expiry: No follows at the end of the proof window, unless an early Yes is submitted.
    NotMet,
    /// The bonding curve is complete: should the pool follow in time, stakes are late as of now.
    Curve,
    /// The price that a change begins with.
    Reference,
}

/// Something was recorded that decides the market later, or dates its late stakes.
#[event]
pub struct ObservationRecorded {
    /// The market.
    pub market: Pubkey,
    /// Number of this event among those of the market, from 1.
    pub sequence: u32,
    /// What was observed.
    pub observation: Observation,
    /// Unix second in which it was recorded.
    pub recorded_at: i64,
    /// What was recorded.
    pub kind: Recorded,
    /// Who submitted it.
    pub keeper: Pubkey,
    /// Lamports that they got for it.
    pub reward: u64,
}

/// A market was decided.
#[event]
pub struct MarketResolved {
    /// The market.
    pub market: Pubkey,
    /// Number of this event among those of the market, from 1.
    pub sequence: u32,
    /// The winning side.
    pub outcome: Outcome,
    /// What decided it.
    pub observation: Option<Observation>,
    /// All stakes on [yes, no].
    pub pools: [u64; 2],
    /// Number of the period of the news that decided; 0 if no stake can have been late.
    pub late_period: u64,
    /// Those of the stakes on [yes, no] that came too late, and go back.
    pub late: [u64; 2],
    /// Losing stakes that found no opponent by the largest ratio, and go back.
    pub unmatched: u64,
    /// What is taken from what is lost.
    pub fees: Fees,
    /// Unix second.
    pub resolved_at: i64,
    /// Who submitted the decision.
    pub keeper: Pubkey,
    /// Lamports that they got for it.
    pub reward: u64,
}

/// Every stake is refunded: nobody counted on the answer, or there was none in time.
#[event]
pub struct MarketVoided {
    /// The market.
    pub market: Pubkey,
    /// Number of this event among those of the market, from 1.
    pub sequence: u32,
    /// The answer, if it was known.
    pub answer: Option<Outcome>,
    /// What was observed, if anything was.
    pub observation: Option<Observation>,
    /// All stakes on [yes, no].
    pub pools: [u64; 2],
    /// Unix second.
    pub voided_at: i64,
    /// Who ended it.
    pub keeper: Pubkey,
    /// Lamports that they got for it.
    pub reward: u64,
}

/// Fee shares left the escrow.
#[event]
pub struct FeesCollected {
    /// The market.
    pub market: Pubkey,
    /// Number of this event among those of the market, from 1.
    pub sequence: u32,
    /// The mint of the stakes; the default pubkey for SOL.
    pub mint: Pubkey,
    /// The shares that were taken now; a share that was not is 0.
    pub fees: Fees,
    /// The wallet that the developer share belongs to.
    pub treasury: Pubkey,
    /// Whether the developer share was burned like the burn share, since the treasury could not be paid for 30 days.
    pub developer_burned: bool,
}

/// A position was paid and closed.
#[event]
pub struct PositionSettled {
    /// The market.
    pub market: Pubkey,
    /// Number of this event among those of the market, from 1.
    pub sequence: u32,
    /// Whose position it was.
    pub owner: Pubkey,
    /// Its stakes on [yes, no].
    pub stakes: [u64; 2],
    /// Base units for stakes that counted: the winning ones and their share of what is lost.
    pub payout: u64,
    /// Base units of late and unmatched stakes, or of all stakes if the market is void.
    pub refund: u64,
    /// The wallet or token account that was paid.
    pub recipient: Pubkey,
    /// Lamports that whoever settled it got; 0 if the owner claimed it.
    pub reward: u64,
}

/// A market was closed.
#[event]
pub struct MarketClosed {
    /// The market.
    pub market: Pubkey,
    /// Number of this event among those of the market, from 1.
    pub sequence: u32,
    /// Base units paid to positions.
    pub paid: u64,
    /// Base units burned and paid to the treasury.
    pub fees: Fees,
    /// Base units that rounding left over.
    pub dust: u64,
    /// Who closed it.
    pub keeper: Pubkey,
    /// Lamports that they got for it.
    pub reward: u64,
}

/// Somebody bought SOL of the fee vault, and their tokens were burned.
#[event]
pub struct TokensBurned {
    /// Number of this purchase, from 1.
    pub sequence: u32,
    /// Who paid the tokens and got the SOL.
    pub buyer: Pubkey,
    /// Lamports sold.
    pub lamports: u64,
    /// Base units of the utility token burned.
    pub tokens: u64,
    /// Base units for one SOL, with 32 fractional bits.
    pub price: u128,
    /// Lamports that are left for sale.
    pub for_sale: u64,
    /// Slot of the purchase.
    pub slot: u64,
}

/// Money was put into a bankroll.
#[event]
pub struct BankrollDeposited {
    /// Whose bankroll it is.
    pub owner: Pubkey,
    /// The mint; the default pubkey for SOL.
    pub mint: Pubkey,
    /// Base units.
    pub amount: u64,
}

/// Money was taken out of a bankroll by its owner.
#[event]
pub struct BankrollWithdrawn {
    /// Whose bankroll it is.
    pub owner: Pubkey,
    /// The mint; the default pubkey for SOL.
    pub mint: Pubkey,
    /// Base units.
    pub amount: u64,
}

/// A delegate was named, changed or ended.
#[event]
pub struct DelegateSet {
    /// Whose bankroll it is.
    pub owner: Pubkey,
    /// The delegate's key.
    pub key: Pubkey,
    /// The key that must sign as well.
    pub cosigner: Pubkey,
    /// What it may do; none if it was ended.
    pub limits: Option<Limits>,
}

/// A bankroll paid for a bet; `BetPlaced` comes before it.
#[event]
pub struct BankrollBet {
    /// The market.
    pub market: Pubkey,
    /// Number of the `BetPlaced` that it belongs to.
    pub sequence: u32,
    /// Whose bankroll and position it is.
    pub owner: Pubkey,
    /// The owner, or the delegate's key.
    pub signer: Pubkey,
    /// All that left the bankroll: [lamports, base units of UTILITY].
    pub spent: [u64; 2],
    /// Lamports among it that the cosigner got.
    pub fee: u64,
    /// As the bet named it.
    pub request_id: u64,
}

/// A bankroll was closed, and its delegates ended.
#[event]
pub struct BankrollClosed {
    /// Whose it was.
    pub owner: Pubkey,
}
