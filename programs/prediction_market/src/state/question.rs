use anchor_lang::prelude::*;

/// The text of a market's question. Apart from the market, so that a bet does not pay for loading it.
/// PDA: `[QUESTION_SEED, market]`.
#[account]
#[derive(Debug)]
pub struct Question {
    /// Layout of this account; 1.
    pub version: u8,
    /// The market it belongs to.
    pub market: Pubkey,
    /// UTF-8, 1 to 280 bytes.
    pub text: String,
    /// For later versions; zero.
    pub reserved: [u8; 16],
}

impl Question {
    /// With the discriminator, in bytes.
    pub fn space(text: &str) -> usize {
        // discriminator + version + market + length of the text + text + reserved
        text.len().saturating_add(8 + 1 + 32 + 4 + 16)
    }
}
