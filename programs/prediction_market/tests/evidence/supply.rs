//! The supply of a token, by its mint, and which mints nobody could rely on.

use anchor_spl::{token, token_2022, token_2022::spl_token_2022::extension::ExtensionType};
use prediction_market::{
    condition::{Comparison, Condition, Measurement, Metric},
    constants::WRAPPED_SOL,
    oracle,
    state::{Basis, Market},
};

use crate::accounts::*;

const HOLDERS: Metric = Metric::Holders { minimum_balance: 5 };
const CAP: Metric = Metric::MarketCap { feed: [7; 32] };

/// Whether the supply is at least 5 tokens.
fn supply_market(at_creation: Option<Measurement>) -> Market {
    market(at_least(Metric::Supply, 5), Basis { supply: at_creation, ..Basis::default() })
}

/// A mint of Token-2022 with an extension.
fn extended(mint: &Account, extension: u16, value: &[u8]) -> Account {
    let mut mint = mint.sized(165);
    mint.owner = token_2022::ID;
    // 1 is a mint.
    mint.data.push(1);
    mint.data.extend([&extension.to_le_bytes(), &(value.len() as u16).to_le_bytes(), value].concat());
    mint
}

#[test]
fn a_supply_is_counted_in_whole_tokens() {
    for (supply, decimals, is_met) in
        [(4_999, 3, false), (5_000, 3, true), (5, 0, true), (u64::MAX, 255, false), (0, 0, false)]
    {
        let value = Ok((supply.into(), -i32::from(decimals)));
        let expected = Said { value, ..fact(is_met, NOW) };
        let mint = mint(supply, decimals);
        for mint in [&mint, &mintable(&mint), &mint.but(|mint| mint.owner = token_2022::ID)] {
            assert_eq!(observed(&supply_market(None), &[mint]), expected);
        }
    }
}

#[test]
fn a_supply_is_certain_if_the_one_at_creation_gives_the_same_answer() {
    for (at_creation, supply, is_certain) in [
        (None, 5, false),
        (Some(5), 5, true),
        (Some(6), 5, true),
        (Some(6), 4, false),
        (Some(5), 4, false),
        (Some(4), 3, true),
    ] {
        let market = supply_market(at_creation.map(|value| Measurement { value, exponent: 0 }));
        let said = observed(&market, &[&mint(supply, 0)]);
        assert_eq!((said.is_certain, said.is_met), (is_certain, supply >= 5), "{at_creation:?} {supply}");
    }
}

#[test]
fn only_the_mint_of_the_token_is_read() {
    let valid = mint(5, 0);
    let with_extension = extended(&valid, ExtensionType::NonTransferable as u16, &[]);
    let wrong = [
        valid.but(|mint| mint.key = OTHER),
        valid.but(|mint| mint.owner = OTHER),
        valid.sized(81),
        valid.sized(83),
        valid.sized(0),
        // Not initialised, and a token account.
        valid.but(|mint| mint.data[45] = 0),
        with_extension.but(|mint| mint.data[165] = 2),
    ];
    for mint in wrong {
        assert_eq!(refusal(observe(&supply_market(None), &[&mint])), "TokenMintInvalid");
        assert_eq!(refusal(require_undecided(&supply_market(None), &[&mint])), "TokenMintInvalid");
        for metric in [Metric::Supply, HOLDERS, CAP] {
            assert_eq!(refusal(inspect(&at_least(metric, 6), &[&mint])), "TokenMintInvalid");
        }
    }
    assert!(observed(&supply_market(None), &[&with_extension]).is_met);
}

/// Whether a supply of 1,000, which may grow, can decide a comparison and has not.
fn is_open(comparison: Comparison, target: u64, may_grow: bool) -> bool {
    let condition = condition(Metric::Supply, comparison, target, -1);
    let mint = if may_grow { mintable(&mint(1_000, 1)) } else { mint(1_000, 1) };
    let undecided = require_undecided(&market(condition, Basis::default()), &[&mint]);
    // A market whose answer is fixed is not even opened.
    let inspected = inspect(&condition, &[&mint]).map(|_| ());
    match (undecided, inspected) {
        (Ok(()), Ok(())) => true,
        (undecided, inspected) => {
            assert_eq!([refusal(undecided), refusal(inspected)], ["AnswerFixed"; 2]);
            false
        }
    }
}

#[test]
fn a_bet_needs_a_supply_that_can_reach_the_target_and_has_not() {
    use Comparison::*;
    // Comparison, target, and whether the answer is open with a mint authority and without.
    for (comparison, target, with_authority, without) in [
        (Above, 999, false, false),
        (Above, 1_000, true, false),
        (Above, u64::MAX - 1, true, false),
        (Above, u64::MAX, false, false),
        (AtLeast, 0, false, false),
        (AtLeast, 1_000, false, false),
        (AtLeast, 1_001, true, false),
        (AtLeast, u64::MAX, true, false),
        (Below, 0, false, false),
        (Below, 1, true, true),
        (Below, 1_000, true, true),
        (Below, 1_001, false, false),
        (AtMost, 0, true, true),
        (AtMost, 999, true, true),
        (AtMost, 1_000, false, false),
        (AtMost, u64::MAX, false, false),
    ] {
        let found = [true, false].map(|may_grow| is_open(comparison, target, may_grow));
        assert_eq!(found, [with_authority, without], "{comparison:?} {target}");
    }
}

/// What a market keeps of a mint: the supply, if nobody can make more of it.
fn kept(condition: &Condition, mint: &Account) -> Option<Measurement> {
    let Basis { curve, pool_bumps, supply } = inspect(condition, &[mint]).unwrap();
    assert_eq!((curve, pool_bumps), Default::default());
    supply
}

#[test]
fn a_market_keeps_a_supply_that_can_only_fall() {
    let (mint, supply) = (mint(1_000, 2), Measurement { value: 1_000, exponent: -2 });
    let falls = condition(Metric::Supply, Comparison::AtMost, 9, 0);
    assert_eq!(kept(&falls, &mint), Some(supply));
    assert_eq!(kept(&falls, &mintable(&mint)), None);
    assert_eq!(kept(&at_least(CAP, 1), &mint), Some(supply));
    // A market cap needs to know the most that there will ever be.
    assert_eq!(refusal(inspect(&at_least(CAP, 1), &[&mintable(&mint)])), "UnreliableSupply");
    assert!(kept(&at_least(HOLDERS, 1), &mint).is_none());
}

#[test]
fn a_supply_that_nobody_could_rely_on_is_refused() {
    let mint = mint(1_000, 2);
    let mint_with = |extension: ExtensionType, value: &[u8]| extended(&mint, extension as u16, value);
    let (nobody, somebody) = (&[0; 32], &[9; 32]);
    let reliable = [
        mint.but(|mint| mint.owner = token_2022::ID),
        mint_with(ExtensionType::MintCloseAuthority, nobody),
        mint_with(ExtensionType::PermanentDelegate, nobody),
        mint_with(ExtensionType::NonTransferable, &[]),
        mint_with(ExtensionType::MetadataPointer, &[9; 64]),
    ];
    let unreliable = [
        mint_with(ExtensionType::MintCloseAuthority, somebody),
        mint_with(ExtensionType::PermanentDelegate, somebody),
        mint_with(ExtensionType::ConfidentialTransferMint, &[0; 65]),
        mint_with(ExtensionType::ConfidentialMintBurn, &[0; 196]),
        mint_with(ExtensionType::ScaledUiAmount, &[0; 56]),
        mint_with(ExtensionType::InterestBearingConfig, &[0; 52]),
        // One that nobody here knows, and one that is cut off.
        extended(&mint, 999, &[]),
        mint_with(ExtensionType::NonTransferable, &[]).but(|mint| mint.data[168] = 1),
    ];
    for condition in [condition(Metric::Supply, Comparison::AtMost, 9, 0), at_least(CAP, 1)] {
        for mint in &reliable {
            assert!(kept(&condition, mint).is_some());
        }
        for mint in &unreliable {
            assert_eq!(refusal(inspect(&condition, &[mint])), "UnreliableSupply");
            // Holders are counted by others.
            assert!(kept(&at_least(HOLDERS, 1), mint).is_none());
        }
    }
}

#[test]
fn a_token_of_which_there_is_none_is_refused() {
    let cases = [
        (Metric::Supply, [0, 1].map(|supply| mintable(&mint(supply, 0)))),
        (CAP, [0, 1].map(|supply| mint(supply, 0))),
    ];
    for (metric, [none, one]) in cases {
        assert_eq!(refusal(inspect(&at_least(metric, 2), &[&none])), "UnreliableSupply");
        assert!(inspect(&at_least(metric, 2), &[&one]).is_ok());
    }
}

#[test]
fn wrapped_sol_counts_no_supply() {
    for (sol, owner) in WRAPPED_SOL.into_iter().zip([token::ID, token_2022::ID]) {
        let mint = mint(1_000, 0).but(|mint| (mint.key, mint.owner) = (sol, owner));
        for condition in [condition(Metric::Supply, Comparison::AtMost, 9, 0), at_least(CAP, 1)] {
            let found = with(&[&mint], |accounts| oracle::inspect(&condition, &sol, accounts));
            assert_eq!(refusal(found), "UnreliableSupply");
        }
    }
}

#[test]
fn without_a_mint_there_is_no_supply() {
    let market = supply_market(None);
    assert!(observe(&market, &[]).unwrap().observed.is_none());
    assert_eq!(refusal(require_undecided(&market, &[])), "EvidenceMissing");
    for metric in [Metric::Supply, HOLDERS, CAP] {
        assert_eq!(refusal(inspect(&at_least(metric, 6), &[])), "EvidenceMissing");
    }
}
