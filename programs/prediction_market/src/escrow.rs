//! Moves money in and out of a market's escrow, in either currency.

use anchor_lang::prelude::*;
use anchor_spl::{
    associated_token::get_associated_token_address_with_program_id,
    token_2022::spl_token_2022::{
        extension::{memo_transfer::MemoTransfer, BaseStateWithExtensions, StateWithExtensions},
        state::{Account as TokenAccount, AccountState},
    },
    token_interface::{self, Burn, CloseAccount, TokenInterface, TransferChecked},
};

use crate::{
    constants::ESCROW_SEED,
    errors::{ensure, fail, MarketError},
    lamports::{move_lamports, RentFloor},
    state::Market,
};

/// What a UTILITY market needs besides the escrow; absent for SOL.
pub struct Tokens<'a, 'info> {
    pub program: &'a AccountInfo<'info>,
    pub mint: &'a AccountInfo<'info>,
}

impl<'a, 'info> Tokens<'a, 'info> {
    /// For a UTILITY market both accounts, checked; for a SOL market none, whatever was passed.
    /// The program that owns the escrow is the one that holds its money: another one's word that a
    /// transfer took place counts for nothing.
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
        if account.owner != self.program.key || !account.is_writable {
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
    }

    pub fn associated_account(&self, owner: &Pubkey) -> Pubkey {
        get_associated_token_address_with_program_id(owner, self.mint.key, self.program.key)
    }

    /// Moves tokens of `authority`, who has signed, or signs by `seeds`.
    pub fn transfer(
        &self,
        from: &AccountInfo<'info>,
        to: &AccountInfo<'info>,
        authority: &AccountInfo<'info>,
        seeds: &[&[&[u8]]],
        amount: u64,
        decimals: u8,
    ) -> Result<()> {
        let accounts = TransferChecked {
            from: from.clone(),
            mint: self.mint.clone(),
            to: to.clone(),
            authority: authority.clone(),
        };
        let context = CpiContext::new_with_signer(*self.program.key, accounts, seeds);
        token_interface::transfer_checked(context, amount, decimals)
    }

    pub fn pay(&self, escrow: &Escrow<'_, 'info>, to: &AccountInfo<'info>, amount: u64) -> Result<()> {
        if amount == 0 {
            return Ok(());
        }
        let from = escrow.account;
        escrow.signed(|seeds| self.transfer(from, to, from, seeds, amount, escrow.decimals))
    }

    pub fn burn(&self, escrow: &Escrow<'_, 'info>, amount: u64) -> Result<()> {
        if amount == 0 {
            return Ok(());
        }
        let accounts =
            Burn { mint: self.mint.clone(), from: escrow.account.clone(), authority: escrow.account.clone() };
        escrow.signed(|seeds| {
            token_interface::burn(CpiContext::new_with_signer(*self.program.key, accounts, seeds), amount)
        })
    }
}

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
    pub fn signed<T>(&self, call: impl FnOnce(&[&[&[u8]]]) -> T) -> T {
        call(&[&[ESCROW_SEED, self.market.as_ref(), &[self.bump]]])
    }

    /// What is there for stakes and fees: lamports above the rent, or tokens.
    pub fn held(&self, market: &Market, rent: &RentFloor) -> Result<u64> {
        if market.is_sol() {
            return Ok(self.account.lamports().saturating_sub(rent.minimum_balance(0)));
        }
        let data = self.account.try_borrow_data()?;
        Ok(StateWithExtensions::<TokenAccount>::unpack(&data)?.base.amount)
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
        tokens.burn(self, self.held(market, &RentFloor::get()?)?)?;
        let accounts = CloseAccount {
            account: self.account.clone(),
            destination: creator.clone(),
            authority: self.account.clone(),
        };
        self.signed(|seeds| {
            token_interface::close_account(CpiContext::new_with_signer(*tokens.program.key, accounts, seeds))
        })
    }
}
