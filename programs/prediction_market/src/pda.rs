//! Creates accounts at program-derived addresses. By hand rather than by Anchor's `init`, which has
//! nothing for an address that somebody sent a lamport to, on clusters without
//! `CreateAccountAllowPrefund`: anyone could hold up what has a known address.

use anchor_lang::prelude::*;

use crate::{
    cpi,
    errors::{ensure, MarketError},
    lamports::RentFloor,
    math::checked,
};

/// Creates an account of ours at the address that `seeds` sign for and writes it.
pub fn create_with<'info, T: AccountSerialize>(
    account: &AccountInfo<'info>,
    payer: &AccountInfo<'info>,
    space: usize,
    seeds: &[&[u8]],
    value: &T,
) -> Result<()> {
    create(account, payer, &crate::ID, space, seeds, 0)?;
    value.try_serialize(&mut &mut account.try_borrow_mut_data()?[..])
}

/// Creates `account`, which `seeds` sign for, with its rent and `deposit` paid by `payer`. Lamports
/// that somebody sent to the address before do not prevent it, and count for the rent alone.
pub fn create<'info>(
    account: &AccountInfo<'info>,
    payer: &AccountInfo<'info>,
    owner: &Pubkey,
    space: usize,
    seeds: &[&[u8]],
    deposit: u64,
) -> Result<()> {
    ensure(*account.owner == System::id() && account.data_is_empty(), MarketError::AccountExists)?;
    let rent = RentFloor::get()?.minimum_balance(space);
    let lamports = checked(rent.saturating_sub(account.lamports()).checked_add(deposit))?;
    place(account, payer, owner, space, seeds, lamports)
}

/// Creates `account`, which `seeds` sign for, with `lamports` from `payer`, who has signed, and nothing for its rent.
pub fn place<'info>(
    account: &AccountInfo<'info>,
    payer: &AccountInfo<'info>,
    owner: &Pubkey,
    space: usize,
    seeds: &[&[u8]],
    lamports: u64,
) -> Result<()> {
    let space = space as u64;
    if account.lamports() == 0 {
        return cpi::create_account(payer, account, lamports, space, owner, seeds);
    }
    if lamports > 0 {
        cpi::transfer(payer, account, lamports)?;
    }
    cpi::allocate(account, space, seeds)?;
    cpi::assign(account, owner, seeds)
}
