//! The supply of a token, from its mint account.

use anchor_lang::{prelude::*, Ids};
use anchor_spl::{
    token_2022::spl_token_2022::{
        extension::{
            mint_close_authority::MintCloseAuthority, permanent_delegate::PermanentDelegate,
            BaseStateWithExtensions, ExtensionType, StateWithExtensions,
        },
        state::Mint,
    },
    token_interface::TokenInterface,
};

use crate::{
    condition::{Condition, Measurement},
    constants::WRAPPED_SOL,
    errors::{ensure, fail, MarketError},
    state::Basis,
};

pub fn read_supply(token: &Pubkey, account: &AccountInfo) -> Result<Measurement> {
    read_mint(token, account, |mint| Ok(supply_of(&mint.base, mint.base.supply)))
}

/// Refuses a bet once the supply has decided, or can no longer reach the target. Holders can
/// burn down to nothing; only a mint authority can make more.
pub fn require_can_change(condition: &Condition, token: &Pubkey, account: &AccountInfo) -> Result<()> {
    read_mint(token, account, |mint| {
        let Mint { supply, mint_authority, .. } = mint.base;
        let most = if mint_authority.is_some() { u64::MAX } else { supply };
        let is_met_at = |supply| condition.is_met_by(supply_of(&mint.base, supply));
        // The supply moves between nothing and `most`, and the comparison turns at one point at most.
        let is_fixed = is_met_at(0) == is_met_at(most);
        ensure(!is_met_at(supply) && !is_fixed, MarketError::AnswerFixed)
    })
}

/// Refuses a mint whose supply nobody could rely on. Returns the supply if it can only fall.
pub fn require_reliable(token: &Pubkey, account: &AccountInfo) -> Result<Basis> {
    read_mint(token, account, |mint| {
        ensure(is_reliable(token, mint), MarketError::UnreliableSupply)?;
        let only_falls = mint.base.mint_authority.is_none();
        let supply = only_falls.then(|| supply_of(&mint.base, mint.base.supply));
        Ok(Basis { supply, ..Basis::default() })
    })
}

/// The same, and nobody can make more of the token: its supply is part of a price.
pub fn require_fixed_maximum(token: &Pubkey, account: &AccountInfo) -> Result<Basis> {
    let basis = require_reliable(token, account)?;
    ensure(basis.supply.is_some(), MarketError::UnreliableSupply)?;
    Ok(basis)
}

/// Extensions under which the amounts that people see are not the base units on chain, or nobody can count them.
const MISLEADING_EXTENSIONS: [ExtensionType; 4] = [
    ExtensionType::ConfidentialTransferMint,
    ExtensionType::ConfidentialMintBurn,
    ExtensionType::ScaledUiAmount,
    ExtensionType::InterestBearingConfig,
];

/// Whether the supply says how many tokens there are, and nobody can close the mint, and so bring it back as another
/// one, or burn other people's tokens.
fn is_reliable(token: &Pubkey, mint: &StateWithExtensions<Mint>) -> bool {
    let can_close = mint
        .get_extension::<MintCloseAuthority>()
        .is_ok_and(|extension| Option::<Pubkey>::from(extension.close_authority).is_some());
    let can_take = mint
        .get_extension::<PermanentDelegate>()
        .is_ok_and(|extension| Option::<Pubkey>::from(extension.delegate).is_some());
    let misleads = mint
        .get_extension_types()
        .map_or(true, |types| types.iter().any(|extension| MISLEADING_EXTENSIONS.contains(extension)));
    !WRAPPED_SOL.contains(token) && mint.base.supply > 0 && !can_close && !can_take && !misleads
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
