//! Creates accounts at program-derived addresses. By hand rather than by Anchor's `init`, which has
//! nothing for an address that somebody sent a lamport to, on clusters without
//! `CreateAccountAllowPrefund`: anyone could hold up what has a known address.

use anchor_lang::{
    prelude::*,
    system_program::{self, Allocate, Assign, CreateAccount},
};

use crate::{
    errors::{ensure, MarketError},
    lamports::{transfer_lamports, RentFloor},
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
/// that somebody sent to the address before do not stand in the way, and count for the rent alone.
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
    let signer: &[&[&[u8]]] = &[seeds];
    if account.lamports() == 0 {
        let accounts = CreateAccount { from: payer.clone(), to: account.clone() };
        let context = CpiContext::new_with_signer(system_program::ID, accounts, signer);
        return system_program::create_account(context, lamports, space, owner);
    }
    if lamports > 0 {
        transfer_lamports(payer, account, lamports)?;
    }
    let accounts = Allocate { account_to_allocate: account.clone() };
    system_program::allocate(CpiContext::new_with_signer(system_program::ID, accounts, signer), space)?;
    let accounts = Assign { account_to_assign: account.clone() };
    system_program::assign(CpiContext::new_with_signer(system_program::ID, accounts, signer), owner)
}
