//! What a quorum of attestors has signed, by the ed25519 instruction before ours.

use anchor_lang::{
    prelude::{Pubkey, Result},
    AccountSerialize, Discriminator, Space,
};
use prediction_market::{
    condition::{Condition, Decimal, Metric},
    oracle::{self, Evidence, Findings},
    state::{AttestorSet, Basis, Market},
    ID,
};

use crate::accounts::*;

// The parts of a signature in the ed25519 instruction, in the order of their offsets.
const SIGNATURE: usize = 0;
const SIGNATURE_INDEX: usize = 1;
const KEY: usize = 2;
const KEY_INDEX: usize = 3;
const MESSAGE: usize = 4;
const MESSAGE_LENGTH: usize = 5;
const MESSAGE_INDEX: usize = 6;

/// The set that the market was created with: keys 1, 2, 3 and so on.
fn set_of(size: u8) -> Account {
    let keys = (1..=size).map(|member| Pubkey::new_from_array([member; 32])).collect();
    let mut data = Vec::new();
    AttestorSet::new(0x0105, keys).unwrap().try_serialize(&mut data).unwrap();
    Account { key: OTHER, owner: ID, data }.sized(AttestorSet::DISCRIMINATOR.len() + AttestorSet::INIT_SPACE)
}

fn event() -> Market {
    market(at_least(Metric::Event, 1), Basis::default())
}

fn observe_by(market: &Market, set: &Account, instructions: &Account) -> Result<Findings> {
    with(&[set, instructions], |accounts| {
        let evidence = Evidence { attestor_set: accounts.first(), accounts: &accounts[1..] };
        oracle::observe(&MARKET, market, &market.condition(), &evidence, NOW)
    })
}

/// What four attestors say, of whom three are a quorum: whether it is met, or why it does not count.
fn says(proof: &[u8]) -> std::result::Result<bool, String> {
    let findings = observe_by(&event(), &set_of(4), &after(proof));
    match findings {
        Ok(Findings { observed, .. }) => {
            let said = said(observed).unwrap();
            assert_eq!(said, fact(said.is_met, SECOND));
            Ok(said.is_met)
        }
        refused => Err(refusal(refused)),
    }
}

fn refused(name: &str) -> std::result::Result<bool, String> {
    Err(name.to_string())
}

#[test]
fn a_quorum_says_what_it_has_signed_of_the_second_it_has_signed() {
    for metric in [Metric::Event, Metric::Holders { minimum_balance: 5 }] {
        for is_met in [true, false] {
            // Whatever the attestors have compared.
            let condition = Condition { target: Decimal { mantissa: 7, exponent: 0 }, ..at_least(metric, 1) };
            let instructions = after(&proof_by(&[1, 2, 3], &message(is_met)));
            let market = market(condition, Basis::default());
            let Findings { observed, reference } = observe_by(&market, &set_of(4), &instructions).unwrap();
            assert_eq!(said(observed).unwrap(), fact(is_met, SECOND));
            assert!(reference.is_none());
        }
    }
}

#[test]
fn a_quorum_is_more_than_two_thirds() {
    for (size, threshold) in [(4, 3), (5, 4), (7, 5), (8, 6)] {
        let by = |signers: u8| {
            let proof = proof_by(&(1..=signers).collect::<Vec<_>>(), &message(true));
            observe_by(&event(), &set_of(size), &after(&proof))
        };
        assert!(by(threshold).is_ok() && by(size).is_ok());
        assert_eq!(refusal(by(threshold - 1)), "AttestationQuorumMissing");
    }
}

#[test]
fn each_member_counts_once_and_nobody_else() {
    let cases: [(&[u8], bool); 9] = [
        (&[4, 2, 1], true),
        (&[1, 2, 3, 4], true),
        (&[1, 1, 2, 3], true),
        (&[9, 1, 2, 3], true),
        (&[1, 1, 2], false),
        (&[3, 3, 3, 3], false),
        (&[1, 2, 9], false),
        (&[9, 8, 7], false),
        // The set has room for more keys, which are zero.
        (&[0, 1, 2], false),
    ];
    for (keys, is_quorum) in cases {
        let expected = if is_quorum { Ok(true) } else { refused("AttestationQuorumMissing") };
        assert_eq!(says(&proof_by(keys, &message(true))), expected, "{keys:?}");
    }
}

#[test]
fn only_signatures_over_the_first_message_count() {
    let (yes, no) = (&message(true)[..], &message(false)[..]);
    assert_eq!(says(&proof_of(&[(1, yes), (4, no), (2, yes), (3, yes)])), Ok(true));
    assert_eq!(says(&proof_of(&[(1, no), (1, yes), (2, no), (3, no)])), Ok(false));
    let divided: [&[(u8, &[u8])]; 3] = [
        &[(1, yes), (2, no), (3, no), (4, no)],
        &[(1, yes), (2, yes), (3, no), (4, no)],
        &[(1, yes), (2, yes), (9, yes), (3, no)],
    ];
    for signed in divided {
        assert_eq!(says(&proof_of(signed)), refused("AttestationQuorumMissing"));
    }
}

#[test]
fn the_set_is_the_one_of_the_market() {
    let (set, instructions) = (set_of(4), after(&proof_by(&[1, 2, 3], &message(true))));
    let size = set.data.len();
    let wrong = [
        set.but(|set| set.owner = OTHER),
        // The index comes after the discriminator and the version.
        set.flipped(9),
        set.flipped(10),
        set.flipped(0),
        set.sized(0),
        set.sized(size - 1),
        set.sized(size + 1),
    ];
    for set in wrong {
        assert_eq!(refusal(observe_by(&event(), &set, &instructions)), "WrongAttestorSet");
    }
    assert_eq!(refusal(observe_by(&event(), &set.flipped(8), &instructions)), "UnknownVersion");
    // Whoever names the market as the set finds it borrowed.
    let borrowed = with(&[&set, &instructions], |accounts| {
        let _market = accounts[0].try_borrow_mut_data().unwrap();
        let evidence = Evidence { attestor_set: accounts.first(), accounts: &accounts[1..] };
        oracle::observe(&MARKET, &event(), &event().condition(), &evidence, NOW)
    });
    assert_eq!(refusal(borrowed), "WrongAttestorSet");
}

#[test]
fn the_instruction_before_ours_verifies_the_signatures() {
    let proof = &proof_by(&[1, 2, 3], &message(true))[..];
    let (verify, other, ours) = ((ED25519, proof), (OTHER, proof), (ID, &[][..]));
    let cases = [
        (running(1, &[verify, ours]), true),
        (running(2, &[other, verify, ours, other]), true),
        (running(0, &[ours, verify]), false),
        (running(1, &[other, ours]), false),
        (running(2, &[verify, other, ours]), false),
        (running(1, &[ours, verify, ours]), false),
        // No transaction looks like these.
        (running(2, &[verify]), false),
        (running(1, &[verify, ours]).but(|account| account.key = OTHER), false),
    ];
    for (instructions, is_verified) in cases {
        let findings = observe_by(&event(), &set_of(4), &instructions);
        match is_verified {
            true => assert!(findings.is_ok()),
            false => assert_eq!(refusal(findings), "AttestationMissing"),
        }
    }
}

#[test]
fn what_was_signed_means_this_market_and_nothing_else() {
    let domain = b"prediction-market:attestation:v2";
    let foreign = [
        message_of(domain, &ID, &MARKET, &[1]),
        message_of(DOMAIN, &OTHER, &MARKET, &[1]),
        message_of(DOMAIN, &ID, &OTHER, &[1]),
        message_of(DOMAIN, &ID, &MARKET, &[2]),
        message_of(DOMAIN, &ID, &MARKET, &[255]),
    ];
    for message in foreign {
        assert_eq!(says(&proof_by(&[1, 2, 3], &message)), refused("AttestationForeign"));
    }
    for met in [&[][..], &[1, 0], &[0, 0]] {
        let message = message_of(DOMAIN, &ID, &MARKET, met);
        assert_eq!(says(&proof_by(&[1, 2, 3], &message)), refused("AttestationMalformed"));
    }
}

#[test]
fn every_part_of_every_signature_lies_in_the_instruction_itself() {
    let proof = proof_by(&[1, 2, 3], &message(true));
    let end = proof.len() as u16;
    let (fine, malformed) = (Ok(true), refused("AttestationMalformed"));
    let cases = [
        // The ed25519 instruction has index 0 too, but only one way to name it counts.
        (SIGNATURE_INDEX, 0, &malformed),
        (KEY_INDEX, 0, &malformed),
        (MESSAGE_INDEX, 0, &malformed),
        (MESSAGE_INDEX, u16::MAX - 1, &malformed),
        (SIGNATURE, end - 64, &fine),
        (SIGNATURE, end - 63, &malformed),
        // Where the message ends lies no member's key.
        (KEY, end - 32, &refused("AttestationQuorumMissing")),
        (KEY, end - 31, &malformed),
        // All have signed the same, and the last one lies at the end.
        (MESSAGE, end - 105, &fine),
        (MESSAGE, end - 104, &malformed),
        (MESSAGE, u16::MAX, &malformed),
        (MESSAGE_LENGTH, 104, &malformed),
        (MESSAGE_LENGTH, 105, &fine),
        (MESSAGE_LENGTH, 106, &malformed),
    ];
    for (field, value, expected) in cases {
        for signature in 0..3 {
            let mut changed = proof.clone();
            let at = 2 + 14 * signature + 2 * field;
            changed[at..at + 2].copy_from_slice(&value.to_le_bytes());
            assert_eq!(says(&changed), *expected, "{field} of {signature}: {value}");
        }
    }
}

#[test]
fn as_many_signatures_as_it_counts() {
    let proof = proof_by(&[1, 2, 3], &message(true));
    let counting = |count: u8| [&[count], &proof[1..]].concat();
    assert_eq!(says(&counting(3)), Ok(true));
    assert_eq!(says(&counting(2)), refused("AttestationQuorumMissing"));
    let header_only = &proof[..2 + 14 * 3];
    for data in [&counting(4), &counting(255), &counting(0), header_only, &[3], &[3, 0], &[0, 0], &[]] {
        assert_eq!(says(data), refused("AttestationMalformed"));
    }
}

#[test]
fn without_a_set_there_is_no_quorum_and_without_instructions_nothing_is_said() {
    for metric in [Metric::Event, Metric::Holders { minimum_balance: 5 }] {
        let market = market(at_least(metric, 1), Basis::default());
        let instructions = after(&proof_by(&[1, 2, 3], &message(true)));
        assert_eq!(refusal(observe(&market, &[&instructions])), "EvidenceMissing");
        let findings = observe(&market, &[]).unwrap();
        assert!(findings.observed.is_none() && findings.reference.is_none());
        // Nor is anything fixed by an account that bets bring along.
        assert!(require_undecided(&market, &[]).is_ok());
    }
    assert!(is_empty(&inspect(&at_least(Metric::Event, 1), &[]).unwrap()));
}
