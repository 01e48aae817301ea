//! Reads a token's supply from its mint account.

use anchor_lang::{prelude::*, Ids};
use anchor_spl::token_interface::{Mint, TokenInterface};

use crate::{
    errors::{ensure, fail, MarketError},
    math::checked,
    state::Observation,
};

/// The supply in whole tokens.
pub fn observe_supply(token: &Pubkey, mint: &AccountInfo, now: i64) -> Result<Observation> {
    let one = Observation { value: 1, exponent: 0, observed_at: now };
    times_supply(one, token, mint)
}

/// Multiplies an observation per whole token by the supply.
pub fn times_supply(per_token: Observation, token: &Pubkey, mint: &AccountInfo) -> Result<Observation> {
    let is_mint = mint.key == token && TokenInterface::ids().contains(mint.owner);
    ensure(is_mint, MarketError::TokenMintInvalid)?;
    let data = mint.try_borrow_data()?;
    let mint = Mint::try_deserialize(&mut &data[..]).map_err(|_| fail(MarketError::TokenMintInvalid))?;
    Ok(Observation {
        value: checked(per_token.value.checked_mul(mint.supply.into()))?,
        exponent: checked(per_token.exponent.checked_sub(mint.decimals.into()))?,
        observed_at: per_token.observed_at,
    })
}
