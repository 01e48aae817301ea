//! Everything the program refuses, each by a name that states the fact.
//! Codes are part of the interface: add at the end, never reorder or remove.

use anchor_lang::{
    error::{AnchorError, ERROR_CODE_OFFSET},
    prelude::*,
};

use crate::constants::VERSION;

/// `Err(error)` unless `condition` holds. A function, not Anchor's `require!`: the macro builds the
/// whole error, strings and all, at each of the hundred places that could fail.
#[inline(always)]
pub fn ensure(condition: bool, error: MarketError) -> Result<()> {
    if condition {
        Ok(())
    } else {
        Err(fail(error))
    }
}

/// Refuses an account of a version that this program does not know.
#[inline(always)]
pub fn require_version(version: u8) -> Result<()> {
    ensure(version == VERSION, MarketError::UnknownVersion)
}

/// The error as Anchor reports it, built in one place and off the hot path. Names and messages come from tables: what
/// `#[error_code]` generates is 25 KB of program.
#[cold]
#[inline(never)]
pub fn fail(error: MarketError) -> Error {
    let text = TEXTS.get(error as usize).copied().unwrap_or_default();
    let length = NAME_LENGTHS.get(error as usize).copied().unwrap_or_default();
    let (name, message) = text.split_at_checked(length.into()).unwrap_or_default();
    Error::from(AnchorError {
        error_name: name.to_string(),
        error_code_number: ERROR_CODE_OFFSET.saturating_add(error as u32),
        error_msg: message.to_string(),
        error_origin: None,
        compared_values: None,
    })
}

/// An error of a constraint: the same, also where Anchor's macro makes it.
pub struct Refused(pub MarketError);

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        fail(refused.0)
    }
}

/// Declares the errors, and beside them a table of their texts: the name and the message in one string, because a second
/// slice for each would take 1.5 KB.
macro_rules! errors {
    (pub enum $enum:ident { $(#[msg($text:tt)] $name:ident,)* }) => {
        #[error_code]
        pub enum $enum { $(#[msg($text)] $name,)* }

        const TEXTS: &[&str] = &[$(concat!(stringify!($name), $text)),*];
        const NAME_LENGTHS: &[u8] = &[$(stringify!($name).len() as u8),*];
    };
}

errors! {
pub enum MarketError {
    #[msg("The amounts do not fit in 64 bits")]
    ArithmeticOverflow,
    #[msg("The account to create exists already")]
    AccountExists,

    // Configuration
    #[msg("Only the program's upgrade authority can initialise the configuration")]
    NotUpgradeAuthority,
    #[msg("Only the admin can do this")]
    NotAdmin,
    #[msg("Only the admin named by the current one can accept")]
    NotPendingAdmin,
    #[msg("A fee share is above 1,000 basis points")]
    FeeTooHigh,
    #[msg("The treasury cannot be the default pubkey")]
    TreasuryMissing,
    #[msg("A minimum stake must be one base unit to 10 SOL, or to 1,000,000 UTILITY")]
    MinimumStakeOutOfRange,
    #[msg("max_duration must be 1 second to 5 years")]
    MaxDurationOutOfRange,
    #[msg("proof_window must be 10 seconds to 7 days")]
    ProofWindowOutOfRange,
    #[msg("void_delay must be twice the proof window to 30 days")]
    VoidDelayOutOfRange,
    #[msg("feed_void_delay must be twice the proof window to 30 days")]
    FeedVoidDelayOutOfRange,
    #[msg("shortest_period must be 2 to 300 seconds")]
    ShortestPeriodOutOfRange,
    #[msg("shortest_attested_period must be 2 to 3,600 seconds")]
    ShortestAttestedPeriodOutOfRange,
    #[msg("close_margin must be 2 to 60 seconds")]
    CloseMarginOutOfRange,
    #[msg("max_confidence_bps must be 10 to 10,000")]
    MaxConfidenceOutOfRange,
    #[msg("decide_reward must be at most 1 SOL")]
    DecideRewardTooHigh,
    #[msg("settle_reward must be at most 50,000 lamports")]
    SettleRewardTooHigh,
    #[msg("The Pyth receiver is not one of Pyth's own")]
    UnknownPythReceiver,
    #[msg("The utility mint is wrapped SOL, can be frozen, or has an extension that can move, freeze or tax other people's tokens")]
    UnsafeUtilityMint,
    #[msg("An attestor set has 4, 5, 7 or 8 distinct keys")]
    InvalidAttestorSet,
    #[msg("New markets and bets are paused; decisions and payouts go on")]
    Paused,

    // Markets
    #[msg("A question has 1 to 280 bytes")]
    QuestionLength,
    #[msg("The nonce must be a time in milliseconds within five minutes of the chain's clock")]
    NonceOutOfRange,
    #[msg("close_at must be in the future, and four betting periods before expiry, or the close margin if there is no early decision")]
    CloseTimeInvalid,
    #[msg("The market would run longer than the longest duration")]
    DurationTooLong,
    #[msg("expire_at is too soon: a market lasts at least 16 betting periods, or more than its close margin if there is no early decision")]
    DurationTooShort,
    #[msg("Fees, treasury, minimum stake, settle reward or another term is not what the creator expects")]
    TermsChanged,
    #[msg("This condition needs a token address")]
    TokenRequired,
    #[msg("The condition's target or comparison is not valid for its type")]
    ConditionInvalid,
    #[msg("This condition needs an attestor set, and none exists")]
    NoAttestorSet,
    #[msg("The answer can no longer change")]
    AnswerFixed,
    #[msg("The mint's supply is unreliable: wrapped SOL, empty, or with a close authority, permanent delegate, confidential or scaled amounts or, for a market cap, a mint authority")]
    UnreliableSupply,
    #[msg("Only the creator can cancel a market")]
    NotCreator,
    #[msg("The market has stakes and cannot be cancelled")]
    MarketHasStakes,

    // Bets
    #[msg("The market no longer takes bets")]
    MarketClosed,
    #[msg("The stake is below the minimum for this currency")]
    StakeTooSmall,
    #[msg("Payout at the current pools is below min_payout")]
    PayoutTooLow,
    #[msg("A token account, mint or token program of a UTILITY market is missing")]
    TokenAccountsMissing,
    #[msg("The escrow does not belong to this market")]
    WrongEscrow,
    #[msg("The mint is not the one the market's stakes are in")]
    WrongMint,
    #[msg("The token program does not own the market's escrow")]
    WrongTokenProgram,
    #[msg("The position is not the bettor's in this market")]
    WrongPosition,

    // Decisions
    #[msg("The market has already been decided")]
    MarketDecided,
    #[msg("The market has not expired yet")]
    NotExpired,
    #[msg("The condition is not met, and No cannot be decided yet")]
    NotDecidableYet,
    #[msg("The time to decide this market has passed: it can only be voided")]
    DecisionTooLate,
    #[msg("The market cannot be voided before its void delay has passed")]
    TooEarlyToVoid,
    #[msg("The observation is not from the time that decides this market, or was submitted too late")]
    ObservationOutOfTime,
    #[msg("Observation predates the recorded betting periods; submit a newer one")]
    ObservationTooOld,
    #[msg("The accounts that prove this condition are missing")]
    EvidenceMissing,

    // Evidence
    #[msg("The price account is not owned by the market's Pyth receiver program")]
    PriceWrongOwner,
    #[msg("The price account is not a price update")]
    PriceMalformed,
    #[msg("The price update is not fully verified")]
    PriceNotVerified,
    #[msg("The price update is of another feed")]
    PriceWrongFeed,
    #[msg("The price is zero or negative")]
    PriceNotPositive,
    #[msg("The price's confidence interval is wider than this market allows")]
    PriceUncertain,
    #[msg("The mint account is not the mint of the market's token")]
    TokenMintInvalid,
    #[msg("The account is not the pump.fun bonding curve of the market's token")]
    CurveInvalid,
    #[msg("The account is not the canonical PumpSwap pool of the market's token")]
    PoolInvalid,
    #[msg("The attestor set is not the one the market was created with")]
    WrongAttestorSet,
    #[msg("The instruction before this one must verify the attestors' ed25519 signatures")]
    AttestationMissing,
    #[msg("The ed25519 instruction does not hold its own keys, signatures and messages")]
    AttestationMalformed,
    #[msg("The attestation was signed for another program, market or purpose")]
    AttestationForeign,
    #[msg("Too few attestors of the market's set have signed this observation")]
    AttestationQuorumMissing,

    // Payouts
    #[msg("The market has not been decided yet")]
    MarketUndecided,
    #[msg("There are no fees to collect, or they have been collected")]
    NoFeesToCollect,
    #[msg("The fees go to the treasury of the configuration")]
    WrongTreasury,
    #[msg("The recipient cannot receive this payment: wrong, closed, frozen, read-only or below rent")]
    RecipientCannotReceive,
    #[msg("A settlement group is position and wallet for SOL; position, wallet, associated token account and optionally another for UTILITY, with one bump each")]
    SettlementAccountsInvalid,
    #[msg("The escrow would hold less than it owes")]
    EscrowInsolvent,
    #[msg("Positions or fees of this market are still unpaid")]
    MarketNotEmpty,
    #[msg("The market was created too recently to be closed or cancelled")]
    MarketTooYoung,

    // Burning
    #[msg("The half-life of the burn auction must be 150 to 216,000 slots, its smallest lot 0.25 to 10 SOL")]
    AuctionOutOfRange,
    #[msg("A purchase takes at least 0.01 SOL and at most one lot")]
    PurchaseOutOfRange,
    #[msg("The purchase costs more tokens than the buyer allows")]
    PurchaseTooExpensive,

    // Bankrolls
    #[msg("Only the owner of the bankroll can do this")]
    NotBankrollOwner,
    #[msg("The token account is not the bankroll's associated one")]
    WrongBankrollAccount,
    #[msg("The bankroll cannot cover the stake, the position's rent and settle reward, and the fee")]
    BankrollTooLow,
    #[msg("A bet from a bankroll is signed by its owner, or by both keys of a delegate")]
    NotDelegate,
    #[msg("A delegate has two different keys, neither of them the default pubkey")]
    DelegateKeysInvalid,
    #[msg("A delegate's fee limit is at most 50,000 lamports, and it ends within 90 days from now")]
    DelegateLimitsInvalid,
    #[msg("A bankroll has at most four delegates: end one first")]
    TooManyDelegates,
    #[msg("The delegate has expired")]
    DelegateExpired,
    #[msg("The fee is above the delegate's limit")]
    DelegateFeeTooHigh,
    #[msg("The stake is above the delegate's limit for one bet")]
    DelegatePerBetExceeded,
    #[msg("The stake, the position's rent and settle reward, and the fee exceed the delegate's remaining total")]
    DelegateTotalExceeded,

    // Versions
    #[msg("The account has a version that this program does not know")]
    UnknownVersion,

    // Rewards, ratios and the pause
    #[msg("reward_stake must be above 0 in a UTILITY market, and 0 in a SOL market")]
    RewardStakeInvalid,
    #[msg("max_ratio must be 0 or 100 to 10,000 where a market asks for up or down, and 0 elsewhere")]
    MaxRatioInvalid,
    #[msg("Bets open 60 seconds after the program was unpaused or a minimum stake lowered")]
    BetsNotOpenYet,
    #[msg("Neither the pause nor a minimum stake changes in the first 60 seconds in which bets are open again")]
    PauseTooSoon,
    #[msg("The account is not the question of this market")]
    WrongQuestion,
}
}
