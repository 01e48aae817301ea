//! Seeds, limits and the addresses of the programs whose accounts we believe.

use anchor_lang::prelude::*;

#[constant]
pub const CONFIG_SEED: &[u8] = b"config";
#[constant]
pub const ATTESTORS_SEED: &[u8] = b"attestors";
#[constant]
pub const FEE_VAULT_SEED: &[u8] = b"fee_vault";
#[constant]
pub const MARKET_SEED: &[u8] = b"market";
#[constant]
pub const QUESTION_SEED: &[u8] = b"question";
#[constant]
pub const ESCROW_SEED: &[u8] = b"escrow";
#[constant]
pub const POSITION_SEED: &[u8] = b"position";

/// Shares are counted in ten-thousandths.
pub const BPS_DENOMINATOR: u64 = 10_000;
/// Neither fee share can be more than a tenth of the losing pool.
#[constant]
pub const MAX_FEE_BPS: u16 = 1_000;

/// The longest question, in bytes of UTF-8.
#[constant]
pub const MAX_QUESTION_BYTES: u32 = 280;
/// The most keys in an attestor set.
#[constant]
pub const MAX_ATTESTORS: u8 = 16;

/// The largest threshold: so many signatures and the decision fit in one transaction.
#[constant]
pub const MAX_QUORUM: u8 = 6;

/// How far from the chain's clock, in seconds, the millisecond that a market's nonce names may lie.
/// A market is closed only after that time, so that its address is never used for a second one.
#[constant]
pub const NONCE_TOLERANCE: u32 = 300;

/// Ceilings of the settings, in seconds: an admin can tune the waiting times of new markets, but not
/// so far that a decision or a refund is held up for good.
#[constant]
pub const MAX_MARKET_DURATION: u32 = 5 * 365 * 24 * 60 * 60;
#[constant]
pub const MAX_PROOF_WINDOW: u32 = 7 * 24 * 60 * 60;
#[constant]
pub const MAX_VOID_DELAY: u32 = 30 * 24 * 60 * 60;

/// The largest power of ten, up or down, in the target of a condition.
#[constant]
pub const MAX_TARGET_EXPONENT: i8 = 30;

/// The programs that write verified Pyth prices, as `pyth-solana-receiver-sdk` 2.0.0 declares them:
/// with its feature for the newer deployment and without. The same on mainnet and devnet.
pub const PYTH_RECEIVERS: [Pubkey; 2] = [
    pubkey!("rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ"),
    pubkey!("rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp"),
];
