//! Calls of the system and token programs. Encoded by hand, since the builders of their crates are 30 KB of program and
//! several hundred compute units a call.

use anchor_lang::{
    prelude::*,
    solana_program::{instruction::Instruction, program::invoke_signed},
    system_program,
};

/// An account of a call, and what the callee may do with it.
pub struct Part<'a, 'info> {
    account: &'a AccountInfo<'info>,
    is_writable: bool,
    is_signer: bool,
}

impl<'a, 'info> Part<'a, 'info> {
    fn new(account: &'a AccountInfo<'info>, is_writable: bool, is_signer: bool) -> Self {
        Self { account, is_writable, is_signer }
    }
}

/// Moves lamports of `from`, a wallet that has signed.
pub fn transfer<'info>(from: &AccountInfo<'info>, to: &AccountInfo<'info>, lamports: u64) -> Result<()> {
    let parts = [Part::new(from, true, true), Part::new(to, true, false)];
    call(&system_program::ID, &parts, &[&2u32.to_le_bytes(), &lamports.to_le_bytes()], &[])
}

/// Creates `account`, which signs by `seeds`, with lamports of `payer`, who has signed.
pub fn create_account<'info>(
    payer: &AccountInfo<'info>,
    account: &AccountInfo<'info>,
    lamports: u64,
    space: u64,
    owner: &Pubkey,
    seeds: &[&[u8]],
) -> Result<()> {
    let parts = [Part::new(payer, true, true), Part::new(account, true, true)];
    let data: [&[u8]; 4] =
        [&0u32.to_le_bytes(), &lamports.to_le_bytes(), &space.to_le_bytes(), owner.as_ref()];
    call(&system_program::ID, &parts, &data, &[seeds])
}

/// Gives `account`, which signs by `seeds`, its data.
pub fn allocate(account: &AccountInfo, space: u64, seeds: &[&[u8]]) -> Result<()> {
    let parts = [Part::new(account, true, true)];
    call(&system_program::ID, &parts, &[&8u32.to_le_bytes(), &space.to_le_bytes()], &[seeds])
}

/// Gives `account`, which signs by `seeds`, to a program.
pub fn assign(account: &AccountInfo, owner: &Pubkey, seeds: &[&[u8]]) -> Result<()> {
    let parts = [Part::new(account, true, true)];
    call(&system_program::ID, &parts, &[&1u32.to_le_bytes(), owner.as_ref()], &[seeds])
}

/// Who may move or burn tokens: has signed, or signs by `seeds`.
pub struct Authority<'a, 'info> {
    pub account: &'a AccountInfo<'info>,
    pub seeds: &'a [&'a [&'a [u8]]],
}

/// Moves tokens, with their mint and decimals checked.
pub fn transfer_tokens<'info>(
    program: &Pubkey,
    from: &AccountInfo<'info>,
    mint: &AccountInfo<'info>,
    to: &AccountInfo<'info>,
    authority: &Authority<'_, 'info>,
    amount: u64,
    decimals: u8,
) -> Result<()> {
    let parts = [
        Part::new(from, true, false),
        Part::new(mint, false, false),
        Part::new(to, true, false),
        Part::new(authority.account, false, true),
    ];
    call(program, &parts, &[&[12], &amount.to_le_bytes(), &[decimals]], authority.seeds)
}

/// Destroys tokens.
pub fn burn_tokens<'info>(
    program: &Pubkey,
    from: &AccountInfo<'info>,
    mint: &AccountInfo<'info>,
    authority: &Authority<'_, 'info>,
    amount: u64,
) -> Result<()> {
    let parts = [
        Part::new(from, true, false),
        Part::new(mint, true, false),
        Part::new(authority.account, false, true),
    ];
    call(program, &parts, &[&[8], &amount.to_le_bytes()], authority.seeds)
}

/// Closes a token account without tokens; its lamports go to `to`.
pub fn close_token_account<'info>(
    program: &Pubkey,
    account: &AccountInfo<'info>,
    to: &AccountInfo<'info>,
    authority: &Authority<'_, 'info>,
) -> Result<()> {
    let parts = [
        Part::new(account, true, false),
        Part::new(to, true, false),
        Part::new(authority.account, false, true),
    ];
    call(program, &parts, &[&[9]], authority.seeds)
}

/// Makes `account` a token account of `mint` whose tokens belong to `owner`.
pub fn initialize_token_account<'info>(
    program: &Pubkey,
    account: &AccountInfo<'info>,
    mint: &AccountInfo<'info>,
    owner: &Pubkey,
) -> Result<()> {
    let parts = [Part::new(account, true, false), Part::new(mint, false, false)];
    call(program, &parts, &[&[18], owner.as_ref()], &[])
}

#[inline(never)]
fn call(program: &Pubkey, parts: &[Part], data: &[&[u8]], seeds: &[&[&[u8]]]) -> Result<()> {
    let meta = |part: &Part| AccountMeta {
        pubkey: *part.account.key,
        is_signer: part.is_signer,
        is_writable: part.is_writable,
    };
    let instruction =
        Instruction { program_id: *program, accounts: parts.iter().map(meta).collect(), data: data.concat() };
    let accounts: Vec<AccountInfo> = parts.iter().map(|part| part.account.clone()).collect();
    invoke_signed(&instruction, &accounts, seeds).map_err(Into::into)
}
