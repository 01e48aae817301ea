use anchor_lang::prelude::*;
use bytemuck::{Pod, Zeroable};

use crate::errors::{ensure, fail, require_version, MarketError};

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

/// The version and the market, as they lie in the account after its discriminator.
#[derive(Pod, Zeroable, Clone, Copy)]
#[repr(C)]
struct Head {
    version: u8,
    market: [u8; 32],
}

impl Question {
    /// Requires the question of `market`, in place: reading it by Borsh would copy its text.
    pub fn require_of(account: &AccountInfo, market: &Pubkey) -> Result<()> {
        let data = account.try_borrow_data()?;
        let body = data.strip_prefix(Question::DISCRIMINATOR).filter(|_| *account.owner == crate::ID);
        let head = body.and_then(|body| body.first_chunk::<{ std::mem::size_of::<Head>() }>());
        let head: &Head = bytemuck::cast_ref(head.ok_or_else(|| fail(MarketError::WrongQuestion))?);
        require_version(head.version)?;
        ensure(head.market == market.to_bytes(), MarketError::WrongQuestion)
    }

    /// With the discriminator, in bytes.
    pub fn space(text: &str) -> usize {
        // discriminator + version + market + length of the text + text + reserved
        text.len().saturating_add(8 + 1 + 32 + 4 + 16)
    }
}
