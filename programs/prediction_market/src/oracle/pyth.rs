//! Prices, from `PriceUpdateV2` accounts that the market's Pyth receiver program has verified and posted.
//! Anyone can post any past update: `decision` says which of them counts.

use std::mem::size_of;

use anchor_lang::prelude::*;
use bytemuck::{Pod, Zeroable};

use crate::{
    condition::Measurement,
    decision::is_readable_at,
    errors::{ensure, fail, MarketError},
    math::share,
    oracle::observed::Publication,
    state::Market,
};

/// The first 8 bytes of sha256("account:PriceUpdateV2").
const DISCRIMINATOR: [u8; 8] = [34, 241, 35, 99, 157, 126, 244, 205];
/// The verification level of a fully verified update.
const FULL: u8 = 1;

/// How a fully verified update begins, after `pyth-solana-receiver-sdk` 2.0.0. Where it is verified in part, what follows
/// the level comes one byte later. Numbers are little-endian, and nothing is aligned.
#[derive(Pod, Zeroable, Clone, Copy)]
#[repr(C)]
struct PriceUpdate {
    discriminator: [u8; 8],
    write_authority: [u8; 32],
    verification_level: u8,
    feed: [u8; 32],
    price: [u8; 8],
    confidence: [u8; 8],
    exponent: [u8; 4],
    published: [u8; 8],
    previous: [u8; 8],
}

/// When a fully verified update of the feed was published, and its price or the error by which it is not readable.
/// The times come first: what is published too late for the second that it is submitted for is not read at all.
pub fn read_price(
    market: &Market,
    second: i64,
    feed: &[u8; 32],
    account: &AccountInfo,
) -> Result<(Publication, std::result::Result<Measurement, MarketError>)> {
    ensure(*account.owner == market.terms.pyth_receiver, MarketError::PriceWrongOwner)?;
    let data = account.try_borrow_data()?;
    let bytes = data.first_chunk::<{ size_of::<PriceUpdate>() }>();
    let update: &PriceUpdate = bytemuck::cast_ref(bytes.ok_or_else(|| fail(MarketError::PriceMalformed))?);
    ensure(update.discriminator == DISCRIMINATOR, MarketError::PriceMalformed)?;
    ensure(update.verification_level == FULL, MarketError::PriceNotVerified)?;
    ensure(update.feed == *feed, MarketError::PriceWrongFeed)?;
    let publication = Publication {
        at: i64::from_le_bytes(update.published),
        previous: i64::from_le_bytes(update.previous),
    };
    let price = match is_readable_at(second, publication.at) {
        true => update.read(market.terms.max_confidence_bps),
        false => Err(MarketError::ObservationOutOfTime),
    };
    Ok((publication, price))
}

impl PriceUpdate {
    /// The price, if it is positive and its confidence interval narrow enough.
    fn read(&self, max_confidence_bps: u16) -> std::result::Result<Measurement, MarketError> {
        let price = u64::try_from(i64::from_le_bytes(self.price)).unwrap_or(0);
        if price == 0 {
            return Err(MarketError::PriceNotPositive);
        }
        if u64::from_le_bytes(self.confidence) > share(price, max_confidence_bps) {
            return Err(MarketError::PriceUncertain);
        }
        Ok(Measurement { value: price.into(), exponent: i32::from_le_bytes(self.exponent) })
    }
}
