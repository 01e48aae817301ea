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

/// The version, the market and the length of the text, as they lie in the account after its discriminator.
#[derive(Pod, Zeroable, Clone, Copy)]
#[repr(C)]
struct Head {
    version: u8,
    market: [u8; 32],
    length: [u8; 4],
}

impl Question {
    /// Requires the question of `market`, in place: reading it by Borsh would copy its text.
    pub fn require_of(account: &AccountInfo, market: &Pubkey) -> Result<()> {
        let data = account.try_borrow_data()?;
        let body = data.strip_prefix(Question::DISCRIMINATOR).filter(|_| *account.owner == crate::ID);
        let head = body.and_then(|body| body.first_chunk::<{ std::mem::size_of::<Head>() }>());
        let head: &Head = bytemuck::cast_ref(head.ok_or_else(|| fail(MarketError::WrongQuestion))?);
        require_version(head.version)?;
        let is_whole = data.len() == Self::space(u32::from_le_bytes(head.length) as usize);
        ensure(is_whole && head.market == market.to_bytes(), MarketError::WrongQuestion)
    }

    /// With the discriminator, in bytes, for a text of `length` bytes.
    pub fn space(length: usize) -> usize {
        // discriminator + version + market + length of the text + text + reserved
        length.saturating_add(8 + 1 + 32 + 4 + 16)
    }
}
