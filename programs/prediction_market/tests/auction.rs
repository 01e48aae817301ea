//! The laws of the burn auction's price, and of the vault that sells at it.

// A test that overflows or unwraps nothing has failed, as it should.
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

mod common;

use common::refusal;
use prediction_market::{
    math::auction::{lot, Price, PRICE_BITS},
    state::{AuctionSettings, FeeVault},
};
use proptest::prelude::*;

const SOL: u64 = 1_000_000_000;
const SETTINGS: AuctionSettings =
    AuctionSettings { first_price: 1_000_000_000, half_life: 27_000, smallest_lot: SOL };

/// Prices of every magnitude that a purchase can lead to.
fn prices() -> impl Strategy<Value = Price> {
    let value = (0u32..126).prop_flat_map(|bits| 1..=(1u128 << bits));
    (value, 0u32..126).prop_map(|(value, bits)| Price { value, floor: value >> bits })
}

/// Prices of every magnitude whose product with a half-life fits.
fn values() -> impl Strategy<Value = u128> {
    (0u32..100).prop_flat_map(|bits| 1..=(1u128 << bits))
}

fn amounts() -> impl Strategy<Value = u64> {
    (0u32..64).prop_flat_map(|bits| 1..=(u64::MAX >> bits))
}

fn vault(for_sale: u64, slot: u64) -> FeeVault {
    let mut vault = FeeVault::new(SETTINGS, 0, 1);
    vault.receive(for_sale, slot).unwrap();
    vault
}

/// Sells and takes the SOL out, as the instruction does.
fn buy(vault: &mut FeeVault, lamports: u64, slot: u64) -> u64 {
    let tokens = vault.sell(lamports, slot).unwrap();
    vault.for_sale -= lamports;
    tokens
}

proptest! {
    #[test]
    fn the_price_never_rises_with_time(price in prices(), half_life in 150u32..=216_000, a in any::<u64>(), more in any::<u64>()) {
        let (early, late) = (price.after(a, half_life), price.after(a.saturating_add(more), half_life));
        prop_assert!(late.value <= early.value && late.floor <= early.floor);
        prop_assert!(late.value >= late.floor && late.value >= 1);
    }

    #[test]
    fn a_half_life_halves_it_rounded_up(value in 1u128..1 << 126, half_life in 150u32..=216_000, times in 0u32..126) {
        let price = Price { value, floor: 0 };
        let slots = u64::from(half_life) * u64::from(times);
        prop_assert_eq!(price.after(slots, half_life).value, value.div_ceil(1 << times));
    }

    #[test]
    fn in_between_it_falls_evenly(value in values(), half_life in 150u32..=216_000, times in 0u32..100, slots in any::<u32>()) {
        let (start, rest) = (value.div_ceil(1 << times), slots % half_life);
        let slots = u64::from(half_life) * u64::from(times) + u64::from(rest);
        let fallen = start * u128::from(rest) / u128::from(2 * half_life);
        prop_assert_eq!(Price { value, floor: 0 }.after(slots, half_life).value, start - fallen);
    }

    #[test]
    fn more_sol_never_costs_less(price in prices(), a in amounts(), b in amounts()) {
        let (less, more) = (price.cost(a.min(b)), price.cost(a.max(b)));
        match (less, more) {
            (Ok(less), Ok(more)) => prop_assert!(1 <= less && less <= more),
            (less, more) => prop_assert!(less.is_ok() || more.is_err()),
        }
    }

    #[test]
    fn the_cost_is_exact_and_rounded_up(price in 0u128..1 << 64, lamports in amounts()) {
        let cost = Price { value: price, floor: 0 }.cost(lamports);
        let scale = u128::from(SOL) << PRICE_BITS;
        let exact = (price * u128::from(lamports)).div_ceil(scale).max(1);
        prop_assert_eq!(cost.ok().map(u128::from), u64::try_from(exact).ok().map(u128::from));
    }

    #[test]
    fn a_purchase_in_parts_never_costs_less(price in 1u128..1 << 80, for_sale in SOL..=1_000_000 * SOL, part in 1u64..100, whole in 1u64..=100) {
        let mut one = vault(for_sale, 0);
        one.price.value = price;
        let mut parts = one.clone();
        let most = for_sale.min(lot(for_sale, SETTINGS.smallest_lot));
        let whole = (most / 100 * whole).max(SOL / 50).min(most);
        let first = (whole / 100 * part).clamp(SOL / 100, whole - SOL / 100);
        let together = u128::from(buy(&mut one, whole, 7));
        let apart = u128::from(buy(&mut parts, first, 7)) + u128::from(buy(&mut parts, whole - first, 7));
        prop_assert!(apart >= together, "{apart} < {together}");
        prop_assert!(parts.price.value >= one.price.value);
    }

    #[test]
    fn the_floor_never_falls_by_a_purchase_nor_rises_above_an_eighth(value in 1u128..1 << 60, floor in 0u128..1 << 57, lamports in 1u64..=SOL) {
        let price = Price { value: value.max(floor), floor };
        let raised = price.raised(lamports, SOL).unwrap();
        prop_assert!(raised.floor >= floor);
        prop_assert!(raised.floor <= floor.max(raised.value / 8));
    }

    #[test]
    fn nothing_overflows(price in any::<u128>(), floor in any::<u128>(), slots in any::<u64>(), half_life in any::<u32>(), lamports in any::<u64>(), for_sale in any::<u64>()) {
        let price = Price { value: price, floor }.after(slots, half_life);
        let _ = price.cost(lamports);
        let _ = price.raised(lamports, lot(for_sale, 0));
        let mut vault = vault(for_sale, slots);
        vault.price = price;
        let _ = vault.sell(lamports, slots);
        let _ = vault.receive(lamports, slots);
    }
}

#[test]
fn a_whole_lot_doubles_the_price_and_an_eighth_of_it_is_the_floor() {
    let mut vault = vault(100 * SOL, 0);
    let first = vault.price.value;
    assert_eq!(lot(100 * SOL, SOL), 100 * SOL / 16);
    buy(&mut vault, 100 * SOL / 16, 0);
    assert_eq!(vault.price, Price { value: 2 * first, floor: first / 4 });
    // Four half-lives later the price is at the floor, which has fallen a little too.
    let later = vault.price_at(4 * 27_000);
    assert_eq!(later.value, later.floor);
    assert!(later.floor < first / 4 && later.floor > first / 4 * 95 / 100);
}

#[test]
fn the_clock_stands_without_a_lot() {
    let mut vault = vault(SOL - 1, 0);
    let first = vault.price;
    assert_eq!(vault.price_at(u64::MAX), first);
    vault.receive(1, 1_000_000).unwrap();
    assert_eq!(vault.price_at(1_000_000), first);
    assert_eq!(vault.price_at(1_027_000).value, first.value / 2);
    // A purchase that leaves less than a lot stops it again.
    buy(&mut vault, SOL / 2, 1_027_000);
    let stopped = vault.price;
    assert_eq!(vault.price_at(u64::MAX), stopped);
    assert_eq!(stopped.value, first.value / 2 * 3 / 2);
}

#[test]
fn the_sizes_of_a_purchase() {
    let mut vault = vault(32 * SOL, 0);
    for lamports in [0, SOL / 100 - 1, 2 * SOL + 1, u64::MAX] {
        assert_eq!(refusal(vault.clone().sell(lamports, 0)), "PurchaseOutOfRange");
    }
    for lamports in [SOL / 100, 2 * SOL] {
        vault.clone().sell(lamports, 0).unwrap();
    }
    // Not even all that is left may be less.
    vault.for_sale = SOL / 100 - 1;
    assert_eq!(refusal(vault.clone().sell(SOL / 100 - 1, 0)), "PurchaseOutOfRange");
    vault.for_sale = SOL / 100;
    vault.sell(SOL / 100, 0).unwrap();
}

#[test]
fn a_small_purchase_lifts_the_floor_by_its_share_of_a_lot() {
    let mut vault = vault(100 * SOL, 0);
    let (first, lot) = (vault.price.value, lot(100 * SOL, SOL));
    buy(&mut vault, SOL / 100, 0);
    let raised = first + (first * u128::from(SOL / 100)).div_ceil(u128::from(lot));
    let floor = raised / 8 * u128::from(SOL / 100) / u128::from(lot);
    assert_eq!(vault.price, Price { value: raised, floor });
    assert!(floor < first / 4_000);
}

#[test]
fn beyond_all_balances_it_is_refused() {
    let mut vault = vault(16 * SOL, 0);
    vault.price = Price { value: u128::MAX, floor: 0 };
    assert_eq!(refusal(vault.sell(SOL, 0)), "PurchaseTooExpensive");
}

#[test]
fn the_first_price_is_the_supply_unless_it_is_named() {
    let of_supply = AuctionSettings { first_price: 0, ..SETTINGS };
    assert_eq!(FeeVault::new(of_supply, 77, 1).price, Price { value: 77 << PRICE_BITS, floor: 0 });
    assert_eq!(FeeVault::new(SETTINGS, 77, 1).price.value, 1_000_000_000 << PRICE_BITS);
}

#[test]
fn an_auction_has_limits() {
    for (half_life, smallest_lot) in [(150, SOL / 4), (216_000, 10 * SOL)] {
        AuctionSettings { half_life, smallest_lot, ..SETTINGS }.validate().unwrap();
    }
    for (half_life, smallest_lot) in [(149, SOL), (216_001, SOL), (150, SOL / 4 - 1), (150, 10 * SOL + 1)] {
        let auction = AuctionSettings { half_life, smallest_lot, ..SETTINGS };
        assert_eq!(refusal(auction.validate()), "AuctionOutOfRange");
    }
}

#[test]
fn the_vault_keeps_its_books_and_its_clock() {
    let mut vault = FeeVault::new(SETTINGS, 0, 1);
    for (lamports, slot, received, priced_at) in
        [(SOL - 1, 7, SOL - 1, 0), (1, 8, SOL, 8), (3 * SOL, 9, 4 * SOL, 8)]
    {
        vault.receive(lamports, slot).unwrap();
        assert_eq!((vault.received, vault.for_sale, vault.priced_at), (received, received, priced_at));
    }
    // A half-life later.
    let (slot, price) = (27_008, 500_000_000);
    assert_eq!(vault.price_at(slot), Price { value: u128::from(price) << PRICE_BITS, floor: 0 });
    assert_eq!([vault.sell(SOL, slot).unwrap(), vault.sell(SOL, slot).unwrap()], [price, 2 * price]);
    let [last, next] = [2, 4].map(|times| u128::from(times * price) << PRICE_BITS);
    assert_eq!(vault.price, Price { value: next, floor: next / 8 });
    assert_eq!((vault.sold, vault.burned, vault.last_price), (2 * SOL, u128::from(3 * price), last));
    assert_eq!((vault.priced_at, vault.last_slot, vault.sequence), (slot, slot, 2));
}
