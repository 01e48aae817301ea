//! Prices, from `PriceUpdateV2` accounts that the market's Pyth receiver program has verified and posted.
//! Anyone can post any past update: `decision` sees to it that the poster has no choice.

use anchor_lang::{prelude::*, Discriminator};

use crate::{
    condition::{Condition, Measurement},
    constants::BPS_DENOMINATOR,
    errors::{ensure, fail, MarketError},
    oracle::observed::Observed,
    state::{Market, Observation},
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

/// A verified price.
pub struct Price {
    pub measurement: Measurement,
    published: i64,
    previous: i64,
}

impl Price {
    /// The observation of this price's second whose measured value is `measurement`.
    pub fn observed(&self, condition: &Condition, measurement: Measurement) -> Observed {
        let is_met = condition.is_met_by(measurement);
        Observed {
            observation: Observation::of(measurement, self.published, is_met),
            previous: Some(self.previous),
        }
    }
}

pub fn read_price(market: &Market, feed: &[u8; 32], account: &AccountInfo) -> Result<Price> {
    ensure(*account.owner == market.terms.pyth_receiver, MarketError::PriceWrongOwner)?;
    let update = PriceUpdateV2::read(&account.try_borrow_data()?)?;
    ensure(update.verification_level == VerificationLevel::Full, MarketError::PriceNotVerified)?;
    ensure(update.feed_id == *feed, MarketError::PriceWrongFeed)?;
    let price = u64::try_from(update.price).unwrap_or(0);
    ensure(price > 0, MarketError::PriceNotPositive)?;
    let widest = u128::from(price).saturating_mul(market.terms.max_confidence_bps.into());
    let confidence = u128::from(update.confidence).saturating_mul(BPS_DENOMINATOR.into());
    ensure(confidence <= widest, MarketError::PriceUncertain)?;
    Ok(Price {
        measurement: Measurement { value: price.into(), exponent: update.exponent },
        published: update.publish_time,
        previous: update.prev_publish_time,
    })
}

impl PriceUpdateV2 {
    fn read(data: &[u8]) -> Result<Self> {
        let mut body =
            data.strip_prefix(Self::DISCRIMINATOR).ok_or_else(|| fail(MarketError::PriceMalformed))?;
        Self::deserialize(&mut body).map_err(|_| fail(MarketError::PriceMalformed))
    }
}
