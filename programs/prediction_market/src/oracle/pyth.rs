//! Prices, from `PriceUpdateV2` accounts that a Pyth receiver program has verified and posted.
//! Anyone can post any past update, so which one counts must not be the poster's choice.

use anchor_lang::{prelude::*, Discriminator};

use crate::{
    constants::{BPS_DENOMINATOR, PYTH_RECEIVERS},
    errors::{ensure, fail, MarketError},
    state::{Condition, Market, Observation, Timing},
};

/// The layout of the account, after `pyth-solana-receiver-sdk` 2.0.0, whose own dependencies are an
/// older Anchor. Not an account of ours: only its discriminator is taken from the attribute.
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
    /// Fewer guardian signatures than two thirds were checked.
    Partial {
        _num_signatures: u8,
    },
    Full,
}

impl Discriminator for PriceUpdateV2 {
    /// The first 8 bytes of sha256("account:PriceUpdateV2").
    const DISCRIMINATOR: &'static [u8] = &[34, 241, 35, 99, 157, 126, 244, 205];
}

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
        // For every moment there is exactly one such update.
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
