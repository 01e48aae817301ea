//! Seeds, limits and the addresses of the programs whose accounts are trusted.

use anchor_lang::prelude::*;

/// The layout of all accounts of this program. Every account begins with it, so that a later program can
/// read an earlier account.
pub const VERSION: u8 = 1;

/// Seed of the configuration.
#[constant]
pub const CONFIG_SEED: &[u8] = b"config";
/// Seed of an attestor set, before its index (u16 LE).
#[constant]
pub const ATTESTORS_SEED: &[u8] = b"attestors";
/// Seed of the fee vault.
#[constant]
pub const FEE_VAULT_SEED: &[u8] = b"fee_vault";
/// Seed of a market, before its creator and nonce (u64 LE).
#[constant]
pub const MARKET_SEED: &[u8] = b"market";
/// Seed of a question, before its market.
#[constant]
pub const QUESTION_SEED: &[u8] = b"question";
/// Seed of an escrow, before its market.
#[constant]
pub const ESCROW_SEED: &[u8] = b"escrow";
/// Seed of a position, before its market and owner.
#[constant]
pub const POSITION_SEED: &[u8] = b"position";

/// Seed of a bankroll, before its owner.
#[constant]
pub const BANKROLL_SEED: &[u8] = b"bankroll";

/// Decimals of SOL.
#[constant]
pub const SOL_DECIMALS: u8 = 9;
/// Shares are counted in ten-thousandths.
#[constant]
pub const BPS_DENOMINATOR: u64 = 10_000;
/// Neither fee share can be more than a tenth of the losing pool.
#[constant]
pub const MAX_FEE_BPS: u16 = 1_000;

/// The longest question, in bytes of UTF-8.
#[constant]
pub const MAX_QUESTION_BYTES: u32 = 280;
/// Bets open so many seconds after the program is unpaused or a minimum stake lowered. For as many seconds from then on it
/// cannot be paused, nor a minimum stake changed: nobody is the only one to bet.
#[constant]
pub const UNPAUSE_SECONDS: i64 = 60;

/// The most keys in an attestor set. A quorum of 6 and the decision still fit in one transaction.
#[constant]
pub const MAX_ATTESTORS: u8 = 8;

/// How far from the chain's clock, in seconds, the millisecond that a market's nonce names may lie.
/// A market is closed or cancelled only after that time, so that its address is never used for a second one.
#[constant]
pub const NONCE_TOLERANCE: u32 = 300;

// Floors and ceilings of the settings: an admin can tune the waiting times of new markets, but not so far that
// a decision is rushed or a refund is held up for good.

/// The most lamports that the minimum stake in SOL can be set to: nobody is the only one who can afford to bet.
#[constant]
pub const MAX_MINIMUM_STAKE_SOL: u64 = 10 * LAMPORTS_PER_SOL;
/// The most that the minimum stake in UTILITY can be set to, in whole tokens.
#[constant]
pub const MAX_MINIMUM_STAKE_UTILITY: u64 = 1_000_000;
/// The most that the longest duration can be set to, in seconds.
#[constant]
pub const MAX_MARKET_DURATION: u32 = 5 * 365 * 24 * 60 * 60;
/// The least that the proof window can be set to, in seconds.
#[constant]
pub const MIN_PROOF_WINDOW: u32 = 10;
/// The most that the proof window can be set to, in seconds.
#[constant]
pub const MAX_PROOF_WINDOW: u32 = 7 * 24 * 60 * 60;
/// The most that either void delay can be set to, in seconds. The least is twice the proof window.
#[constant]
pub const MAX_VOID_DELAY: u32 = 30 * 24 * 60 * 60;
/// The least that the widest confidence interval of a price can be set to, in basis points of the price.
#[constant]
pub const MIN_CONFIDENCE_BPS: u64 = 10;

/// A betting period is this part of a market's duration, within its shortest and longest length.
#[constant]
pub const PERIODS_PER_MARKET: u64 = 64;
/// The least that either shortest period can be set to, in seconds.
#[constant]
pub const SHORTEST_PERIOD: u32 = 2;
/// Longest betting period of conditions read from prices and accounts, in seconds.
#[constant]
pub const LONGEST_PERIOD: u32 = 300;
/// Longest betting period of attested conditions, in seconds.
#[constant]
pub const LONGEST_ATTESTED_PERIOD: u32 = 3_600;
/// A market that can be decided early lasts at least so many periods.
#[constant]
pub const MIN_PERIODS: u64 = 16;
/// Betting on a market that can be decided early ends so many periods before expiry: a stake of the last period can
/// still win by an early observation.
#[constant]
pub const CLOSE_PERIODS: u32 = 4;
/// The least that the close margin can be set to, in seconds.
#[constant]
pub const MIN_CLOSE_MARGIN: u32 = 2;
/// The most that the close margin can be set to, in seconds.
#[constant]
pub const MAX_CLOSE_MARGIN: u32 = 60;

/// The most lamports that a creator can offer for the decision.
#[constant]
pub const MAX_DECIDE_REWARD: u64 = LAMPORTS_PER_SOL;
/// The most lamports that the settle reward can be set to.
#[constant]
pub const MAX_SETTLE_REWARD: u64 = 50_000;
/// Closing a market earns so many settle rewards, which the creator pays in.
#[constant]
pub const CLOSE_REWARDS: u64 = 2;

/// The target of a change is a factor in units of 10^this: basis points, where 10,000 is no change.
#[constant]
pub const CHANGE_EXPONENT: i8 = -4;
/// The target of a change of 0: whether a price goes up or down.
#[constant]
pub const NO_CHANGE: u64 = 10_000;
/// The largest target of a change: 100 times as much more.
#[constant]
pub const MAX_CHANGE: u64 = 1_010_000;
/// Largest ratios are counted in hundredths.
#[constant]
pub const RATIO_DENOMINATOR: u64 = 100;
/// The least largest ratio of what the losing side can lose to what the winning side has staked.
#[constant]
pub const MIN_RATIO: u16 = 100;
/// The greatest one.
#[constant]
pub const MAX_RATIO: u16 = 10_000;
/// A change is measured over at least so many close margins.
#[constant]
pub const CHANGE_MARGINS: u32 = 6;

/// A price for expiry is published at most so many seconds after it.
#[constant]
pub const MAX_PRICE_DELAY: i64 = 60;
/// The supply for an early market cap is read within so many seconds of its price, unless it cannot have changed the
/// answer.
#[constant]
pub const EARLY_SUPPLY_SECONDS: i64 = 60;
/// The state of an account counts as its state at expiry for so many seconds.
#[constant]
pub const STATE_GRACE: i64 = 60;

/// So many seconds after the decision what cannot be paid where it belongs goes elsewhere: a position to another token
/// account of its owner, the developer share the way of the burn share.
#[constant]
pub const UNPAID_DELAY: i64 = 30 * 24 * 60 * 60;

/// Lamports of one SOL.
pub const LAMPORTS_PER_SOL: u64 = 1_000_000_000;
/// The burn auction sells at most this part of what it has in one purchase, or a smallest lot if that is more.
#[constant]
pub const LOTS: u64 = 16;
/// The least lamports of a purchase in the burn auction.
#[constant]
pub const MIN_PURCHASE: u64 = LAMPORTS_PER_SOL / 100;
/// The fewest slots in which the price of the burn auction halves.
#[constant]
pub const MIN_HALF_LIFE: u32 = 150;
/// The most slots in which the price of the burn auction halves.
#[constant]
pub const MAX_HALF_LIFE: u32 = 216_000;
/// The least that the smallest lot of the burn auction can be, in lamports.
#[constant]
pub const MIN_SMALLEST_LOT: u64 = LAMPORTS_PER_SOL / 4;
/// The most that the smallest lot of the burn auction can be, in lamports.
#[constant]
pub const MAX_SMALLEST_LOT: u64 = 10 * LAMPORTS_PER_SOL;
/// After the purchase of a whole lot the price of the burn auction does not fall below this part of it ...
#[constant]
pub const FLOOR_PART: u128 = 8;
/// ... but that floor itself halves in so many half-lives.
#[constant]
pub const FLOOR_HALF_LIVES: u64 = 56;

/// The most delegates of a bankroll.
pub const MAX_DELEGATES: usize = 4;
/// The most lamports that a bet from a bankroll may pay back to the cosigner.
#[constant]
pub const MAX_BET_FEE: u64 = 50_000;
/// The most seconds for which a delegate can be named.
#[constant]
pub const MAX_DELEGATE_SECONDS: i64 = 90 * 24 * 60 * 60;

/// The largest power of ten, up or down, in the target of a condition.
#[constant]
pub const MAX_TARGET_EXPONENT: i8 = 30;

/// The mints of wrapped SOL, of the token program and of Token-2022. Neither counts a supply.
pub const WRAPPED_SOL: [Pubkey; 2] = [
    pubkey!("So11111111111111111111111111111111111111112"),
    pubkey!("9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXejP"),
];

/// The programs that write verified Pyth prices, as `pyth-solana-receiver-sdk` 2.0.0 declares them:
/// with its feature for the newer deployment and without. The same on mainnet and devnet.
pub const PYTH_RECEIVERS: [Pubkey; 2] = [
    pubkey!("rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ"),
    pubkey!("rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp"),
];
