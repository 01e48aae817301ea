use std::cell::{Ref, RefMut};

use anchor_lang::prelude::*;
use bytemuck::{Pod, Zeroable};

use crate::{
    constants::*,
    errors::{ensure, fail, require_version, MarketError},
    lamports::{move_lamports, RentFloor},
    math::checked,
};

/// What an owner has put aside for bets: lamports on the account itself, tokens in token accounts of its own. It pays
/// for the owner's bets, within a delegate's limits, or to the owner; nothing else.
/// PDA: `[BANKROLL_SEED, owner]`, created there by `deposit` alone.
#[account(zero_copy)]
#[derive(Debug)]
#[repr(C)]
pub struct Bankroll {
    /// Layout of this account; 1.
    pub version: u8,
    /// Bump of this account's address.
    pub bump: u8,
    /// Fills up to a multiple of eight bytes.
    pub padding: [u8; 6],
    /// The wallet that bets, is paid, and alone withdraws.
    pub owner: Pubkey,
    /// Who may bet for the owner; an empty place has the default pubkey as its key.
    pub delegates: [Delegate; MAX_DELEGATES],
    /// For later versions; zero.
    pub reserved: [u8; 16],
}

const _: () = assert!(Bankroll::SPACE == 576);

/// Two keys that may bet together from a bankroll. Amounts are [SOL, UTILITY], in base units.
#[zero_copy]
#[derive(Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Delegate {
    /// The key that asks for a bet, and by which the owner names the delegate.
    pub key: Pubkey,
    /// The key that must sign as well; it pays the network fee and gets it back.
    pub cosigner: Pubkey,
    /// What it may do.
    pub limits: Limits,
    /// All that has left the bankroll by it: stakes, rent, settle rewards and fees. Only counts up.
    pub spent: [u64; 2],
}

/// What a delegate may do. Amounts are [SOL, UTILITY], in base units.
#[cfg_attr(feature = "idl-build", derive(AnchorSerialize, AnchorDeserialize))]
#[derive(Pod, Zeroable, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Limits {
    /// The most of one stake.
    pub per_bet: [u64; 2],
    /// The sums that its spending may reach, counted from when it was named; SOL includes rent, rewards and fees.
    pub total: [u64; 2],
    /// The most that a bet may pay back to the cosigner, in lamports; at most 50,000.
    pub max_fee: u64,
    /// Unix second from which on it can do nothing; at most 90 days away when it is set.
    pub expires_at: i64,
}

/// What left a bankroll by one bet: [SOL, UTILITY], in base units, and the fee among it.
#[derive(Clone, Copy, Debug)]
pub struct Spending {
    /// The stake.
    pub stake: [u64; 2],
    /// The stake, the rent and settle reward of a new position, and the fee.
    pub total: [u64; 2],
    pub fee: u64,
}

impl Limits {
    pub fn validate(&self, now: i64) -> Result<()> {
        let latest = now.saturating_add(MAX_DELEGATE_SECONDS);
        let in_range = self.max_fee <= MAX_BET_FEE && now < self.expires_at && self.expires_at <= latest;
        ensure(in_range, MarketError::DelegateLimitsInvalid)
    }
}

impl Delegate {
    /// Counts what a bet takes, if it is within the limits.
    pub fn spend(&mut self, spending: &Spending, now: i64) -> Result<()> {
        ensure(now < self.limits.expires_at, MarketError::DelegateExpired)?;
        ensure(spending.fee <= self.limits.max_fee, MarketError::DelegateFeeTooHigh)?;
        let currencies = self.spent.iter_mut().zip(spending.total).zip(spending.stake);
        let limits = self.limits.per_bet.iter().zip(self.limits.total);
        for (((spent, amount), stake), (per_bet, total)) in currencies.zip(limits) {
            ensure(stake <= *per_bet, MarketError::DelegatePerBetExceeded)?;
            let sum = checked(spent.checked_add(amount))?;
            // What was spent before may be more than a limit that was lowered since.
            ensure(amount == 0 || sum <= total, MarketError::DelegateTotalExceeded)?;
            *spent = sum;
        }
        Ok(())
    }
}

impl Bankroll {
    /// With the discriminator, in bytes.
    pub const SPACE: usize = 8 + std::mem::size_of::<Bankroll>();

    /// Reads a bankroll of a version that this program knows.
    #[inline(never)]
    pub fn read<'a>(account: &'a AccountLoader<Self>) -> Result<Ref<'a, Self>> {
        let bankroll = account.load()?;
        require_version(bankroll.version)?;
        Ok(bankroll)
    }

    /// The same, to change it.
    #[inline(never)]
    pub fn write<'a>(account: &'a AccountLoader<Self>) -> Result<RefMut<'a, Self>> {
        let bankroll = account.load_mut()?;
        require_version(bankroll.version)?;
        Ok(bankroll)
    }

    pub fn open(&mut self, owner: Pubkey, bump: u8) {
        self.version = VERSION;
        self.bump = bump;
        self.owner = owner;
    }

    /// Names a delegate, or changes the cosigner and limits of one: what it has spent stays.
    pub fn set_delegate(&mut self, key: Pubkey, cosigner: Pubkey, limits: Limits) -> Result<()> {
        let is_named = key != Pubkey::default() && cosigner != Pubkey::default() && key != cosigner;
        ensure(is_named, MarketError::DelegateKeysInvalid)?;
        let known = self.delegates.iter().position(|delegate| delegate.key == key);
        let free = || self.delegates.iter().position(|delegate| delegate.key == Pubkey::default());
        let place = known.or_else(free).and_then(|index| self.delegates.get_mut(index));
        let delegate = place.ok_or_else(|| fail(MarketError::TooManyDelegates))?;
        *delegate = Delegate { key, cosigner, limits, spent: delegate.spent };
        Ok(())
    }

    /// Ends a delegate. Named again, it starts at 0.
    pub fn end_delegate(&mut self, key: &Pubkey) -> Result<()> {
        *self.delegate(key)? = Delegate::default();
        Ok(())
    }

    /// The delegate with this key.
    pub fn delegate(&mut self, key: &Pubkey) -> Result<&mut Delegate> {
        let found = self.delegates.iter_mut().find(|delegate| delegate.key == *key);
        found.filter(|_| *key != Pubkey::default()).ok_or_else(|| fail(MarketError::NotDelegate))
    }

    /// Moves lamports out of a bankroll, down to its rent.
    pub fn pay(account: &AccountInfo, to: &AccountInfo, lamports: u64, rent: &RentFloor) -> Result<()> {
        let free = account.lamports().saturating_sub(rent.minimum_balance(Self::SPACE));
        ensure(lamports <= free, MarketError::BankrollTooLow)?;
        move_lamports(account, to, lamports)
    }
}
