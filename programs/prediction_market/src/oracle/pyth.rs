//! Prices, from `PriceUpdateV2` accounts that the market's Pyth receiver program has verified and posted.
//! Anyone can post any past update: `decision` sees to it that the poster has no choice.

use anchor_lang::prelude::*;

use crate::{
    condition::Measurement,
    constants::BPS_DENOMINATOR,
    decision::Rules,
    errors::{ensure, fail, MarketError},
    oracle::observed::Publication,
    state::Market,
};

/// The first 8 bytes of sha256("account:PriceUpdateV2").
const DISCRIMINATOR: [u8; 8] = [34, 241, 35, 99, 157, 126, 244, 205];
/// Where a fully verified update keeps its fields, after `pyth-solana-receiver-sdk` 2.0.0: discriminator, write
/// authority, then the verification level, which takes one byte more where it is partial.
const VERIFICATION_LEVEL: usize = 40;
const FULL: u8 = 1;
const FEED: usize = 41;
const PRICE: usize = 73;
const CONFIDENCE: usize = 81;
const EXPONENT: usize = 89;
const PUBLISHED: usize = 93;
const PREVIOUS: usize = 101;

/// When a fully verified update of the feed was published, and its price or the error by which it is not readable.
/// The times come first: what is published too late for expiry is not read at all.
pub fn read_price(
    market: &Market,
    rules: &Rules,
    feed: &[u8; 32],
    account: &AccountInfo,
) -> Result<(Publication, std::result::Result<Measurement, MarketError>)> {
    ensure(*account.owner == market.terms.pyth_receiver, MarketError::PriceWrongOwner)?;
    let data = &account.try_borrow_data()?[..];
    ensure(data.starts_with(&DISCRIMINATOR), MarketError::PriceMalformed)?;
    ensure(field(data, VERIFICATION_LEVEL)? == [FULL], MarketError::PriceNotVerified)?;
    ensure(field(data, FEED)? == *feed, MarketError::PriceWrongFeed)?;
    let publication = Publication {
        at: i64::from_le_bytes(field(data, PUBLISHED)?),
        previous: i64::from_le_bytes(field(data, PREVIOUS)?),
    };
    let price = match rules.is_readable_at(publication.at) {
        true => price_of(data, market.terms.max_confidence_bps)?,
        false => Err(MarketError::ObservationOutOfTime),
    };
    Ok((publication, price))
}

/// The price, if it is positive and its confidence interval narrow enough.
fn price_of(data: &[u8], max_confidence_bps: u16) -> Result<std::result::Result<Measurement, MarketError>> {
    let price = u64::try_from(i64::from_le_bytes(field(data, PRICE)?)).unwrap_or(0);
    if price == 0 {
        return Ok(Err(MarketError::PriceNotPositive));
    }
    let widest = u128::from(price).saturating_mul(max_confidence_bps.into());
    let confidence = u128::from(u64::from_le_bytes(field(data, CONFIDENCE)?));
    Ok(match confidence.saturating_mul(BPS_DENOMINATOR.into()) <= widest {
        true => {
            let exponent = i32::from_le_bytes(field(data, EXPONENT)?);
            Ok(Measurement { value: price.into(), exponent })
        }
        false => Err(MarketError::PriceUncertain),
    })
}

fn field<const N: usize>(data: &[u8], at: usize) -> Result<[u8; N]> {
    let bytes = data.get(at..).and_then(|rest| rest.first_chunk::<N>());
    bytes.copied().ok_or_else(|| fail(MarketError::PriceMalformed))
}
