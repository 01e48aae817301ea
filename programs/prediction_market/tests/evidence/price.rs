//! Prices, market caps and changes, by updates that Pyth's receiver has posted.

use prediction_market::{
    condition::{Comparison, Measurement, Metric},
    constants::PYTH_RECEIVERS,
    oracle::Findings,
    state::{Basis, Market, Observation},
};

use crate::{
    accounts::*,
    common::{EXPIRY, PRICE, UP_OR_DOWN},
};

const CAP: Metric = Metric::MarketCap { feed: [7; 32] };
/// The second that a change begins with.
const REFERENCE: i64 = EXPIRY - 600;

/// An update of the feed, in thousandths of a dollar.
#[derive(Clone, Copy)]
struct Update {
    price: i64,
    confidence: u64,
    exponent: i32,
    published: i64,
}

fn update(price: i64, published: i64) -> Update {
    Update { price, confidence: 0, exponent: -3, published }
}

impl Update {
    fn account(&self) -> Account {
        let data = [
            &[34, 241, 35, 99, 157, 126, 244, 205][..],
            &[9; 32],
            &[1],
            &[7; 32],
            &self.price.to_le_bytes(),
            &self.confidence.to_le_bytes(),
            &self.exponent.to_le_bytes(),
            &self.published.to_le_bytes(),
            &(self.published - 3).to_le_bytes(),
        ];
        Account { key: OTHER, owner: PYTH_RECEIVERS[0], data: data.concat() }
    }

    /// What is said of it.
    fn said(&self, value: Result<(u128, i32), &str>, is_met: bool) -> Said {
        let value = value.map_err(str::to_string);
        Said { value, previous: Some(self.published - 3), ..fact(is_met, self.published) }
    }
}

/// Whether the price is at least 150 dollars.
fn price_market() -> Market {
    market(at_least(PRICE, 150), Basis::default())
}

#[test]
fn a_price_is_compared_with_the_target() {
    for (price, is_met) in [(149_999, false), (150_000, true), (i64::MAX, true), (1, false)] {
        for published in [NOW, EXPIRY - 1, EXPIRY, EXPIRY + 60] {
            let update = update(price, published);
            let expected = update.said(Ok((price as u128, -3)), is_met);
            assert_eq!(observed(&price_market(), &[&update.account()]), expected);
            // Whatever else is submitted.
            assert_eq!(observed(&price_market(), &[&update.account(), &mint(0, 0)]), expected);
        }
    }
}

#[test]
fn only_verified_updates_of_the_feed_by_the_receiver_are_read() {
    let valid = update(150_000, EXPIRY).account();
    assert_eq!(valid.data.len(), 109);
    let cases = [
        (valid.but(|update| update.owner = PYTH_RECEIVERS[1]), "PriceWrongOwner"),
        (valid.sized(108), "PriceMalformed"),
        (valid.sized(0), "PriceMalformed"),
        (valid.flipped(0), "PriceMalformed"),
        (valid.flipped(7), "PriceMalformed"),
        // Verified in part, and a level that there is not.
        (valid.but(|update| update.data[40] = 0), "PriceNotVerified"),
        (valid.but(|update| update.data[40] = 2), "PriceNotVerified"),
        (valid.flipped(41), "PriceWrongFeed"),
        (valid.flipped(72), "PriceWrongFeed"),
    ];
    let (change, first) = (change_market(), update(150_000, REFERENCE).account());
    let cap = market(at_least(CAP, 150), Basis::default());
    for (wrong, name) in cases {
        assert_eq!(refusal(observe(&price_market(), &[&wrong])), name);
        assert_eq!(refusal(observe(&cap, &[&wrong, &mint(1, 0)])), name);
        assert_eq!(refusal(observe(&change, &[&wrong])), name);
        assert_eq!(refusal(observe(&change, &[&first, &wrong])), name);
    }
    // Whoever wrote it, and whatever comes after it.
    assert!(observed(&price_market(), &[&valid.flipped(8)]).is_met);
    assert!(observed(&price_market(), &[&valid.sized(134)]).is_met);
}

/// Updates whose price does not count, and why.
fn unreadable() -> [(Update, &'static str); 9] {
    let wide = |price, confidence| Update { confidence, ..update(price, EXPIRY) };
    [
        (update(0, EXPIRY), "PriceNotPositive"),
        (update(-1, EXPIRY), "PriceNotPositive"),
        (update(i64::MIN, EXPIRY), "PriceNotPositive"),
        // More than 2 %, rounded down.
        (wide(1_000_000, 20_001), "PriceUncertain"),
        (wide(1_000_049, 20_001), "PriceUncertain"),
        (wide(49, 1), "PriceUncertain"),
        (wide(1_000_000, u64::MAX), "PriceUncertain"),
        // The times come first.
        (update(1_000_000, EXPIRY + 61), "ObservationOutOfTime"),
        (update(-1, EXPIRY + 61), "ObservationOutOfTime"),
    ]
}

#[test]
fn a_price_counts_if_it_is_positive_narrow_and_in_time() {
    for (update, name) in unreadable() {
        assert_eq!(observed(&price_market(), &[&update.account()]), update.said(Err(name), false));
    }
    for (price, confidence) in [(1_000_000, 20_000), (1_000_000, 0), (1_000_050, 20_001), (50, 1), (1, 0)] {
        let update = Update { confidence, ..update(price, EXPIRY + 60) };
        let expected = update.said(Ok((price as u128, -3)), price >= 150_000);
        assert_eq!(observed(&price_market(), &[&update.account()]), expected);
    }
}

#[test]
fn a_market_cap_is_the_price_times_the_supply() {
    // 30 dollars times 5 tokens of two decimals.
    let cap = market(at_least(CAP, 150), Basis::default());
    for (supply, is_met) in [(499, false), (500, true), (501, true)] {
        let price = update(30_000, EXPIRY);
        let expected = price.said(Ok((30_000 * u128::from(supply), -5)), is_met);
        assert_eq!(observed(&cap, &[&price.account(), &mint(supply, 2)]), expected);
    }
    let price = update(30_000, EXPIRY);
    assert_eq!(refusal(observe(&cap, &[&price.account()])), "EvidenceMissing");
    let wrong = mint(500, 2).but(|mint| mint.key = OTHER);
    assert_eq!(refusal(observe(&cap, &[&price.account(), &wrong])), "TokenMintInvalid");
    let tiny = Update { exponent: i32::MIN, ..price };
    assert_eq!(refusal(observe(&cap, &[&tiny.account(), &mint(500, 2)])), "ArithmeticOverflow");
}

#[test]
fn an_unreadable_market_cap_needs_no_supply() {
    let cap = market(at_least(CAP, 150), Basis::default());
    for (update, name) in unreadable() {
        assert_eq!(observed(&cap, &[&update.account()]), update.said(Err(name), false));
    }
}

#[test]
fn a_market_cap_is_certain_if_the_supply_at_creation_gives_the_same_answer() {
    let price = update(30_000, EXPIRY);
    for (at_creation, supply, is_certain) in [
        (None, 500, false),
        (Some(500), 500, true),
        (Some(501), 500, true),
        (Some(501), 499, false),
        (Some(500), 499, false),
        (Some(499), 498, true),
    ] {
        let supply_then = at_creation.map(|value| Measurement { value, exponent: -2 });
        let cap = market(at_least(CAP, 150), Basis { supply: supply_then, ..Basis::default() });
        let said = observed(&cap, &[&price.account(), &mint(supply, 2)]);
        assert_eq!((said.is_certain, said.is_met), (is_certain, supply >= 500), "{at_creation:?} {supply}");
    }
}

/// Whether the price at expiry is more than 5 % above the one 600 seconds before.
fn change_market() -> Market {
    market(condition(UP_OR_DOWN, Comparison::Above, 10_500, -4), Basis::default())
}

/// What is said of the price at expiry, and of the one that the change begins with.
fn both(market: &Market, updates: &[Update]) -> (Option<Said>, Option<Said>) {
    let accounts: Vec<_> = updates.iter().map(Update::account).collect();
    let Findings { observed, reference } = observe(market, &accounts.iter().collect::<Vec<_>>()).unwrap();
    (said(observed), said(reference))
}

#[test]
fn a_change_is_observed_from_both_its_prices() {
    let first = update(100_000, REFERENCE + 60);
    let reference = first.said(Ok((100_000, -3)), false);
    assert_eq!(both(&change_market(), &[first]), (None, Some(reference.clone())));
    for (price, is_met) in [(104_999, false), (105_000, false), (105_001, true)] {
        let last = update(price, EXPIRY + 60);
        let expected = last.said(Ok((price as u128, -3)), is_met);
        assert_eq!(both(&change_market(), &[first, last]), (Some(expected), Some(reference.clone())));
    }
    for (last, name) in unreadable() {
        let expected = last.said(Err(name), false);
        assert_eq!(both(&change_market(), &[first, last]), (Some(expected), Some(reference.clone())));
    }
}

#[test]
fn a_change_from_a_price_that_is_not_readable_is_not_observed() {
    let last = update(200_000, EXPIRY);
    let late = update(100_000, REFERENCE + 61);
    let expected = late.said(Err("ObservationOutOfTime"), false);
    assert_eq!(both(&change_market(), &[late, last]), (None, Some(expected)));
    let zero = update(0, REFERENCE);
    let expected = zero.said(Err("PriceNotPositive"), false);
    assert_eq!(both(&change_market(), &[zero, last]), (None, Some(expected)));
    assert_eq!(both(&change_market(), &[]), (None, None));
}

#[test]
fn a_change_begins_with_the_price_that_was_recorded() {
    let mut market = change_market();
    let recorded =
        Observation { value: 200, exponent: 0, observed_at: REFERENCE, is_met: false, has_value: true };
    market.record_price(recorded);
    for (price, is_met) in [(210_000, false), (210_001, true)] {
        let last = update(price, EXPIRY);
        let expected = last.said(Ok((price as u128, -3)), is_met);
        assert_eq!(both(&market, &[last]), (Some(expected.clone()), None));
        // The last one counts: what was recorded is not read again.
        assert_eq!(both(&market, &[update(1, REFERENCE), last]), (Some(expected), None));
    }
    for (last, name) in unreadable() {
        assert_eq!(both(&market, &[last]), (Some(last.said(Err(name), false)), None));
    }
    assert_eq!(both(&market, &[]), (None, None));
    market.record_price(Observation { exponent: i32::MIN, ..recorded });
    assert_eq!(refusal(observe(&market, &[&update(1, EXPIRY).account()])), "ArithmeticOverflow");
}

#[test]
fn prices_are_read_from_no_account_before_they_decide() {
    for metric in [PRICE, UP_OR_DOWN] {
        assert!(is_empty(&inspect(&at_least(metric, 150), &[]).unwrap()));
        assert!(is_empty(&inspect(&at_least(metric, 150), &[&mint(500, 2)]).unwrap()));
    }
    for metric in [PRICE, UP_OR_DOWN, CAP] {
        let market = market(at_least(metric, 150), Basis::default());
        assert!(require_undecided(&market, &[]).is_ok());
        assert!(require_undecided(&market, &[&mint(500, 2)]).is_ok());
        assert!(observe(&market, &[]).unwrap().observed.is_none());
    }
}
