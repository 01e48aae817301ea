//! Moves money in and out of a market's escrow, in either currency.

use anchor_lang::prelude::*;
use anchor_spl::{
    associated_token,
    token_2022::spl_token_2022::{
        extension::{memo_transfer::MemoTransfer, BaseStateWithExtensions, StateWithExtensions},
        state::{Account as TokenAccount, AccountState},
    },
    token_interface::TokenInterface,
};

use crate::{
    constants::ESCROW_SEED,
    cpi::{self, Authority},
    errors::{ensure, fail, MarketError},
    lamports::move_lamports,
    state::Market,
};

/// What a UTILITY market needs besides the escrow; absent for SOL.
pub struct Tokens<'a, 'info> {
    pub program: &'a AccountInfo<'info>,
    pub mint: &'a AccountInfo<'info>,
}

impl<'a, 'info> Tokens<'a, 'info> {
    /// For a UTILITY market both accounts, checked; for a SOL market none, whatever was passed.
    /// The program that owns the escrow is the one that holds its money: another program's claim that a
    /// transfer took place counts for nothing.
    #[inline(never)]
    pub fn of(
        market: &Market,
        escrow: &AccountInfo<'info>,
        program: &'a Option<Interface<'info, TokenInterface>>,
        mint: &'a Option<UncheckedAccount<'info>>,
    ) -> Result<Option<Self>> {
        if market.is_sol() {
            return Ok(None);
        }
        let (Some(program), Some(mint)) = (program, mint) else {
            return Err(fail(MarketError::TokenAccountsMissing));
        };
        ensure(program.key == escrow.owner, MarketError::WrongTokenProgram)?;
        ensure(*mint.key == market.mint, MarketError::WrongMint)?;
        Ok(Some(Self { program: program.as_ref(), mint: mint.as_ref() }))
    }

    /// The token side of a stake together with the account that pays it.
    pub fn with_payer(
        tokens: Option<Self>,
        payer: &'a Option<UncheckedAccount<'info>>,
    ) -> Result<Option<(Self, &'a AccountInfo<'info>)>> {
        match (tokens, payer) {
            (None, _) => Ok(None),
            (Some(tokens), Some(payer)) => Ok(Some((tokens, payer.as_ref()))),
            (Some(_), None) => Err(fail(MarketError::TokenAccountsMissing)),
        }
    }

    /// Whether `account` can receive a transfer, so that none fails and takes the whole batch with it:
    /// it must be an open, unfrozen token account of `owner` that takes transfers without a memo.
    pub fn can_receive(&self, account: &AccountInfo, owner: &Pubkey) -> bool {
        self.receives(account, owner, |_| true)
    }

    /// The same, and nobody but `owner` can take the tokens or close the account.
    pub fn can_receive_alone(&self, account: &AccountInfo, owner: &Pubkey) -> bool {
        self.receives(account, owner, |token| token.delegate.is_none() && token.close_authority.is_none())
    }

    /// Whether there is a token account, and it is passed to be written to.
    pub fn is_writable_account(&self, account: &AccountInfo) -> bool {
        account.owner == self.program.key && account.is_writable
    }

    #[inline(never)]
    fn receives(&self, account: &AccountInfo, owner: &Pubkey, is_fine: fn(&TokenAccount) -> bool) -> bool {
        if !self.is_writable_account(account) {
            return false;
        }
        let Ok(data) = account.try_borrow_data() else {
            return false;
        };
        let Ok(token) = StateWithExtensions::<TokenAccount>::unpack(&data) else {
            return false;
        };
        let needs_memo = token
            .get_extension::<MemoTransfer>()
            .is_ok_and(|memo| bool::from(memo.require_incoming_transfer_memos));
        token.base.mint == *self.mint.key
            && token.base.owner == *owner
            && token.base.state == AccountState::Initialized
            && !needs_memo
            && is_fine(&token.base)
    }

    /// Whether `address` is the associated token account of `owner`, whose bump is given: no account can exist at the
    /// address of another bump.
    #[inline(never)]
    pub fn is_associated(&self, address: &Pubkey, owner: &Pubkey, bump: u8) -> bool {
        let seeds: &[&[u8]] = &[owner.as_ref(), self.program.key.as_ref(), self.mint.key.as_ref(), &[bump]];
        Pubkey::create_program_address(seeds, &associated_token::ID).is_ok_and(|found| found == *address)
    }

    /// What the mint says of its decimals; the token program checks the rest of it.
    pub fn decimals(&self) -> Result<u8> {
        let data = self.mint.try_borrow_data()?;
        data.get(MINT_DECIMALS).copied().ok_or_else(|| fail(MarketError::WrongMint))
    }

    /// Moves tokens of `authority`.
    pub fn transfer(
        &self,
        from: &AccountInfo<'info>,
        to: &AccountInfo<'info>,
        authority: &Authority<'_, 'info>,
        amount: u64,
        decimals: u8,
    ) -> Result<()> {
        cpi::transfer_tokens(self.program.key, from, self.mint, to, authority, amount, decimals)
    }

    pub fn pay(&self, escrow: &Escrow<'_, 'info>, to: &AccountInfo<'info>, amount: u64) -> Result<()> {
        if amount == 0 {
            return Ok(());
        }
        let from = escrow.account;
        escrow.signed(|authority| self.transfer(from, to, authority, amount, escrow.decimals))
    }

    pub fn burn(&self, escrow: &Escrow<'_, 'info>, amount: u64) -> Result<()> {
        if amount == 0 {
            return Ok(());
        }
        escrow.signed(|authority| {
            cpi::burn_tokens(self.program.key, escrow.account, self.mint, authority, amount)
        })
    }
}

/// Where a mint says its decimals.
const MINT_DECIMALS: usize = 44;
/// Where a token account says how many tokens it holds.
const TOKEN_AMOUNT: std::ops::Range<usize> = 64..72;

/// The escrow of one market, with what it takes to sign for it.
pub struct Escrow<'a, 'info> {
    pub account: &'a AccountInfo<'info>,
    pub market: Pubkey,
    bump: u8,
    decimals: u8,
}

impl<'a, 'info> Escrow<'a, 'info> {
    pub fn of(key: Pubkey, market: &Market, account: &'a AccountInfo<'info>) -> Self {
        Self { account, market: key, bump: market.escrow_bump, decimals: market.decimals }
    }

    /// Runs a call that the escrow signs.
    fn signed<T>(&self, call: impl FnOnce(&Authority<'_, 'info>) -> T) -> T {
        let seeds: &[&[&[u8]]] = &[&[ESCROW_SEED, self.market.as_ref(), &[self.bump]]];
        call(&Authority { account: self.account, seeds })
    }

    /// What is there for stakes and fees: tokens, or lamports above the rent as of creation, for a later rise of the
    /// network's rent must not hold up payouts.
    #[inline(never)]
    pub fn held(&self, market: &Market) -> Result<u64> {
        if market.is_sol() {
            return Ok(self.account.lamports().saturating_sub(market.escrow_rent));
        }
        let data = self.account.try_borrow_data()?;
        let amount = data.get(TOKEN_AMOUNT).and_then(|bytes| bytes.try_into().ok());
        amount.map(u64::from_le_bytes).ok_or_else(|| fail(MarketError::WrongEscrow))
    }
}

impl<'info> Escrow<'_, 'info> {
    /// Empties the escrow, whatever strangers may have sent to it, and gives its rent to `creator`: lamports go
    /// along with the rent, tokens are burned, since a token account must be empty to be closed.
    pub fn close(
        &self,
        market: &Market,
        tokens: Option<&Tokens<'_, 'info>>,
        creator: &AccountInfo<'info>,
    ) -> Result<()> {
        let Some(tokens) = tokens else {
            return move_lamports(self.account, creator, self.account.lamports());
        };
        tokens.burn(self, self.held(market)?)?;
        self.signed(|authority| {
            cpi::close_token_account(tokens.program.key, self.account, creator, authority)
        })
    }
}
