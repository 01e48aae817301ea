# Generated from the OpenAPI document by tools/generate-rest.ts. Do not edit.
"""Errors by the name in `X-Error-Code`: one class each, by the same names as in the TypeScript SDK."""

from .error import GatewayError


class AccountExists(GatewayError):
    """The account to create exists already."""


class AccountNotFound(GatewayError):
    """There is no such account on the chain."""


class AnswerFixed(GatewayError):
    """The answer can no longer change."""


class ApiKeyEnded(GatewayError):
    """The API key was revoked or has expired: issue a new one."""


class ArithmeticOverflow(GatewayError):
    """The amounts do not fit in 64 bits."""


class AttestationForeign(GatewayError):
    """The attestation was signed for another program, market or purpose."""


class AttestationMalformed(GatewayError):
    """The ed25519 instruction does not hold its own keys, signatures and messages."""


class AttestationMissing(GatewayError):
    """The instruction before this one must verify the attestors' ed25519 signatures."""


class AttestationQuorumMissing(GatewayError):
    """Too few attestors of the market's set have signed this observation."""


class AuctionOutOfRange(GatewayError):
    """The half-life of the burn auction must be 150 to 216,000 slots, its smallest lot 0.25 to 10
    SOL.
    """


class BankrollNotOpen(GatewayError):
    """The wallet has no bankroll yet: the first deposit opens it."""


class BankrollTooLow(GatewayError):
    """The bankroll cannot cover the stake, the position's rent and settle reward, and the fee."""


class BetsNotOpenYet(GatewayError):
    """Bets open 60 seconds after the program was unpaused or a minimum stake lowered."""


class CloseMarginOutOfRange(GatewayError):
    """close_margin must be 2 to 60 seconds."""


class CloseTimeInvalid(GatewayError):
    """close_at must be in the future, and four betting periods before expiry, or the close margin
    if there is no early decision.
    """


class ConditionInvalid(GatewayError):
    """The condition's target or comparison is not valid for its type."""


class CosignerUnknown(GatewayError):
    """The delegate names a co-signing key that the gateway no longer has."""


class CurveInvalid(GatewayError):
    """The account is not the pump.fun bonding curve of the market's token."""


class DecideRewardTooHigh(GatewayError):
    """decide_reward must be at most 1 SOL."""


class DecisionTooLate(GatewayError):
    """The time to decide this market has passed: it can only be voided."""


class DelegateExpired(GatewayError):
    """The delegate has expired."""


class DelegateFeeTooHigh(GatewayError):
    """The fee is above the delegate's limit."""


class DelegateKeysInvalid(GatewayError):
    """A delegate has two different keys, neither of them the default pubkey."""


class DelegateLimitsInvalid(GatewayError):
    """A delegate's fee limit is at most 50,000 lamports, and it ends within 90 days from now."""


class DelegatePerBetExceeded(GatewayError):
    """The stake is above the delegate's limit for one bet."""


class DelegateTotalExceeded(GatewayError):
    """The stake, the position's rent and settle reward, and the fee exceed the delegate's remaining
    total.
    """


class DurationTooLong(GatewayError):
    """The market would run longer than the longest duration."""


class DurationTooShort(GatewayError):
    """expire_at is too soon: a market lasts at least 16 betting periods, or more than its close
    margin if there is no early decision.
    """


class EscrowInsolvent(GatewayError):
    """The escrow would hold less than it owes."""


class EventUnknown(GatewayError):
    """The event id is newer than the newest event: it is of another history."""


class EventsUnanswered(GatewayError):
    """The attestors of this deployment answer no events."""


class EvidenceMissing(GatewayError):
    """The accounts that prove this condition are missing."""


class FeeBudgetExceeded(GatewayError):
    """What the gateway pays for network fees of one key in a day is used up."""


class FeeTooHigh(GatewayError):
    """A fee share is above 1,000 basis points."""


class FeedClosed(GatewayError):
    """The price feed is scheduled to be closed when the market is decided."""


class FeedStale(GatewayError):
    """The price feed had no update for too long."""


class FeedUncertain(GatewayError):
    """The price feed is too uncertain now."""


class FeedVoidDelayOutOfRange(GatewayError):
    """feed_void_delay must be twice the proof window to 30 days."""


class HistoryBehind(GatewayError):
    """The history is behind the chain: try again."""


class IdempotencyKeyInUse(GatewayError):
    """The first request with this Idempotency-Key is still running."""


class IdempotencyKeyReused(GatewayError):
    """The Idempotency-Key was used before, for another request."""


class InsufficientFunds(GatewayError):
    """The wallet or token account holds too little."""


class InternalError(GatewayError):
    """The gateway failed: try again."""


class InvalidAttestorSet(GatewayError):
    """An attestor set has 4, 5, 7 or 8 distinct keys."""


class InvalidInput(GatewayError):
    """The request can never work; the message says why."""


class LimitReached(GatewayError):
    """There are as many API keys or webhooks as there may be: delete one first."""


class MarketCancelled(GatewayError):
    """The creator cancelled the market: nothing decided it."""


class MarketClosed(GatewayError):
    """The market no longer takes bets."""


class MarketDecided(GatewayError):
    """The market has already been decided."""


class MarketHasStakes(GatewayError):
    """The market has stakes and cannot be cancelled."""


class MarketNotEmpty(GatewayError):
    """Positions or fees of this market are still unpaid."""


class MarketNotFound(GatewayError):
    """There is no such market, and there was none."""


class MarketTooYoung(GatewayError):
    """The market was created too recently to be closed or cancelled."""


class MarketUndecided(GatewayError):
    """The market has not been decided yet."""


class MaxConfidenceOutOfRange(GatewayError):
    """max_confidence_bps must be 10 to 10,000."""


class MaxDurationOutOfRange(GatewayError):
    """max_duration must be 1 second to 5 years."""


class MaxRatioInvalid(GatewayError):
    """max_ratio must be 0 or 100 to 10,000 where a market asks for up or down, and 0 elsewhere."""


class MinimumStakeOutOfRange(GatewayError):
    """A minimum stake must be one base unit to 10 SOL, or to 1,000,000 UTILITY."""


class NoAttestorSet(GatewayError):
    """This condition needs an attestor set, and none exists."""


class NoFeesToCollect(GatewayError):
    """There are no fees to collect, or they have been collected."""


class NoPosition(GatewayError):
    """The wallet has no open position in the market: it has been paid, or there was no bet."""


class NoSol(GatewayError):
    """The wallet has too little SOL for the transaction and its fee."""


class NoTokenAccount(GatewayError):
    """The wallet has no account for this currency yet."""


class NonceOutOfRange(GatewayError):
    """The nonce must be a time in milliseconds within five minutes of the chain's clock."""


class NotAdmin(GatewayError):
    """Only the admin can do this."""


class NotBankrollOwner(GatewayError):
    """Only the owner of the bankroll can do this."""


class NotCreator(GatewayError):
    """Only the creator can cancel a market."""


class NotDecidableYet(GatewayError):
    """The condition is not met, and No cannot be decided yet."""


class NotDelegate(GatewayError):
    """A bet from a bankroll is signed by its owner, or by both keys of a delegate."""


class NotExpired(GatewayError):
    """The market has not expired yet."""


class NotFound(GatewayError):
    """There is no such route, API key, webhook, series or file."""


class NotPendingAdmin(GatewayError):
    """Only the admin named by the current one can accept."""


class NotUpgradeAuthority(GatewayError):
    """Only the program's upgrade authority can initialise the configuration."""


class NothingToClaim(GatewayError):
    """The wallet is owed nothing in this market."""


class ObservationOutOfTime(GatewayError):
    """The observation is not from the time that decides this market, or was submitted too late."""


class ObservationTooOld(GatewayError):
    """Observation predates the recorded betting periods; submit a newer one."""


class OneCallBetsUnavailable(GatewayError):
    """The gateway has no co-signing key: it builds bets only."""


class PauseTooSoon(GatewayError):
    """Neither the pause nor a minimum stake changes in the first 60 seconds in which bets are open
    again.
    """


class Paused(GatewayError):
    """New markets and bets are paused; decisions and payouts go on."""


class PayerLow(GatewayError):
    """The co-signing key of the gateway has too little SOL."""


class PayoutTooLow(GatewayError):
    """Payout at the current pools is below min_payout."""


class PoolInvalid(GatewayError):
    """The account is not the canonical PumpSwap pool of the market's token."""


class PriceMalformed(GatewayError):
    """The price account is not a price update."""


class PriceNotPositive(GatewayError):
    """The price is zero or negative."""


class PriceNotVerified(GatewayError):
    """The price update is not fully verified."""


class PriceUncertain(GatewayError):
    """The price's confidence interval is wider than this market allows."""


class PriceWrongFeed(GatewayError):
    """The price update is of another feed."""


class PriceWrongOwner(GatewayError):
    """The price account is not owned by the market's Pyth receiver program."""


class ProofMissing(GatewayError):
    """A transaction of the decision is not there, or not readable."""


class ProofWindowOutOfRange(GatewayError):
    """proof_window must be 10 seconds to 7 days."""


class PurchaseOutOfRange(GatewayError):
    """A purchase takes at least 0.01 SOL and at most one lot."""


class PurchaseTooExpensive(GatewayError):
    """The purchase costs more tokens than the buyer allows."""


class QuestionLength(GatewayError):
    """A question has 1 to 280 bytes."""


class QuestionNotUnderstood(GatewayError):
    """The question has no reading, or more than one."""


class RateLimited(GatewayError):
    """Too many requests or streams: Retry-After says when to try again."""


class RecipientCannotReceive(GatewayError):
    """The recipient cannot receive this payment: wrong, closed, frozen, read-only or below rent."""


class RewardStakeInvalid(GatewayError):
    """reward_stake must be above 0 in a UTILITY market, and 0 in a SOL market."""


class ScopeMissing(GatewayError):
    """The API key does not have the scope."""


class SettleRewardTooHigh(GatewayError):
    """settle_reward must be at most 50,000 lamports."""


class SettlementAccountsInvalid(GatewayError):
    """A settlement group is position and wallet for SOL; position, wallet, associated token account
    and optionally another for UTILITY, with one bump each.
    """


class ShortestAttestedPeriodOutOfRange(GatewayError):
    """shortest_attested_period must be 2 to 3,600 seconds."""


class ShortestPeriodOutOfRange(GatewayError):
    """shortest_period must be 2 to 300 seconds."""


class SignatureRequired(GatewayError):
    """A wallet must sign this request: an API key is not enough."""


class StakeTooSmall(GatewayError):
    """The stake is below the minimum for this currency."""


class TermsChanged(GatewayError):
    """Fees, treasury, minimum stake, settle reward or another term is not what the creator expects."""


class TokenAccountsMissing(GatewayError):
    """A token account, mint or token program of a UTILITY market is missing."""


class TokenMintInvalid(GatewayError):
    """The mint account is not the mint of the market's token."""


class TokenRequired(GatewayError):
    """This condition needs a token address."""


class TooEarlyToVoid(GatewayError):
    """The market cannot be voided before its void delay has passed."""


class TooManyDelegates(GatewayError):
    """A bankroll has at most four delegates: end one first."""


class TransactionExpired(GatewayError):
    """The transaction was in no block in time: build a new one."""


class TransactionFailed(GatewayError):
    """The transaction failed without a program refusing it."""


class TransactionUnconfirmed(GatewayError):
    """The transaction was sent, and its status is unknown."""


class TreasuryMissing(GatewayError):
    """The treasury cannot be the default pubkey."""


class Unauthorized(GatewayError):
    """The credentials are missing or invalid; the message says which check failed."""


class Unavailable(GatewayError):
    """The chain, the database or the gateway cannot answer now: try again."""


class UnknownProgramError(GatewayError):
    """A program refused the transaction with a code that has no name."""


class UnknownPythReceiver(GatewayError):
    """The Pyth receiver is not one of Pyth's own."""


class UnknownVersion(GatewayError):
    """The account has a version that this program does not know."""


class UnreliableSupply(GatewayError):
    """The mint's supply is unreliable: wrapped SOL, empty, or with a close authority, permanent
    delegate, confidential or scaled amounts or, for a market cap, a mint authority.
    """


class UnsafeUtilityMint(GatewayError):
    """The utility mint is wrapped SOL, can be frozen, or has an extension that can move, freeze or
    tax other people's tokens.
    """


class VoidDelayOutOfRange(GatewayError):
    """void_delay must be twice the proof window to 30 days."""


class WrongAttestorSet(GatewayError):
    """The attestor set is not the one the market was created with."""


class WrongBankrollAccount(GatewayError):
    """The token account is not the bankroll's associated one."""


class WrongEscrow(GatewayError):
    """The escrow does not belong to this market."""


class WrongMint(GatewayError):
    """The mint is not the one the market's stakes are in."""


class WrongPosition(GatewayError):
    """The position is not the bettor's in this market."""


class WrongQuestion(GatewayError):
    """The account is not the question of this market."""


class WrongTokenProgram(GatewayError):
    """The token program does not own the market's escrow."""


class WrongTreasury(GatewayError):
    """The fees go to the treasury of the configuration."""


BY_NAME: dict[str, type[GatewayError]] = {
    "AccountExists": AccountExists,
    "AccountNotFound": AccountNotFound,
    "AnswerFixed": AnswerFixed,
    "ApiKeyEnded": ApiKeyEnded,
    "ArithmeticOverflow": ArithmeticOverflow,
    "AttestationForeign": AttestationForeign,
    "AttestationMalformed": AttestationMalformed,
    "AttestationMissing": AttestationMissing,
    "AttestationQuorumMissing": AttestationQuorumMissing,
    "AuctionOutOfRange": AuctionOutOfRange,
    "BankrollNotOpen": BankrollNotOpen,
    "BankrollTooLow": BankrollTooLow,
    "BetsNotOpenYet": BetsNotOpenYet,
    "CloseMarginOutOfRange": CloseMarginOutOfRange,
    "CloseTimeInvalid": CloseTimeInvalid,
    "ConditionInvalid": ConditionInvalid,
    "CosignerUnknown": CosignerUnknown,
    "CurveInvalid": CurveInvalid,
    "DecideRewardTooHigh": DecideRewardTooHigh,
    "DecisionTooLate": DecisionTooLate,
    "DelegateExpired": DelegateExpired,
    "DelegateFeeTooHigh": DelegateFeeTooHigh,
    "DelegateKeysInvalid": DelegateKeysInvalid,
    "DelegateLimitsInvalid": DelegateLimitsInvalid,
    "DelegatePerBetExceeded": DelegatePerBetExceeded,
    "DelegateTotalExceeded": DelegateTotalExceeded,
    "DurationTooLong": DurationTooLong,
    "DurationTooShort": DurationTooShort,
    "EscrowInsolvent": EscrowInsolvent,
    "EventUnknown": EventUnknown,
    "EventsUnanswered": EventsUnanswered,
    "EvidenceMissing": EvidenceMissing,
    "FeeBudgetExceeded": FeeBudgetExceeded,
    "FeeTooHigh": FeeTooHigh,
    "FeedClosed": FeedClosed,
    "FeedStale": FeedStale,
    "FeedUncertain": FeedUncertain,
    "FeedVoidDelayOutOfRange": FeedVoidDelayOutOfRange,
    "HistoryBehind": HistoryBehind,
    "IdempotencyKeyInUse": IdempotencyKeyInUse,
    "IdempotencyKeyReused": IdempotencyKeyReused,
    "InsufficientFunds": InsufficientFunds,
    "InternalError": InternalError,
    "InvalidAttestorSet": InvalidAttestorSet,
    "InvalidInput": InvalidInput,
    "LimitReached": LimitReached,
    "MarketCancelled": MarketCancelled,
    "MarketClosed": MarketClosed,
    "MarketDecided": MarketDecided,
    "MarketHasStakes": MarketHasStakes,
    "MarketNotEmpty": MarketNotEmpty,
    "MarketNotFound": MarketNotFound,
    "MarketTooYoung": MarketTooYoung,
    "MarketUndecided": MarketUndecided,
    "MaxConfidenceOutOfRange": MaxConfidenceOutOfRange,
    "MaxDurationOutOfRange": MaxDurationOutOfRange,
    "MaxRatioInvalid": MaxRatioInvalid,
    "MinimumStakeOutOfRange": MinimumStakeOutOfRange,
    "NoAttestorSet": NoAttestorSet,
    "NoFeesToCollect": NoFeesToCollect,
    "NoPosition": NoPosition,
    "NoSol": NoSol,
    "NoTokenAccount": NoTokenAccount,
    "NonceOutOfRange": NonceOutOfRange,
    "NotAdmin": NotAdmin,
    "NotBankrollOwner": NotBankrollOwner,
    "NotCreator": NotCreator,
    "NotDecidableYet": NotDecidableYet,
    "NotDelegate": NotDelegate,
    "NotExpired": NotExpired,
    "NotFound": NotFound,
    "NotPendingAdmin": NotPendingAdmin,
    "NotUpgradeAuthority": NotUpgradeAuthority,
    "NothingToClaim": NothingToClaim,
    "ObservationOutOfTime": ObservationOutOfTime,
    "ObservationTooOld": ObservationTooOld,
    "OneCallBetsUnavailable": OneCallBetsUnavailable,
    "PauseTooSoon": PauseTooSoon,
    "Paused": Paused,
    "PayerLow": PayerLow,
    "PayoutTooLow": PayoutTooLow,
    "PoolInvalid": PoolInvalid,
    "PriceMalformed": PriceMalformed,
    "PriceNotPositive": PriceNotPositive,
    "PriceNotVerified": PriceNotVerified,
    "PriceUncertain": PriceUncertain,
    "PriceWrongFeed": PriceWrongFeed,
    "PriceWrongOwner": PriceWrongOwner,
    "ProofMissing": ProofMissing,
    "ProofWindowOutOfRange": ProofWindowOutOfRange,
    "PurchaseOutOfRange": PurchaseOutOfRange,
    "PurchaseTooExpensive": PurchaseTooExpensive,
    "QuestionLength": QuestionLength,
    "QuestionNotUnderstood": QuestionNotUnderstood,
    "RateLimited": RateLimited,
    "RecipientCannotReceive": RecipientCannotReceive,
    "RewardStakeInvalid": RewardStakeInvalid,
    "ScopeMissing": ScopeMissing,
    "SettleRewardTooHigh": SettleRewardTooHigh,
    "SettlementAccountsInvalid": SettlementAccountsInvalid,
    "ShortestAttestedPeriodOutOfRange": ShortestAttestedPeriodOutOfRange,
    "ShortestPeriodOutOfRange": ShortestPeriodOutOfRange,
    "SignatureRequired": SignatureRequired,
    "StakeTooSmall": StakeTooSmall,
    "TermsChanged": TermsChanged,
    "TokenAccountsMissing": TokenAccountsMissing,
    "TokenMintInvalid": TokenMintInvalid,
    "TokenRequired": TokenRequired,
    "TooEarlyToVoid": TooEarlyToVoid,
    "TooManyDelegates": TooManyDelegates,
    "TransactionExpired": TransactionExpired,
    "TransactionFailed": TransactionFailed,
    "TransactionUnconfirmed": TransactionUnconfirmed,
    "TreasuryMissing": TreasuryMissing,
    "Unauthorized": Unauthorized,
    "Unavailable": Unavailable,
    "UnknownProgramError": UnknownProgramError,
    "UnknownPythReceiver": UnknownPythReceiver,
    "UnknownVersion": UnknownVersion,
    "UnreliableSupply": UnreliableSupply,
    "UnsafeUtilityMint": UnsafeUtilityMint,
    "VoidDelayOutOfRange": VoidDelayOutOfRange,
    "WrongAttestorSet": WrongAttestorSet,
    "WrongBankrollAccount": WrongBankrollAccount,
    "WrongEscrow": WrongEscrow,
    "WrongMint": WrongMint,
    "WrongPosition": WrongPosition,
    "WrongQuestion": WrongQuestion,
    "WrongTokenProgram": WrongTokenProgram,
    "WrongTreasury": WrongTreasury,
}
