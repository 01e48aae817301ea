# Generated from the OpenAPI document by tools/generate-rest.ts. Do not edit.
"""What requests and answers of the REST interface hold, as typed dictionaries.

Numbers have every digit: `int`, or `Decimal` if they have decimals. Times are ISO 8601 in UTC.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Literal, NotRequired, TypeAlias, TypedDict, final

__all__ = [
    "Number",
    "Amount",
    "ApiKey",
    "Asset",
    "AssetPrice",
    "AttestationEvidence",
    "AttestationEvidenceSignaturesItem",
    "Attestors",
    "Balances",
    "Bankroll",
    "BankrollBalances",
    "BankrollTransfer",
    "BetConfirmation",
    "BetEvent",
    "BurnEvent",
    "Burns",
    "BurnsAuction",
    "BurnsAuctionStart",
    "BurnsBurned",
    "BurnsReserved",
    "Buy",
    "ChangeCondition",
    "Condition",
    "ConditionInput",
    "Config",
    "ConfigCurrenciesItem",
    "ConfigLimits",
    "ConfigLimitsBettingPeriodSeconds",
    "ConfigRewards",
    "ConfigRewardsStake",
    "Costs",
    "CreateKey",
    "CreateMarket",
    "CreateWebhook",
    "CreatedWebhook",
    "DecisionProof",
    "DecisionProofRule",
    "DecisionProofTransactions",
    "Delegate",
    "DelegateLimits",
    "DelegateSpent",
    "Delivery",
    "DroppedEvent",
    "Event",
    "EventCondition",
    "Faucet",
    "FaucetPayment",
    "FeePercentage",
    "FeesCollected",
    "Health",
    "HealthHistory",
    "HealthPayersItem",
    "HistoryPoint",
    "Holder",
    "HoldersCondition",
    "InitialStake",
    "IssuedKey",
    "Leader",
    "Limits",
    "LiveMarket",
    "LiveMarketConditionProgress",
    "Liveness",
    "MarketCapCondition",
    "MarketDetail",
    "MarketEvent",
    "MarketResult",
    "MarketStatus",
    "MarketSummary",
    "MeantMarket",
    "MeasuredValue",
    "MigrationCondition",
    "Observation",
    "Odds",
    "OpenMarket",
    "OpenMarketConditionProgress",
    "OpenMarketOutcomesItem",
    "PayoutEvent",
    "PayoutRatio",
    "PendingTransaction",
    "PlaceBet",
    "PlacedBet",
    "Position",
    "PositionUncountedItem",
    "PriceCondition",
    "PriceEvidence",
    "PriceUpdate",
    "ProjectedBankroll",
    "ProjectedBankrollBalances",
    "ProjectedBet",
    "ProjectedClaim",
    "ProjectedMarket",
    "ProjectedMarketConditionProgress",
    "ProjectedMarketOutcomesItem",
    "ProjectedPurchase",
    "ProofReference",
    "ProofTransaction",
    "Purchase",
    "PurchaseConfirmation",
    "Question",
    "QuestionAnswer",
    "Quote",
    "Reference",
    "ReferenceEvent",
    "ReplayWebhook",
    "RequestedLimits",
    "ResolutionEvent",
    "ResolvedMarket",
    "ResolvedMarketOutcomesItem",
    "Rewards",
    "Round",
    "RoundResult",
    "RoundSeries",
    "SendableCondition",
    "SetDelegate",
    "SetDelegateLimits",
    "SetEvent",
    "SetPrice",
    "SetToken",
    "SimulatedPrice",
    "Stakes",
    "StateEvidence",
    "SubmitTransaction",
    "SupplyCondition",
    "Token",
    "TransactionStatus",
    "UnsignedTransaction",
    "VoidMarket",
    "VoidMarketOutcomesItem",
    "WalletEvent",
    "Webhook",
]

Number: TypeAlias = int | Decimal
"""An exact number: amounts can have more digits than a float."""


Amount: TypeAlias = 'Number | str'


ConditionInput: TypeAlias = 'PriceCondition | MarketCapCondition | SupplyCondition | MigrationCondition | HoldersCondition | EventCondition | ChangeCondition'


Event: TypeAlias = 'MarketEvent | BetEvent | ReferenceEvent | ResolutionEvent | PayoutEvent | BurnEvent | DroppedEvent'


MarketDetail: TypeAlias = 'OpenMarket | ResolvedMarket | VoidMarket'


MarketStatus: TypeAlias = 'Literal["open", "resolved", "void"]'


WalletEvent: TypeAlias = 'MarketEvent | BetEvent | PayoutEvent | BurnEvent'


@final
class ApiKey(TypedDict):
    id: str
    name: str | None
    wallet: str
    """The wallet that owns the key."""
    scopes: list[Literal["read", "build", "bet"]]
    delegate: str | None
    """The key that signs bets from the bankroll, derived from the secret; `null` without the scope
    `bet`.
    """
    createdAt: str
    expiresAt: str
    revokedAt: str | None
    status: Literal["active", "expired", "revoked"]


@final
class Asset(TypedDict):
    symbol: str
    name: str
    feed: str
    """Pyth feed id."""
    tokenAddress: str | None
    """The mint, if the asset is a Solana token; markets about its market cap, supply or holders
    need it.
    """
    price: AssetPrice | None
    """`null` if it is not known now."""


@final
class AssetPrice(TypedDict):
    dollars: Number
    publishedAt: str


@final
class AttestationEvidence(TypedDict):
    type: Literal["attestation"]
    attestorSet: str
    second: str
    met: bool
    signatures: list[AttestationEvidenceSignaturesItem]


@final
class AttestationEvidenceSignaturesItem(TypedDict):
    attestor: str
    signature: str
    """Base58."""


@final
class Attestors(TypedDict):
    threshold: int
    total: int


@final
class Balances(TypedDict):
    wallet: str
    SOL: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    UTILITY: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""


@final
class Bankroll(TypedDict):
    address: str
    """Its account; plain transfers of SOL to it count, too."""
    balances: BankrollBalances
    delegates: list[Delegate]


@final
class BankrollBalances(TypedDict):
    SOL: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    UTILITY: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""


@final
class BankrollTransfer(TypedDict):
    currency: Literal["SOL", "UTILITY"]
    amount: Amount


@final
class BetConfirmation(TypedDict):
    marketId: str
    outcome: Literal["Yes", "No"]
    amountStaked: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    newTotalStake: Stakes
    newOdds: Odds
    transactionId: str
    """Signature of the transaction in base58."""
    message: str


@final
class BetEvent(TypedDict):
    id: int
    """Increasing, with gaps."""
    marketId: str
    time: str
    transactionId: str
    """Signature of the transaction in base58."""
    slot: int
    """The slot of its transaction."""
    question: str
    questionAgrees: Literal["yes", "no", "unread"]
    """Whether the question says what the condition says; `unread` if the gateway cannot read it. An
    event is `yes` only if nothing measurable is in its words and every date is its expiry. Unless
    it is `yes`, show the sentence of the condition first, and the question as the creator's words.
    """
    condition: Condition
    currency: Literal["SOL", "UTILITY"]
    finality: Literal["confirmed", "finalized"]
    """Whether the chain could still drop it when it was read; a `dropped` event follows if it does."""
    type: Literal["bet"]
    wallet: str
    """The bettor."""
    outcome: Literal["Yes", "No"]
    amount: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    stake: Stakes
    newTotalStake: Stakes
    newOdds: Odds


@final
class BurnEvent(TypedDict):
    id: int
    """Increasing, with gaps."""
    type: Literal["burn"]
    wallet: str
    """The buyer."""
    sol: Number
    """SOL that was bought."""
    tokens: Number
    """UTILITY that was burned for it."""
    price: Number
    """In UTILITY for one SOL, rounded up to a base unit."""
    time: str
    transactionId: str
    """Signature of the transaction in base58."""


@final
class Burns(TypedDict):
    burned: BurnsBurned
    reserved: BurnsReserved
    price: Number
    """In UTILITY for one SOL, rounded up to a base unit."""
    auction: BurnsAuction
    mintAuthority: str | None
    """The authority that can mint UTILITY, and so buy the reserved SOL of `GET /v1/burns` for
    nothing; `null` if there is none.
    """
    purchases: list[Purchase]
    """Newest first; a page as in other lists."""


@final
class BurnsBurned(TypedDict):
    amount: Number
    """UTILITY burned so far, by the auction and by markets."""
    label: str
    byAuction: Number
    """Paid for SOL in the auction."""
    byMarkets: Number
    """Burn shares and dust of UTILITY markets."""


@final
class BurnsReserved(TypedDict):
    amount: Number
    """SOL for sale: burn shares and dust of SOL markets."""
    label: str


@final
class BurnsAuction(TypedDict):
    smallestPurchase: Number
    """The least SOL that a purchase can buy."""
    largestPurchase: Number
    """The most SOL that a purchase can buy now."""
    smallestLot: Number
    """While less SOL than this is for sale, the price does not fall."""
    halfLifeSlots: int
    """Slots in which the price halves."""
    slotMilliseconds: int | None
    """How long a slot takes now, as measured; null in the first seconds of the gateway."""
    slot: int
    """The slot of `price`."""
    start: BurnsAuctionStart
    """The price and the slot at which the fall began: `quoteBurn` of the SDK computes the price in
    any slot from them.
    """


@final
class BurnsAuctionStart(TypedDict):
    """The price and the slot at which the fall began: `quoteBurn` of the SDK computes the price in
    any slot from them.
    """

    slot: int
    price: Number
    """In UTILITY for one SOL, rounded up to a base unit."""
    floor: Number
    """The price does not fall below this: an eighth of the price after the last purchase, 0 before
    the first.
    """


@final
class Buy(TypedDict):
    sol: Amount
    maxTokens: NotRequired[Amount]
    """The most UTILITY to pay; the present price by default."""


@final
class ChangeCondition(TypedDict):
    type: Literal["change"]
    feed: str
    referenceAt: str
    """The second of the price that is compared with; betting ends before it."""
    comparison: Literal["above", "atLeast", "below", "atMost"]
    bps: NotRequired[int]
    """Above the reference, or below it if negative: 500 is 5 %, 0 is up or down."""
    timing: NotRequired[Literal["atExpiry", "byExpiry"]]


@final
class Condition(TypedDict):
    type: Literal["price", "marketCap", "supply", "migration", "holders", "event", "change"]
    feed: NotRequired[str]
    """Pyth feed id."""
    symbol: NotRequired[str]
    comparison: NotRequired[Literal["above", "atLeast", "below", "atMost"]]
    target: NotRequired[Number]
    minimumBalance: NotRequired[Number]
    """Base units of the token."""
    bps: NotRequired[int]
    """Of a change: basis points above the reference, or below it if negative."""
    referenceAt: NotRequired[str]
    """Of a change: the second of the price that is compared with; betting ends before it."""
    reference: NotRequired[Reference | None]
    """Of a change in a market: `null` until it is recorded on chain."""
    timing: Literal["atExpiry", "byExpiry"]


@final
class Config(TypedDict):
    cluster: str
    rpcUrl: NotRequired[str]
    """A node that anyone may ask, such as the localnet's; absent if the deployment names none."""
    programId: str
    currencies: list[ConfigCurrenciesItem]
    mintAuthority: str | None
    """The authority that can mint UTILITY, and so buy the reserved SOL of `GET /v1/burns` for
    nothing; `null` if there is none.
    """
    feePercentage: FeePercentage
    rewards: ConfigRewards
    """What keepers earn in new markets. Deciding earns at least `settle` in a market with stakes,
    less what recording has earned; voiding earns `settle`; closing earns it twice. Existing markets
    keep theirs.
    """
    maxRatio: Number
    """The largest ratio of new up-or-down markets: what is lost at most for each unit that wins."""
    betsOpenAt: str | None
    """Bets are refused before this moment, a minute after the program was unpaused or a minimum
    stake lowered; null before the first time.
    """
    limits: ConfigLimits
    feeds: list[str]
    attestors: Attestors | None
    """How many attestors of a new market must sign the same answer; null if there are none.
    Existing markets keep their set.
    """
    answersEvents: bool
    """Whether attestors decide events, so that a question that is not about an asset can become a
    market.
    """


@final
class ConfigCurrenciesItem(TypedDict):
    id: Literal["SOL", "UTILITY"]
    mint: str | None
    decimals: int
    minimumStake: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""


@final
class ConfigRewards(TypedDict):
    """What keepers earn in new markets. Deciding earns at least `settle` in a market with stakes,
    less what recording has earned; voiding earns `settle`; closing earns it twice. Existing markets
    keep theirs.
    """

    decide: Number
    """SOL that a new market offers to whoever decides it."""
    settle: Number
    """SOL for whoever settles a position."""
    decideAtMost: Number
    """The most SOL that a creator may offer."""
    stake: ConfigRewardsStake
    """By currency: the smaller pool from which on deciding earns all of `decide`; below it, a part.
    null if nothing is burned.
    """


@final
class ConfigRewardsStake(TypedDict):
    """By currency: the smaller pool from which on deciding earns all of `decide`; below it, a part.
    null if nothing is burned.
    """

    SOL: NotRequired[Number | None]
    UTILITY: NotRequired[Number | None]


@final
class ConfigLimits(TypedDict):
    questionBytes: int
    durationSeconds: int
    proofWindowSeconds: int
    voidDelaySeconds: int
    bettingPeriodSeconds: ConfigLimitsBettingPeriodSeconds
    """A betting period is a 64th of the duration of a market, within these limits. A stake wins by
    an early answer only if it was placed at least one whole period before it.
    """
    pageSize: int
    bodyBytes: int
    paused: bool


@final
class ConfigLimitsBettingPeriodSeconds(TypedDict):
    """A betting period is a 64th of the duration of a market, within these limits. A stake wins by
    an early answer only if it was placed at least one whole period before it.
    """

    shortest: int
    longest: int
    shortestAttested: int
    longestAttested: int


@final
class Costs(TypedDict):
    deposit: Number
    """SOL for the rent of new accounts, returned when they are closed."""
    reward: Number
    """SOL for the keepers who decide, settle and close. What they do not earn is returned."""


@final
class CreateKey(TypedDict):
    name: NotRequired[str]
    """A label for the owner."""
    scopes: NotRequired[list[Literal["read", "build", "bet"]]]
    """`read`: results and bankroll of the wallet; `build`: build transactions for the wallet to
    sign; `bet`: place bets from the bankroll, once the key is named as a delegate, and read their
    results. `read` and `build` by default.
    """
    expiresAt: NotRequired[str]
    """At most a year from now; 90 days by default."""


@final
class CreateMarket(TypedDict):
    question: str
    """1 to 280 bytes."""
    tokenAddress: NotRequired[str | None]
    outcomes: list[str]
    expireAt: str
    currency: Literal["SOL", "UTILITY"]
    condition: NotRequired[ConditionInput]
    details: NotRequired[str]
    """The description that you confirmed; refused if the description of the condition differs."""
    closeAt: NotRequired[str]
    """The end of betting; by default as late as the rules allow: four betting periods before
    `expireAt` where the market can be decided early, otherwise some seconds before it.
    """
    initialStake: NotRequired[InitialStake]


@final
class CreateWebhook(TypedDict):
    url: str
    """Public and https, except on a localnet; redirects are not followed."""
    markets: NotRequired[list[str]]
    """Only events of these markets."""
    wallet: NotRequired[str]
    """Only events of this wallet."""
    types: NotRequired[list[Literal["market", "bet", "reference", "resolution", "payout", "burn", "dropped"]]]
    """Only events of these types."""
    lastEventId: NotRequired[int]
    """Sends the events after this one; 0 for all. By default only new events."""


@final
class CreatedWebhook(TypedDict):
    id: str
    url: str
    markets: list[str]
    wallet: str | None
    types: list[Literal["market", "bet", "reference", "resolution", "payout", "burn", "dropped"]]
    status: Literal["active", "failing", "disabled"]
    """`failing`: the last attempt failed, the next one is at `nextAttemptAt`. `disabled`: it failed
    for three days, or answered 410; a replay enables it.
    """
    lastEventId: int
    """The last event that was delivered, or that a filter left out."""
    failingSince: str | None
    nextAttemptAt: str | None
    """When the next attempt is, for a webhook that is failing."""
    createdAt: str
    secret: str
    """The key that signs deliveries, in the form of Standard Webhooks; it is shown only here."""


@final
class DecisionProof(TypedDict):
    marketId: str
    programId: str
    winningOutcome: Literal["Yes", "No"] | None
    """`null` for a void market."""
    answer: Literal["Yes", "No"] | None
    """The answer, if it was known."""
    resolvedAt: str
    rule: DecisionProofRule
    observation: Observation | None
    """Exactly value × 10^exponent; attestors and facts count 1 for met, 0 for not met."""
    reference: ProofReference | None
    """Of a change: its first price, exactly value × 10^exponent."""
    evidence: PriceEvidence | AttestationEvidence | StateEvidence | None
    shownIn: str | None
    """The transaction that submitted the evidence."""
    totalStake: Stakes
    refundedStake: Stakes
    transactions: DecisionProofTransactions


@final
class DecisionProofRule(TypedDict):
    text: str
    condition: Condition
    tokenAddress: str | None
    createdAt: str
    closeAt: str
    expireAt: str
    proofWindowSeconds: int
    voidDelaySeconds: int
    bettingPeriodSeconds: int
    pythReceiver: str
    maxConfidenceBps: int
    attestorSet: int
    """By number."""


@final
class DecisionProofTransactions(TypedDict):
    created: ProofTransaction
    recorded: ProofTransaction | None
    """Recorded "not met" at expiry, a complete bonding curve, or the reference."""
    decided: ProofTransaction


@final
class Delegate(TypedDict):
    keyId: str | None
    """The API key, by its public id; `null` if this gateway did not issue it."""
    key: str
    """The key that is derived from the API key."""
    cosigner: str
    """The key of the gateway, which signs as well and pays the fee."""
    limits: DelegateLimits
    spent: DelegateSpent
    """Spent so far, at most `total`; for SOL including rent, rewards and fees."""
    maxFee: Number
    """In SOL."""
    expiresAt: str


@final
class DelegateLimits(TypedDict):
    SOL: Limits
    UTILITY: Limits


@final
class DelegateSpent(TypedDict):
    """Spent so far, at most `total`; for SOL including rent, rewards and fees."""

    SOL: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    UTILITY: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""


@final
class Delivery(TypedDict):
    eventId: int
    attemptedAt: str
    delivered: bool
    status: int | None
    """The status of the answer; `null` if there was none."""
    error: str | None
    milliseconds: int


@final
class DroppedEvent(TypedDict):
    id: int
    """Increasing, with gaps."""
    marketId: str
    time: str
    transactionId: str
    """Signature of the transaction in base58."""
    slot: int
    """The slot of its transaction."""
    type: Literal["dropped"]
    eventId: int
    """The id of the first dropped event, which a disconnected client may not have received. All
    events of the market from it on, up to this announcement, are dropped; those that are still on
    the chain follow again.
    """


@final
class EventCondition(TypedDict):
    type: Literal["event"]
    timing: NotRequired[Literal["atExpiry", "byExpiry"]]


@final
class Faucet(TypedDict):
    wallet: str
    currency: Literal["SOL", "UTILITY"]
    amount: Amount


@final
class FaucetPayment(TypedDict):
    wallet: str
    currency: Literal["SOL", "UTILITY"]
    amount: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    transactionId: str
    """Signature of the transaction in base58."""


@final
class FeePercentage(TypedDict):
    burn: Number
    developer: Number


@final
class FeesCollected(TypedDict):
    burned: str
    developer: str


@final
class Health(TypedDict):
    status: Literal["ok", "stale", "starting"]
    """`stale`: the book is behind the chain. `starting`: the history has not been built yet, so
    that lists lack closed markets.
    """
    slot: int
    slotLag: int
    markets: int
    history: HealthHistory
    payers: list[HealthPayersItem]
    """The co-signing keys, which pay the network fees of one-call bets, and their balances in SOL."""


@final
class HealthHistory(TypedDict):
    slotLag: int
    """Slots of the chain that are not in the history yet."""
    secondsLag: int
    """Seconds since the history was last complete."""
    gaps: int
    """Markets that lack an event which is known to exist; their own history answers 503."""


@final
class HealthPayersItem(TypedDict):
    address: str
    balance: Number | None
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    isLow: bool


@final
class HistoryPoint(TypedDict):
    time: str
    """Start of the interval."""
    odds: Odds
    """At the end of the interval."""
    totalStake: Stakes
    """At the end of the interval."""
    volume: Number
    """Staked during the interval."""


@final
class Holder(TypedDict):
    wallet: str
    stake: Stakes
    bets: int
    """The number of its bets on this market."""


@final
class HoldersCondition(TypedDict):
    type: Literal["holders"]
    comparison: Literal["above", "atLeast", "below", "atMost"]
    target: Number | str
    minimumBalance: NotRequired[int | str]
    """Base units of the token; 1 by default."""
    timing: NotRequired[Literal["atExpiry", "byExpiry"]]


@final
class InitialStake(TypedDict):
    outcome: Literal["Yes", "No"]
    amount: Amount


@final
class IssuedKey(TypedDict):
    id: str
    name: str | None
    wallet: str
    """The wallet that owns the key."""
    scopes: list[Literal["read", "build", "bet"]]
    delegate: str | None
    """The key that signs bets from the bankroll, derived from the secret; `null` without the scope
    `bet`.
    """
    createdAt: str
    expiresAt: str
    key: str
    """The secret; it is shown only here."""


@final
class Leader(TypedDict):
    rank: int
    wallet: str
    currency: Literal["SOL", "UTILITY"]
    profit: Number
    """From settled positions; a refund is neither profit nor loss."""
    volume: Number
    """Stakes that were decided in the period and had opposing stakes of other wallets."""
    bets: int
    decided: int
    """Settled positions with stakes that counted."""
    won: int
    """Decided positions that paid at least the stakes that counted."""
    winRate: Number | None
    """`won / decided`; null if none was decided."""


@final
class Limits(TypedDict):
    perBet: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    total: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""


@final
class LiveMarket(TypedDict):
    id: str
    condition: Condition
    closeAt: str
    """The end of betting, unless the answer is known earlier."""
    acceptingBets: bool
    conditionProgress: NotRequired[LiveMarketConditionProgress]
    """The progress of the condition, if it can be read."""
    pools: Stakes
    feePercentage: FeePercentage
    maxRatio: Number | None
    """Up or down: the most that is lost for each unit on the winning side; the rest of the losing
    side is refunded. null for no limit.
    """
    bets: int
    """The number of bets so far."""
    oddsOfYes: list[Number]
    """The odds of Yes over time, oldest first, at most 24, in equal intervals since both sides had
    a stake.
    """


@final
class LiveMarketConditionProgress(TypedDict):
    """The progress of the condition, if it can be read."""

    currentCount: Number
    target: Number
    unit: str


@final
class Liveness(TypedDict):
    status: Literal["ok"]


@final
class MarketCapCondition(TypedDict):
    type: Literal["marketCap"]
    feed: str
    comparison: Literal["above", "atLeast", "below", "atMost"]
    target: Number | str
    timing: NotRequired[Literal["atExpiry", "byExpiry"]]


@final
class MarketEvent(TypedDict):
    id: int
    """Increasing, with gaps."""
    marketId: str
    time: str
    transactionId: str
    """Signature of the transaction in base58."""
    slot: int
    """The slot of its transaction."""
    question: str
    questionAgrees: Literal["yes", "no", "unread"]
    """Whether the question says what the condition says; `unread` if the gateway cannot read it. An
    event is `yes` only if nothing measurable is in its words and every date is its expiry. Unless
    it is `yes`, show the sentence of the condition first, and the question as the creator's words.
    """
    condition: Condition
    currency: Literal["SOL", "UTILITY"]
    finality: Literal["confirmed", "finalized"]
    """Whether the chain could still drop it when it was read; a `dropped` event follows if it does."""
    type: Literal["market"]
    wallet: str
    """The creator."""
    tokenAddress: str | None
    closeAt: str
    expireAt: str


@final
class MarketResult(TypedDict):
    marketId: str
    winningOutcome: Literal["Yes", "No"] | None
    """`null` for a void market."""
    resolvedAt: str
    yourWinnings: Number
    """Winnings of stakes that counted, paid or still to be paid."""
    yourRefund: Number
    """Refund of late and unmatched stakes, or of all stakes of a void market, paid or still to be
    paid.
    """
    claimable: bool
    """Whether winnings or a refund are still to be paid."""
    yourStake: Stakes
    settled: bool
    transactionId: str | None
    """The transaction that paid the winnings and the refund."""


@final
class MarketSummary(TypedDict):
    id: str
    question: str
    description: str
    """The condition in words; it decides the market."""
    questionAgrees: Literal["yes", "no", "unread"]
    """Whether the question says what the condition says; `unread` if the gateway cannot read it. An
    event is `yes` only if nothing measurable is in its words and every date is its expiry. Unless
    it is `yes`, show the sentence of the condition first, and the question as the creator's words.
    """
    condition: Condition
    symbol: NotRequired[str]
    """Of its price feed."""
    tokenAddress: str | None
    currency: Literal["SOL", "UTILITY"]
    status: MarketStatus
    expireAt: str
    odds: Odds
    totalVolume: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    winningOutcome: NotRequired[Literal["Yes", "No"] | None]
    """Once decided; `null` for a void market."""


@final
class MeantMarket(TypedDict):
    question: str
    tokenAddress: str | None
    expireAt: str
    condition: SendableCondition
    details: str
    """The condition in words."""


@final
class MeasuredValue(TypedDict):
    """What the condition measures, at a moment."""

    time: str
    value: Number


@final
class MigrationCondition(TypedDict):
    type: Literal["migration"]
    timing: NotRequired[Literal["atExpiry", "byExpiry"]]


@final
class Observation(TypedDict):
    value: str | None
    """`null` if the update could not be read: see `reason`."""
    exponent: int
    observedAt: str
    met: bool
    reason: str | None
    """Why there is no value, which counts as "not met" by expiry; `null` if there is one."""


@final
class Odds(TypedDict):
    Yes: Number
    No: Number


@final
class OpenMarket(TypedDict):
    id: str
    question: str
    questionAgrees: Literal["yes", "no", "unread"]
    """Whether the question says what the condition says; `unread` if the gateway cannot read it. An
    event is `yes` only if nothing measurable is in its words and every date is its expiry. Unless
    it is `yes`, show the sentence of the condition first, and the question as the creator's words.
    """
    tokenAddress: str | None
    details: str
    currency: Literal["SOL", "UTILITY"]
    expireAt: str
    createdAt: str
    creator: str
    feePercentage: FeePercentage
    totalVolume: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    condition: Condition
    closeAt: str
    """The end of betting, unless the answer is known earlier."""
    acceptingBets: bool
    bettingPeriodSeconds: int
    """A stake counts once one whole period has passed after its own. An early answer refunds later
    stakes on both sides.
    """
    maxRatio: Number | None
    """Up or down: the most that is lost for each unit on the winning side; the rest of the losing
    side is refunded. null for no limit.
    """
    rewards: Rewards
    status: Literal["open"]
    outcomes: list[OpenMarketOutcomesItem]
    decisionReward: Number
    """SOL that deciding it earns at the current pools."""
    conditionProgress: NotRequired[OpenMarketConditionProgress]
    """The progress of the condition, if it can be read."""


@final
class OpenMarketOutcomesItem(TypedDict):
    name: Literal["Yes", "No"]
    odds: Number
    totalStake: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""


@final
class OpenMarketConditionProgress(TypedDict):
    """The progress of the condition, if it can be read."""

    currentCount: Number
    target: Number
    unit: str


@final
class PayoutEvent(TypedDict):
    id: int
    """Increasing, with gaps."""
    marketId: str
    time: str
    transactionId: str
    """Signature of the transaction in base58."""
    slot: int
    """The slot of its transaction."""
    question: str
    questionAgrees: Literal["yes", "no", "unread"]
    """Whether the question says what the condition says; `unread` if the gateway cannot read it. An
    event is `yes` only if nothing measurable is in its words and every date is its expiry. Unless
    it is `yes`, show the sentence of the condition first, and the question as the creator's words.
    """
    condition: Condition
    currency: Literal["SOL", "UTILITY"]
    finality: Literal["confirmed", "finalized"]
    """Whether the chain could still drop it when it was read; a `dropped` event follows if it does."""
    type: Literal["payout"]
    wallet: str
    """The owner of the position."""
    stake: Stakes
    winnings: Number
    """Paid for stakes that counted; 0 if they lost."""
    refund: Number
    """Refund of late and unmatched stakes, or of all stakes of a void market."""


@final
class PayoutRatio(TypedDict):
    """Payout per unit of the stakes that counted."""

    Yes: Number
    No: Number


@final
class PendingTransaction(TypedDict):
    transactionId: str
    """Signature of the transaction in base58."""
    status: Literal["pending"]


PlaceBet = TypedDict(
    "PlaceBet",
    {
        "outcome": 'Literal["Yes", "No"]',
        "amount": 'Amount',
        "currency": 'NotRequired[Literal["SOL", "UTILITY"] | None]',
        "minPayout": 'NotRequired[Amount]',
        "from": 'NotRequired[Literal["wallet", "bankroll"]]',
    },
)


@final
class PlacedBet(TypedDict):
    id: int
    """Id of its event in `GET /v1/events`; later bets have larger ids."""
    wallet: str
    outcome: Literal["Yes", "No"]
    amount: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    newTotalStake: Stakes
    newOdds: Odds
    placedAt: str
    transactionId: str
    """Signature of the transaction in base58."""


@final
class Position(TypedDict):
    marketId: str
    question: str
    questionAgrees: Literal["yes", "no", "unread"]
    """Whether the question says what the condition says; `unread` if the gateway cannot read it. An
    event is `yes` only if nothing measurable is in its words and every date is its expiry. Unless
    it is `yes`, show the sentence of the condition first, and the question as the creator's words.
    """
    description: str
    """The condition in words; it decides the market."""
    condition: Condition
    currency: Literal["SOL", "UTILITY"]
    status: MarketStatus
    """Of the market."""
    winningOutcome: Literal["Yes", "No"] | None
    expireAt: str
    stake: Stakes
    bets: int
    openedAt: str
    potentialWinnings: Stakes | None
    """Paid if that outcome wins at the current pools and no stake is late; null once decided."""
    uncounted: list[PositionUncountedItem]
    """The newest stakes of an open market, oldest first: an answer of `returnedBy` as of a second
    before `countsFrom` refunds them in full.
    """
    winnings: Number | None
    """Winnings of stakes that counted, paid or still to be paid; null until decided."""
    refund: Number | None
    """Refund of late and unmatched stakes, or of all stakes of a void market, paid or still to be
    paid; null until decided.
    """
    settled: bool
    settledAt: str | None
    transactionId: str | None
    """The transaction that paid the winnings and the refund."""


@final
class PositionUncountedItem(TypedDict):
    countsFrom: str
    stake: Stakes
    returnedBy: list[Literal["Yes", "No"]]
    """The answers that can be known early."""


@final
class PriceCondition(TypedDict):
    type: Literal["price"]
    feed: str
    comparison: Literal["above", "atLeast", "below", "atMost"]
    target: Number | str
    timing: NotRequired[Literal["atExpiry", "byExpiry"]]


@final
class PriceEvidence(TypedDict):
    type: Literal["price"]
    account: str
    """The account of the price, of the receiver in `rule`."""
    mint: str | None
    """Of a market capitalisation: the mint."""
    update: PriceUpdate | None
    """The price, if the same transaction posted it."""


@final
class PriceUpdate(TypedDict):
    feed: str
    price: str
    """A whole number, as a string because it may be large."""
    confidence: str
    """A whole number, as a string because it may be large."""
    exponent: int
    publishTime: str
    previousPublishTime: str


@final
class ProjectedBankroll(TypedDict):
    address: str
    """Its account; plain transfers of SOL to it count, too."""
    balances: ProjectedBankrollBalances
    delegates: list[Delegate]
    transaction: UnsignedTransaction


@final
class ProjectedBankrollBalances(TypedDict):
    SOL: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    UTILITY: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""


@final
class ProjectedBet(TypedDict):
    marketId: str
    outcome: Literal["Yes", "No"]
    amountStaked: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    newTotalStake: Stakes
    newOdds: Odds
    transactionId: str | None
    """`null` until you send the transaction."""
    message: str
    deposit: Number
    """SOL for the rent of new accounts, returned when they are closed."""
    reward: Number
    """SOL for the keepers who decide, settle and close. What they do not earn is returned."""
    transaction: UnsignedTransaction


@final
class ProjectedClaim(TypedDict):
    marketId: str
    winningOutcome: Literal["Yes", "No"] | None
    """`null` for a void market."""
    resolvedAt: str
    yourWinnings: Number
    """Winnings of stakes that counted, paid or still to be paid."""
    yourRefund: Number
    """Refund of late and unmatched stakes, or of all stakes of a void market, paid or still to be
    paid.
    """
    claimable: bool
    """Whether winnings or a refund are still to be paid."""
    yourStake: Stakes
    settled: bool
    transactionId: str | None
    """`null` until you send the transaction."""
    transaction: UnsignedTransaction


@final
class ProjectedMarket(TypedDict):
    id: str
    question: str
    questionAgrees: Literal["yes", "no", "unread"]
    """Whether the question says what the condition says; `unread` if the gateway cannot read it. An
    event is `yes` only if nothing measurable is in its words and every date is its expiry. Unless
    it is `yes`, show the sentence of the condition first, and the question as the creator's words.
    """
    tokenAddress: str | None
    details: str
    currency: Literal["SOL", "UTILITY"]
    expireAt: str
    createdAt: str
    creator: str
    feePercentage: FeePercentage
    totalVolume: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    condition: Condition
    closeAt: str
    """The end of betting, unless the answer is known earlier."""
    acceptingBets: bool
    bettingPeriodSeconds: int
    """A stake counts once one whole period has passed after its own. An early answer refunds later
    stakes on both sides.
    """
    maxRatio: Number | None
    """Up or down: the most that is lost for each unit on the winning side; the rest of the losing
    side is refunded. null for no limit.
    """
    rewards: Rewards
    status: Literal["open"]
    outcomes: list[ProjectedMarketOutcomesItem]
    decisionReward: Number
    """SOL that deciding it earns at the current pools."""
    conditionProgress: NotRequired[ProjectedMarketConditionProgress]
    """The progress of the condition, if it can be read."""
    deposit: Number
    """SOL for the rent of new accounts, returned when they are closed."""
    reward: Number
    """SOL for the keepers who decide, settle and close. What they do not earn is returned."""
    transaction: UnsignedTransaction


@final
class ProjectedMarketOutcomesItem(TypedDict):
    name: Literal["Yes", "No"]
    odds: Number
    totalStake: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""


@final
class ProjectedMarketConditionProgress(TypedDict):
    """The progress of the condition, if it can be read."""

    currentCount: Number
    target: Number
    unit: str


@final
class ProjectedPurchase(TypedDict):
    wallet: str
    """The buyer."""
    sol: Number
    """SOL that was bought."""
    tokens: Number
    """UTILITY that was burned for it."""
    price: Number
    """In UTILITY for one SOL, rounded up to a base unit."""
    transactionId: str | None
    """`null` until you send the transaction."""
    message: str
    transaction: UnsignedTransaction


@final
class ProofReference(TypedDict):
    value: str
    """A whole number, as a string because it may be large."""
    exponent: int
    observedAt: str
    evidence: PriceEvidence | None


@final
class ProofTransaction(TypedDict):
    transactionId: str
    """Signature of the transaction in base58."""
    slot: int


@final
class Purchase(TypedDict):
    id: int
    """Id of its event in `GET /v1/events`; later purchases have larger ids."""
    wallet: str
    """The buyer."""
    sol: Number
    """SOL that was bought."""
    tokens: Number
    """UTILITY that was burned for it."""
    price: Number
    """In UTILITY for one SOL, rounded up to a base unit."""
    boughtAt: str
    transactionId: str
    """Signature of the transaction in base58."""


@final
class PurchaseConfirmation(TypedDict):
    wallet: str
    """The buyer."""
    sol: Number
    """SOL that was bought."""
    tokens: Number
    """UTILITY that was burned for it."""
    price: Number
    """In UTILITY for one SOL, rounded up to a base unit."""
    transactionId: str
    """Signature of the transaction in base58."""
    message: str


@final
class Question(TypedDict):
    question: str
    """As people type it, at most 280 bytes. If it cannot be the question of a market, the answer
    says why.
    """
    tokenAddress: NotRequired[str | None]
    expireAt: str
    currency: NotRequired[Literal["SOL", "UTILITY"]]
    """Of the market, for its costs; SOL by default."""
    hasStake: NotRequired[bool]
    """Whether the creator stakes with the creation, for its costs."""


@final
class QuestionAnswer(TypedDict):
    question: str
    tokenAddress: str | None
    expireAt: str
    condition: SendableCondition | None
    """`null` if it is not understood."""
    details: str | None
    closeAt: str | None
    """The end of betting, as late as the rules allow."""
    reason: str | None
    """Why it is not understood, and what to write instead."""
    mintedTokens: Number | None
    """The tokens that a market capitalisation counts: all minted ones; `null` if they cannot be
    read.
    """
    costs: Costs | None
    """What opening the market costs besides a stake; `null` if it is not understood."""
    alternatives: list[MeantMarket]
    markets: list[MarketSummary]
    """Open markets that ask the same, at most 5."""


@final
class Quote(TypedDict):
    marketId: str
    outcome: Literal["Yes", "No"]
    amount: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    currency: Literal["SOL", "UTILITY"]
    odds: Odds
    newOdds: Odds
    newTotalStake: Stakes
    payout: Number
    """Payout if this outcome wins at the pools after the bet."""
    payoutRatio: Number
    atRisk: Number
    """What is lost if the other outcome wins at the pools after the bet; the rest finds no opponent
    and is refunded. Later bets can raise it, at most to `amount`.
    """
    payoutIfMatched: Stakes
    """The payout if the same amount is staked on Yes, or on No, after this bet."""
    deposit: Number
    """SOL for the rent of the position, paid with the first bet in this market and returned with
    the payout.
    """
    reward: Number
    """SOL for the keeper who settles the position, paid with the first bet in this market."""
    countsFrom: str
    """When a stake placed now starts to count. A decision as of an earlier second refunds it in
    full.
    """
    returnedBy: list[Literal["Yes", "No"]]
    """The answers that can be known early and would refund a stake that does not count yet."""
    priceImpact: Number
    """Change of the odds of its outcome."""


@final
class Reference(TypedDict):
    """The first price of a change."""

    price: Number
    """US dollars."""
    publishedAt: str


@final
class ReferenceEvent(TypedDict):
    id: int
    """Increasing, with gaps."""
    marketId: str
    time: str
    transactionId: str
    """Signature of the transaction in base58."""
    slot: int
    """The slot of its transaction."""
    question: str
    questionAgrees: Literal["yes", "no", "unread"]
    """Whether the question says what the condition says; `unread` if the gateway cannot read it. An
    event is `yes` only if nothing measurable is in its words and every date is its expiry. Unless
    it is `yes`, show the sentence of the condition first, and the question as the creator's words.
    """
    condition: Condition
    currency: Literal["SOL", "UTILITY"]
    finality: Literal["confirmed", "finalized"]
    """Whether the chain could still drop it when it was read; a `dropped` event follows if it does."""
    type: Literal["reference"]
    price: Number
    """US dollars."""
    publishedAt: str


@final
class ReplayWebhook(TypedDict):
    lastEventId: int
    """Begins after this event; 0 for all."""


@final
class RequestedLimits(TypedDict):
    perBet: Amount
    total: Amount


@final
class ResolutionEvent(TypedDict):
    id: int
    """Increasing, with gaps."""
    marketId: str
    time: str
    transactionId: str
    """Signature of the transaction in base58."""
    slot: int
    """The slot of its transaction."""
    question: str
    questionAgrees: Literal["yes", "no", "unread"]
    """Whether the question says what the condition says; `unread` if the gateway cannot read it. An
    event is `yes` only if nothing measurable is in its words and every date is its expiry. Unless
    it is `yes`, show the sentence of the condition first, and the question as the creator's words.
    """
    condition: Condition
    currency: Literal["SOL", "UTILITY"]
    finality: Literal["confirmed", "finalized"]
    """Whether the chain could still drop it when it was read; a `dropped` event follows if it does."""
    type: Literal["resolution"]
    status: Literal["resolved", "void"]
    winningOutcome: Literal["Yes", "No"] | None
    answer: NotRequired[Literal["Yes", "No"] | None]
    """The answer of a void market, if it was known; no stake counted on it."""
    cancelled: NotRequired[bool]
    """Whether the creator of a void market cancelled it before anyone had staked."""
    totalStake: Stakes
    """The stakes that counted, or all stakes of a void market."""
    refundedStake: Stakes
    """Late stakes and losing ones without an opponent, or all stakes of a void market."""
    payoutRatio: PayoutRatio
    feesCollected: FeesCollected


@final
class ResolvedMarket(TypedDict):
    id: str
    question: str
    questionAgrees: Literal["yes", "no", "unread"]
    """Whether the question says what the condition says; `unread` if the gateway cannot read it. An
    event is `yes` only if nothing measurable is in its words and every date is its expiry. Unless
    it is `yes`, show the sentence of the condition first, and the question as the creator's words.
    """
    tokenAddress: str | None
    details: str
    currency: Literal["SOL", "UTILITY"]
    expireAt: str
    createdAt: str
    creator: str
    feePercentage: FeePercentage
    totalVolume: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    condition: Condition
    closeAt: str
    """The end of betting, unless the answer is known earlier."""
    acceptingBets: bool
    bettingPeriodSeconds: int
    """A stake counts once one whole period has passed after its own. An early answer refunds later
    stakes on both sides.
    """
    maxRatio: Number | None
    """Up or down: the most that is lost for each unit on the winning side; the rest of the losing
    side is refunded. null for no limit.
    """
    rewards: Rewards
    outcomes: list[ResolvedMarketOutcomesItem]
    resolvedAt: str
    payoutRatio: PayoutRatio
    feesCollected: FeesCollected
    status: Literal["resolved"]
    winningOutcome: Literal["Yes", "No"]


@final
class ResolvedMarketOutcomesItem(TypedDict):
    name: Literal["Yes", "No"]
    totalStake: Number
    """The stakes that counted, from which `payoutRatio` is computed; all stakes of a void market."""
    refundedStake: Number
    """The stakes that are paid back: late ones and losing ones without an opponent, or all stakes
    of a void market.
    """


@final
class Rewards(TypedDict):
    decide: Number
    """SOL for whoever decides it, at most."""
    settle: Number
    """SOL for whoever settles a position."""
    stake: Number | None
    """The smaller pool, in its currency, from which on deciding earns all of `decide`; below it, a
    part. null if nothing is burned.
    """


@final
class Round(TypedDict):
    id: str
    referenceAt: str
    """The second of the first price."""
    expireAt: str
    """The second of the second price."""
    question: str
    closeAt: str
    """The end of betting, before the first price."""
    odds: Odds
    pools: Stakes
    """The stakes on each side: check the opposite one before you bet."""
    feePercentage: FeePercentage
    maxRatio: Number | None
    """Up or down: the most that is lost for each unit on the winning side; the rest of the losing
    side is refunded. null for no limit.
    """
    reference: Reference | None
    """`null` until it is recorded on chain."""


@final
class RoundResult(TypedDict):
    id: str
    referenceAt: str
    """The second of the first price."""
    expireAt: str
    """The second of the second price."""
    winningOutcome: Literal["Yes", "No"] | None
    """`null` for a void round."""
    reference: Reference | None
    """The first price, if there was one."""
    price: Reference | None
    """The second price, if there was one."""
    totalVolume: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    payoutRatio: PayoutRatio


@final
class RoundSeries(TypedDict):
    series: int
    """The number of the series."""
    asset: str
    currency: Literal["SOL", "UTILITY"]
    lengthSeconds: int
    """From the first price to the second; also the interval between the starts of rounds."""
    opener: str
    """The wallet that opens the rounds."""
    takingBets: Round | None
    measuring: list[Round]
    """Rounds whose betting has ended and that are not decided, the next one first."""
    results: list[RoundResult]
    """Decided rounds, the last one first. Rounds that nobody bet on are left out."""


@final
class SendableCondition(TypedDict):
    type: Literal["price", "marketCap", "supply", "migration", "holders", "event", "change"]
    feed: NotRequired[str]
    """Pyth feed id."""
    comparison: NotRequired[Literal["above", "atLeast", "below", "atMost"]]
    target: NotRequired[Number]
    minimumBalance: NotRequired[Number]
    """Base units of the token."""
    bps: NotRequired[int]
    """Of a change: basis points above the reference, or below it if negative."""
    referenceAt: NotRequired[str]
    """Of a change: the second of the price that is compared with; betting ends before it."""
    timing: Literal["atExpiry", "byExpiry"]


@final
class SetDelegate(TypedDict):
    limits: SetDelegateLimits
    """`perBet`: the largest stake. `total`: the most that the delegate may spend since it was
    added; for SOL including rent and rewards of positions and network fees. A currency that is left
    out cannot be staked; if SOL is left out, its `total` covers rent, rewards and fees of twenty
    bets.
    """
    maxFee: NotRequired[Amount]
    """The most SOL that one bet may pay back for its network fee; at most 0.00005, by default the
    usual fee of the network.
    """
    expiresAt: str
    """At most 90 days from now."""


@final
class SetDelegateLimits(TypedDict):
    """`perBet`: the largest stake. `total`: the most that the delegate may spend since it was
    added; for SOL including rent and rewards of positions and network fees. A currency that is left
    out cannot be staked; if SOL is left out, its `total` covers rent, rewards and fees of twenty
    bets.
    """

    SOL: NotRequired[RequestedLimits]
    UTILITY: NotRequired[RequestedLimits]


@final
class SetEvent(TypedDict):
    market: str
    value: bool
    """Whether the event has taken place."""


@final
class SetPrice(TypedDict):
    feed: str
    price: NotRequired[Number | str]
    confidence: NotRequired[Number | str]
    """Half the width of the confidence interval, in dollars."""
    asleep: NotRequired[bool]
    """Whether the feed publishes nothing until the next change."""
    schedule: NotRequired[str]
    """When the feed is scheduled to publish, in the format of Pyth; the simulation does not follow
    it.
    """


@final
class SetToken(TypedDict):
    mint: NotRequired[str]
    """The token to change, or the address of a new one; a random address by default."""
    decimals: NotRequired[int]
    """Of a new token; 6 by default."""
    supply: NotRequired[Number | str]
    """Whole tokens; a million of a new token by default."""
    holders: NotRequired[int]
    """Wallets that hold the whole supply in equal parts; none by default."""
    bondingCurve: NotRequired[Literal["open", "complete"]]
    """Puts the token on a bonding curve of pump.fun, or completes it."""
    pool: NotRequired[Literal[True]]
    """Completes the bonding curve and opens its pool: the token has migrated."""


@final
class SimulatedPrice(TypedDict):
    feed: str
    price: Number
    publishTime: int


@final
class Stakes(TypedDict):
    """The stakes of the wallet in this market after the bet."""

    Yes: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    No: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""


@final
class StateEvidence(TypedDict):
    """The state of accounts in the slot of the transaction."""

    type: Literal["state"]
    accounts: list[str]


@final
class SubmitTransaction(TypedDict):
    signedTransaction: str
    """Base64."""


@final
class SupplyCondition(TypedDict):
    type: Literal["supply"]
    comparison: Literal["above", "atLeast", "below", "atMost"]
    target: Number | str
    timing: NotRequired[Literal["atExpiry", "byExpiry"]]


@final
class Token(TypedDict):
    mint: str
    decimals: int
    supply: Number
    """Whole tokens."""
    holders: int
    """Wallets that received it through this route."""
    bondingCurve: Literal["none", "open", "complete"]
    pool: bool


@final
class TransactionStatus(TypedDict):
    transactionId: str
    """Signature of the transaction in base58."""
    status: Literal["pending", "confirmed", "finalized", "failed", "expired", "unknown"]
    slot: int | None
    error: str | None
    result: OpenMarket | BetConfirmation | MarketResult | PurchaseConfirmation | Bankroll | None
    """Once it is confirmed, the 201 answer to it: the market that it created, the bet that it
    placed, the payout that it claimed, the purchase that it made or the bankroll that it changed;
    `null` for other transactions.
    """


@final
class UnsignedTransaction(TypedDict):
    base64: str
    """An unsigned versioned transaction."""
    lastValidBlockHeight: int
    signers: list[str]
    """The wallets that must sign it."""


@final
class VoidMarket(TypedDict):
    id: str
    question: str
    questionAgrees: Literal["yes", "no", "unread"]
    """Whether the question says what the condition says; `unread` if the gateway cannot read it. An
    event is `yes` only if nothing measurable is in its words and every date is its expiry. Unless
    it is `yes`, show the sentence of the condition first, and the question as the creator's words.
    """
    tokenAddress: str | None
    details: str
    currency: Literal["SOL", "UTILITY"]
    expireAt: str
    createdAt: str
    creator: str
    feePercentage: FeePercentage
    totalVolume: Number
    """In whole units of the currency, exact; it may have more digits than a double can hold."""
    condition: Condition
    closeAt: str
    """The end of betting, unless the answer is known earlier."""
    acceptingBets: bool
    bettingPeriodSeconds: int
    """A stake counts once one whole period has passed after its own. An early answer refunds later
    stakes on both sides.
    """
    maxRatio: Number | None
    """Up or down: the most that is lost for each unit on the winning side; the rest of the losing
    side is refunded. null for no limit.
    """
    rewards: Rewards
    outcomes: list[VoidMarketOutcomesItem]
    resolvedAt: str
    payoutRatio: PayoutRatio
    feesCollected: FeesCollected
    status: Literal["void"]
    winningOutcome: Literal["Yes", "No"] | None
    """Always `null`: nobody won."""
    answer: Literal["Yes", "No"] | None
    """The answer of a void market, if it was known; no stake counted on it."""
    cancelled: bool
    """Whether the creator of a void market cancelled it before anyone had staked."""


@final
class VoidMarketOutcomesItem(TypedDict):
    name: Literal["Yes", "No"]
    totalStake: Number
    """The stakes that counted, from which `payoutRatio` is computed; all stakes of a void market."""
    refundedStake: Number
    """The stakes that are paid back: late ones and losing ones without an opponent, or all stakes
    of a void market.
    """


@final
class Webhook(TypedDict):
    id: str
    url: str
    markets: list[str]
    wallet: str | None
    types: list[Literal["market", "bet", "reference", "resolution", "payout", "burn", "dropped"]]
    status: Literal["active", "failing", "disabled"]
    """`failing`: the last attempt failed, the next one is at `nextAttemptAt`. `disabled`: it failed
    for three days, or answered 410; a replay enables it.
    """
    lastEventId: int
    """The last event that was delivered, or that a filter left out."""
    failingSince: str | None
    nextAttemptAt: str | None
    """When the next attempt is, for a webhook that is failing."""
    createdAt: str
