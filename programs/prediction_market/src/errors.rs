//! Everything the program refuses, each by a name that states the fact.
//! Codes are part of the interface: add at the end, never reorder or remove.

use anchor_lang::prelude::*;

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

/// The error as Anchor reports it, built in one place and off the hot path.
#[cold]
#[inline(never)]
pub fn fail(error: MarketError) -> Error {
    error.into()
}

#[error_code]
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
    #[msg("The treasury cannot be the empty address")]
    TreasuryMissing,
    #[msg("A minimum stake must be at least one base unit")]
    MinimumStakeZero,
    #[msg("The longest duration, proof window, void delay, a shortest period or the confidence limit is out of range; the void delay must be at least twice the proof window")]
    LimitOutOfRange,
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
    #[msg("Betting must end after now and before the answer is out: seconds before expiry, or at expiry for the state of an account")]
    CloseTimeInvalid,
    #[msg("The market would run longer than the longest duration")]
    DurationTooLong,
    #[msg("A market that can be decided early must last at least three betting periods")]
    DurationTooShort,
    #[msg("The fees, treasury, minimum stake, attestor set or another term is not what the creator expects")]
    TermsChanged,
    #[msg("This condition needs a token address")]
    TokenRequired,
    #[msg("The condition's target or comparison is not valid for its type")]
    ConditionInvalid,
    #[msg("Markets about holders and events need an attestor set, and none has been created")]
    NoAttestorSet,
    #[msg("The answer can no longer change: there is nothing left to bet on")]
    AnswerFixed,
    #[msg("The supply of this mint cannot be relied on: it can be closed, is encrypted or, for a market cap, can be increased")]
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
    #[msg("If its side won as the pools stand, the stake would be paid less than the bettor asks for")]
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
    #[msg("The observation is not from the time that decides this market, or is shown too late")]
    ObservationOutOfTime,
    #[msg("There were bets since, too long after this observation to tell which stakes are late: show a newer one")]
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
    #[msg("Positions are settled in groups: position and wallet for SOL, position, wallet and token account for UTILITY")]
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
    #[msg("A purchase takes at least 0.01 SOL or all that is left, and at most one lot")]
    PurchaseOutOfRange,
    #[msg("The purchase costs more tokens than the buyer allows")]
    PurchaseTooExpensive,

    // Bankrolls
    #[msg("Only the owner of the bankroll can do this")]
    NotBankrollOwner,
    #[msg("The token account is not the bankroll's associated one")]
    WrongBankrollAccount,
    #[msg("The bankroll holds less than the stake, the position's rent and the fee")]
    BankrollTooLow,
    #[msg("A bet from a bankroll is signed by its owner, or by both keys of a delegate")]
    NotDelegate,
    #[msg("A delegate has two different keys, neither of them the empty address")]
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
    #[msg("With the stake, the position's rent and the fee, the delegate would spend more than its total")]
    DelegateTotalExceeded,
}
