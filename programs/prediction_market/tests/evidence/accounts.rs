//! Accounts as the chain hands them over, transactions in which the ed25519 program verifies what attestors have
//! signed, and what `oracle` says about them.

use anchor_lang::{
    error::Error,
    prelude::{pubkey, AccountInfo, Pubkey, Result},
    solana_program::instruction::BorrowedInstruction,
};
use bytemuck::Zeroable;
use prediction_market::{
    condition::{Comparison, Condition, Decimal, Metric, Timing},
    constants::PYTH_RECEIVERS,
    decision::Reading,
    oracle::{self, Evidence, Findings, Observed},
    state::{Basis, Market, NewMarket, Terms},
    ID,
};
use solana_instructions_sysvar::{construct_instructions_data, store_current_index_checked};

use crate::common::{new_market, terms, CREATED};

pub const MARKET: Pubkey = Pubkey::new_from_array([101; 32]);
pub const TOKEN: Pubkey = Pubkey::new_from_array([102; 32]);
pub const OTHER: Pubkey = Pubkey::new_from_array([103; 32]);
pub const NOW: i64 = CREATED + 777;

#[derive(Clone)]
pub struct Account {
    pub key: Pubkey,
    pub owner: Pubkey,
    pub data: Vec<u8>,
}

impl Account {
    /// The same with something else about it.
    pub fn but(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut changed = self.clone();
        change(&mut changed);
        changed
    }

    /// The same with so many bytes.
    pub fn sized(&self, bytes: usize) -> Self {
        self.but(|account| account.data.resize(bytes, 0))
    }

    /// The same with another byte at `index`.
    pub fn flipped(&self, index: usize) -> Self {
        self.but(|account| account.data[index] ^= 1)
    }
}

/// A mint of which nobody can make more.
pub fn mint(supply: u64, decimals: u8) -> Account {
    let data = [&[0; 36][..], &supply.to_le_bytes(), &[decimals, 1], &[0; 36]].concat();
    Account { key: TOKEN, owner: anchor_spl::token::ID, data }
}

/// The same with a mint authority.
pub fn mintable(mint: &Account) -> Account {
    mint.but(|mint| mint.data[0] = 1)
}

/// What `read` finds in the accounts.
pub fn with<T>(accounts: &[&Account], read: impl FnOnce(&[AccountInfo]) -> T) -> T {
    let mut accounts: Vec<_> = accounts.iter().map(|account| (Account::clone(account), 1)).collect();
    let infos = accounts.iter_mut().map(|(Account { key, owner, data }, lamports)| {
        AccountInfo::new(key, false, false, lamports, data, owner, false)
    });
    read(&infos.collect::<Vec<_>>())
}

pub fn condition(metric: Metric, comparison: Comparison, mantissa: u64, exponent: i8) -> Condition {
    let target = Decimal { mantissa, exponent };
    Condition { metric, comparison, target, timing: Timing::ByExpiry }
}

/// Whether a metric is at least so much.
pub fn at_least(metric: Metric, mantissa: u64) -> Condition {
    condition(metric, Comparison::AtLeast, mantissa, 0)
}

/// A market about the token.
pub fn market(condition: Condition, basis: Basis) -> Market {
    let terms =
        Terms { pyth_receiver: PYTH_RECEIVERS[0], max_confidence_bps: 200, attestor_set: 0x0105, ..terms(0) };
    let mut market = Market::zeroed();
    market.open(NewMarket { token: TOKEN, terms, basis, ..new_market(condition, Pubkey::default(), 0) });
    market
}

pub fn observe(market: &Market, accounts: &[&Account]) -> Result<Findings> {
    with(accounts, |accounts| {
        let evidence = Evidence { attestor_set: None, accounts };
        oracle::observe(&MARKET, market, &market.condition(), &evidence, NOW)
    })
}

pub fn require_undecided(market: &Market, accounts: &[&Account]) -> Result<()> {
    with(accounts, |accounts| oracle::require_undecided(market, accounts))
}

pub fn inspect(condition: &Condition, accounts: &[&Account]) -> Result<Basis> {
    with(accounts, |accounts| oracle::inspect(condition, &TOKEN, accounts))
}

/// Whether a market keeps nothing of the accounts it was created with.
pub fn is_empty(basis: &Basis) -> bool {
    (basis.curve, basis.pool_bumps, basis.supply) == Default::default()
}

pub fn refusal<T>(result: Result<T>) -> String {
    match result.err().unwrap() {
        Error::AnchorError(error) => error.error_name,
        other => panic!("{other}"),
    }
}

/// What was observed, and what the rules see of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// Value and exponent, or why it has none.
    pub value: std::result::Result<(u128, i32), String>,
    pub is_met: bool,
    pub at: i64,
    pub previous: Option<i64>,
    pub is_certain: bool,
    pub is_complete: bool,
}

/// What is observed of a fact.
pub fn fact(is_met: bool, at: i64) -> Said {
    let value = Ok((is_met.into(), 0));
    Said { value, is_met, at, previous: None, is_certain: false, is_complete: false }
}

pub fn said(observed: Option<Observed>) -> Option<Said> {
    let Observed { observation, shown } = observed?;
    let measured = (observation.value, observation.exponent);
    let value = match shown.reading {
        Reading::Unreadable(error) => Err(format!("{error:?}")),
        Reading::Met | Reading::NotMet => Ok(measured),
    };
    // What is stored and what the rules see agree.
    assert_eq!(observation.has_value, value.is_ok());
    assert_eq!(observation.is_met, matches!(shown.reading, Reading::Met));
    assert_eq!(observation.observed_at, shown.at);
    assert!(value.is_ok() || measured == (0, 0));
    Some(Said {
        value,
        is_met: observation.is_met,
        at: shown.at,
        previous: shown.previous,
        is_certain: shown.is_certain,
        is_complete: shown.is_complete,
    })
}

/// What is observed of the condition, where nothing else is.
pub fn observed(market: &Market, accounts: &[&Account]) -> Said {
    let Findings { observed, reference } = observe(market, accounts).unwrap();
    assert!(reference.is_none());
    said(observed).unwrap()
}

pub const ED25519: Pubkey = pubkey!("Ed25519SigVerify111111111111111111111111111");
pub const DOMAIN: &[u8] = b"prediction-market:attestation:v1";
pub const SECOND: i64 = 0x0123_4567_89ab_cdef;

pub fn message_of(domain: &[u8], program: &Pubkey, market: &Pubkey, met: &[u8]) -> Vec<u8> {
    [domain, program.as_ref(), market.as_ref(), &SECOND.to_le_bytes(), met].concat()
}

pub fn message(is_met: bool) -> Vec<u8> {
    message_of(DOMAIN, &ID, &MARKET, &[is_met.into()])
}

/// An ed25519 instruction that holds everything itself: keys, by their number, and what they have signed.
pub fn proof_of(signed: &[(u8, &[u8])]) -> Vec<u8> {
    let header = 2 + 14 * signed.len();
    let (mut offsets, mut body) = (vec![signed.len() as u8, 0], Vec::new());
    for (key, message) in signed {
        let start = (header + body.len()) as u16;
        let here = u16::MAX;
        for field in [start, here, start + 64, here, start + 96, message.len() as u16, here] {
            offsets.extend(field.to_le_bytes());
        }
        body.extend([&[0xee; 64], &[*key; 32][..], message].concat());
    }
    [offsets, body].concat()
}

/// One in which keys, by their number, have signed the same.
pub fn proof_by(keys: &[u8], message: &[u8]) -> Vec<u8> {
    proof_of(&keys.iter().map(|key| (*key, message)).collect::<Vec<_>>())
}

/// The instructions of a transaction while one of them runs.
pub fn running(current: u16, instructions: &[(Pubkey, &[u8])]) -> Account {
    let borrowed = |(program_id, data)| BorrowedInstruction { program_id, accounts: Vec::new(), data };
    let borrowed: Vec<_> = instructions.iter().map(|(program, data)| borrowed((program, *data))).collect();
    let mut data = construct_instructions_data(&borrowed);
    store_current_index_checked(&mut data, current).unwrap();
    Account { key: solana_instructions_sysvar::ID, owner: OTHER, data }
}

pub fn after(proof: &[u8]) -> Account {
    running(1, &[(ED25519, proof), (ID, &[])])
}
