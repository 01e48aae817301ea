//! PDA seeds, limits and the addresses of the oracle programs that we trust.

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

/// Basis points in a whole: fee shares are ten-thousandths.
pub const BPS_DENOMINATOR: u64 = 10_000;
/// The largest burn share and the largest developer share: a tenth of the losing pool each.
#[constant]
pub const MAX_FEE_BPS: u16 = 1_000;

/// The longest question, in bytes of UTF-8.
#[constant]
pub const MAX_QUESTION_BYTES: u32 = 280;
/// The most keys in an attestor set.
#[constant]
pub const MAX_ATTESTORS: u8 = 16;

/// The largest threshold of an attestor set: six signatures and `resolve_market` fit in one transaction.
#[constant]
pub const MAX_QUORUM: u8 = 6;

/// How far a market's nonce, a time in milliseconds, may be from the chain's clock, in seconds. A market
/// is closed only after its nonce has become invalid, so that its address is never used twice.
#[constant]
pub const NONCE_TOLERANCE: u32 = 300;

/// Upper limits of the settings, in seconds: the admin can change the waiting times of new markets, but
/// cannot delay a decision or a refund indefinitely.
#[constant]
pub const MAX_MARKET_DURATION: u32 = 5 * 365 * 24 * 60 * 60;
#[constant]
pub const MAX_PROOF_WINDOW: u32 = 7 * 24 * 60 * 60;
#[constant]
pub const MAX_VOID_DELAY: u32 = 30 * 24 * 60 * 60;

/// The largest exponent of a condition's target, positive or negative.
#[constant]
pub const MAX_TARGET_EXPONENT: i8 = 30;

/// The Pyth receiver programs, as `pyth-solana-receiver-sdk` 2.0.0 declares them: the newer deployment,
/// which is a feature of that crate, and the default one. The same on mainnet and devnet.
pub const PYTH_RECEIVERS: [Pubkey; 2] = [
    pubkey!("rec5EKMGg6MxZYaMdyBfgwp4d5rB9T1VQH5pJv5LtFJ"),
    pubkey!("rec2HHDDnjLfj4kE7VyEtFA1HPGQLK33259532cRyHp"),
];
