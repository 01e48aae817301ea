use anchor_lang::prelude::*;

use crate::{
    constants::*,
    errors::{ensure, MarketError},
    math::{
        auction::{lot, Price},
        checked,
    },
};

/// The burn shares and dust of SOL markets, in lamports on the account itself, and the auction that sells them for
/// utility tokens, which are burned. One for the program, like `Config`.
/// PDA: `[FEE_VAULT_SEED]`.
#[account]
#[derive(InitSpace, Debug)]
pub struct FeeVault {
    /// Layout of this account; 1.
    pub version: u8,
    /// How the auction runs; never changes.
    pub auction: AuctionSettings,
    /// Lamports received from markets so far.
    pub received: u64,
    /// Lamports for sale. What was sent to the account otherwise is counted after the next purchase.
    pub for_sale: u64,
    /// The price at `priced_at`.
    pub price: Price,
    /// Slot from which on the price falls, while a smallest lot is for sale.
    pub priced_at: u64,
    /// Lamports sold so far.
    pub sold: u64,
    /// Base units of the utility token burned for them so far.
    pub burned: u128,
    /// The price of the last purchase, with 32 fractional bits; 0 before the first.
    pub last_price: u128,
    /// Slot of the last purchase; 0 before the first.
    pub last_slot: u64,
    /// Number of the last purchase; 0 before the first.
    pub sequence: u32,
    /// For later versions; zero.
    pub reserved: [u8; 32],
}

/// How the burn auction runs: fixed by `initialize_config` for good, so that nobody can move the price and buy.
#[derive(AnchorSerialize, AnchorDeserialize, InitSpace, Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuctionSettings {
    /// Token base units for one SOL at first; 0 for the mint's whole supply.
    pub first_price: u64,
    /// Slots in which the price halves; 150 to 216,000.
    pub half_life: u32,
    /// Lamports that a purchase may always take, if there are that many; 0.25 to 10 SOL.
    pub smallest_lot: u64,
}

impl AuctionSettings {
    pub fn validate(&self) -> Result<()> {
        let in_range = (MIN_HALF_LIFE..=MAX_HALF_LIFE).contains(&self.half_life)
            && (MIN_SMALLEST_LOT..=MAX_SMALLEST_LOT).contains(&self.smallest_lot);
        ensure(in_range, MarketError::AuctionOutOfRange)
    }
}

impl FeeVault {
    /// The empty vault of a new program.
    pub fn new(auction: AuctionSettings, supply: u64, version: u8) -> Self {
        let first = if auction.first_price == 0 { supply } else { auction.first_price };
        Self {
            version,
            auction,
            received: 0,
            for_sale: 0,
            price: Price::first(first),
            priced_at: 0,
            sold: 0,
            burned: 0,
            last_price: 0,
            last_slot: 0,
            sequence: 0,
            reserved: [0; 32],
        }
    }

    /// Puts lamports of a market up for sale.
    pub fn receive(&mut self, lamports: u64, slot: u64) -> Result<()> {
        self.received = checked(self.received.checked_add(lamports))?;
        let was_falling = self.is_falling();
        self.for_sale = checked(self.for_sale.checked_add(lamports))?;
        // The clock stood while there was less than a lot.
        if !was_falling && self.is_falling() {
            self.priced_at = slot;
        }
        Ok(())
    }

    /// The price in a slot.
    pub fn price_at(&self, slot: u64) -> Price {
        let slots = if self.is_falling() { slot.saturating_sub(self.priced_at) } else { 0 };
        self.price.after(slots, self.auction.half_life)
    }

    /// Sells lamports and returns what they cost, in base units of the utility token.
    pub fn sell(&mut self, lamports: u64, slot: u64) -> Result<u64> {
        let most = self.for_sale.min(lot(self.for_sale, self.auction.smallest_lot));
        ensure((MIN_PURCHASE..=most).contains(&lamports), MarketError::PurchaseOutOfRange)?;
        let price = self.price_at(slot);
        let tokens = price.cost(lamports)?;
        self.price = price.raised(lamports, lot(self.for_sale, self.auction.smallest_lot))?;
        self.priced_at = slot;
        self.sold = checked(self.sold.checked_add(lamports))?;
        self.burned = checked(self.burned.checked_add(tokens.into()))?;
        self.last_price = price.value;
        self.last_slot = slot;
        self.sequence = self.sequence.saturating_add(1);
        Ok(tokens)
    }

    /// Whether the price falls: while at least a smallest lot is for sale.
    fn is_falling(&self) -> bool {
        self.for_sale >= self.auction.smallest_lot
    }
}
