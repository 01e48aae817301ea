//! Reads prices from the `PriceUpdateV2` accounts of the Pyth receiver programs, which verify them.
//! Anyone can post any past update, so the rules must leave the caller no choice between updates.

use anchor_lang::{prelude::*, Discriminator};

use crate::{
    constants::{BPS_DENOMINATOR, PYTH_RECEIVERS},
    errors::{ensure, fail, MarketError},
    state::{Condition, Market, Observation, Timing},
};

/// The account's layout, copied from `pyth-solana-receiver-sdk` 2.0.0, which depends on an older Anchor.
#[derive(AnchorDeserialize)]
struct PriceUpdateV2 {
    _write_authority: Pubkey,
    verification_level: VerificationLevel,
    feed_id: [u8; 32],
    price: i64,
    confidence: u64,
    exponent: i32,
    publish_time: i64,
    prev_publish_time: i64,
}

#[derive(AnchorDeserialize, PartialEq, Eq)]
enum VerificationLevel {
    /// Fewer than two thirds of the guardian signatures were checked.
    Partial {
        _num_signatures: u8,
    },
    Full,
}

impl Discriminator for PriceUpdateV2 {
    /// The first 8 bytes of sha256("account:PriceUpdateV2").
    const DISCRIMINATOR: &'static [u8] = &[34, 241, 35, 99, 157, 126, 244, 205];
}

/// The price in US dollars, if the update is of `feed`, fully verified, precise enough and, for a market
/// decided at expiry, the update for that second.
pub fn observe_price(
    market: &Market,
    condition: &Condition,
    feed: &[u8; 32],
    account: &AccountInfo,
) -> Result<Observation> {
    ensure(PYTH_RECEIVERS.contains(account.owner), MarketError::PriceWrongOwner)?;
    let update = PriceUpdateV2::read(&account.try_borrow_data()?)?;
    ensure(update.verification_level == VerificationLevel::Full, MarketError::PriceNotVerified)?;
    ensure(update.feed_id == *feed, MarketError::PriceWrongFeed)?;
    if condition.timing == Timing::AtExpiry {
        // Exactly one update satisfies this for any second.
        let is_for_expiry =
            update.prev_publish_time < market.expire_at && market.expire_at <= update.publish_time;
        ensure(is_for_expiry, MarketError::PriceNotForExpiry)?;
    }
    let price = u64::try_from(update.price).unwrap_or(0);
    ensure(price > 0, MarketError::PriceNotPositive)?;
    let widest = u128::from(price).saturating_mul(market.terms.max_confidence_bps.into());
    let confidence = u128::from(update.confidence).saturating_mul(BPS_DENOMINATOR.into());
    ensure(confidence <= widest, MarketError::PriceUncertain)?;
    Ok(Observation { value: price.into(), exponent: update.exponent, observed_at: update.publish_time })
}

impl PriceUpdateV2 {
    fn read(data: &[u8]) -> Result<Self> {
        let mut body =
            data.strip_prefix(Self::DISCRIMINATOR).ok_or_else(|| fail(MarketError::PriceMalformed))?;
        Self::deserialize(&mut body).map_err(|_| fail(MarketError::PriceMalformed))
    }
}
