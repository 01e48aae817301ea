//! The supply of a token, from its mint account.

use anchor_lang::{prelude::*, Ids};
use anchor_spl::{
    token_2022::spl_token_2022::{
        extension::{
            confidential_mint_burn::ConfidentialMintBurn, mint_close_authority::MintCloseAuthority,
            BaseStateWithExtensions, StateWithExtensions,
        },
        state::Mint,
    },
    token_interface::TokenInterface,
};

use crate::{
    condition::{Condition, Measurement, Timing},
    errors::{ensure, fail, MarketError},
    math::checked,
};

pub fn read_supply(token: &Pubkey, account: &AccountInfo) -> Result<Measurement> {
    read_mint(token, account, |mint| Ok(supply_of(&mint.base, mint.base.supply)))
}

/// A value for each whole token, for the whole supply.
pub fn times_supply(per_token: Measurement, token: &Pubkey, account: &AccountInfo) -> Result<Measurement> {
    let supply = read_supply(token, account)?;
    Ok(Measurement {
        value: checked(per_token.value.checked_mul(supply.value))?,
        exponent: checked(per_token.exponent.checked_add(supply.exponent))?,
    })
}

/// Refuses a bet once the supply has decided, or can no longer reach or leave the target. Holders can
/// burn down to nothing; only a mint authority can make more.
pub fn require_can_change(condition: &Condition, token: &Pubkey, account: &AccountInfo) -> Result<()> {
    read_mint(token, account, |mint| {
        let Mint { supply, mint_authority, .. } = mint.base;
        let most = if mint_authority.is_some() { u64::MAX } else { supply };
        let is_met_at = |supply| condition.is_met_by(supply_of(&mint.base, supply));
        let is_decided = condition.timing == Timing::ByExpiry && is_met_at(supply);
        // The supply moves between nothing and `most`, and the comparison turns at one point at most.
        let is_fixed = is_met_at(0) == is_met_at(most);
        ensure(!is_decided && !is_fixed, MarketError::AnswerFixed)
    })
}

/// Refuses a mint that can be closed, and so come back as another one, or whose supply is encrypted.
pub fn require_reliable(token: &Pubkey, account: &AccountInfo) -> Result<()> {
    read_mint(token, account, |mint| ensure(is_reliable(mint), MarketError::UnreliableSupply))
}

/// The same, and nobody can make more of the token: its supply is part of a price.
pub fn require_fixed_maximum(token: &Pubkey, account: &AccountInfo) -> Result<()> {
    read_mint(token, account, |mint| {
        let can_grow = mint.base.mint_authority.is_some();
        ensure(is_reliable(mint) && !can_grow, MarketError::UnreliableSupply)
    })
}

fn is_reliable(mint: &StateWithExtensions<Mint>) -> bool {
    let can_close = mint
        .get_extension::<MintCloseAuthority>()
        .is_ok_and(|extension| Option::<Pubkey>::from(extension.close_authority).is_some());
    !can_close && mint.get_extension::<ConfidentialMintBurn>().is_err()
}

fn supply_of(mint: &Mint, supply: u64) -> Measurement {
    Measurement { value: supply.into(), exponent: i32::from(mint.decimals).saturating_neg() }
}

fn read_mint<T>(
    token: &Pubkey,
    account: &AccountInfo,
    read: impl FnOnce(&StateWithExtensions<Mint>) -> Result<T>,
) -> Result<T> {
    let is_mint = account.key == token && TokenInterface::ids().contains(account.owner);
    ensure(is_mint, MarketError::TokenMintInvalid)?;
    let data = account.try_borrow_data()?;
    let mint = StateWithExtensions::<Mint>::unpack(&data).map_err(|_| fail(MarketError::TokenMintInvalid))?;
    read(&mint)
}
