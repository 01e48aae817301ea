use anchor_lang::prelude::*;

/// The question's text. Separate from the market, so that a bet does not pay for loading it.
/// PDA: `[QUESTION_SEED, market]`.
#[account]
#[derive(Debug)]
pub struct Question {
    pub market: Pubkey,
    pub text: String,
}

impl Question {
    pub fn space(text: &str) -> usize {
        // discriminator + market + length of the text + text
        text.len().saturating_add(8 + 32 + 4)
    }
}
