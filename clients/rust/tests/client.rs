//! The client against the TypeScript SDK and the program: `npm test rust` runs it, with an account and an instruction that
//! it has just made.

use prediction_market_client::{
    accounts::{Market, MARKET_DISCRIMINATOR},
    errors::PredictionMarketError,
    instructions::PlaceBetBuilder,
    types::{Outcome, Stake},
    PREDICTION_MARKET_ID,
};
use serde_json::Value;
use solana_address::Address;

fn vectors() -> Value {
    let path = std::env::var("CLIENT_VECTORS").expect("CLIENT_VECTORS: run `npm test rust`");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn address(value: &Value) -> Address {
    value.as_str().unwrap().parse().unwrap()
}

fn number(value: &Value) -> u64 {
    value.as_str().unwrap().parse().unwrap()
}

fn bytes(value: &Value) -> Vec<u8> {
    serde_json::from_value(value.clone()).unwrap()
}

#[test]
fn reads_a_market_as_the_sdk_does() {
    let vector = &vectors()["market"];
    let data = bytes(&vector["data"]);
    assert_eq!(data.len(), Market::LEN);
    let market = Market::from_bytes(&data).unwrap();
    assert_eq!(market.discriminator, MARKET_DISCRIMINATOR);
    assert_eq!(market.creator, address(&vector["creator"]));
    assert_eq!(market.escrow, address(&vector["escrow"]));
    assert_eq!(market.close_at as u64, number(&vector["closeAt"]));
    assert_eq!(market.expire_at as u64, number(&vector["expireAt"]));
    assert_eq!(market.pools, [number(&vector["pools"][0]), number(&vector["pools"][1])]);
    assert_eq!(market.open_positions, 1);
    assert_eq!(borsh::to_vec(&market).unwrap(), data);
}

#[test]
fn builds_the_bet_that_the_sdk_builds() {
    let vector = &vectors()["bet"];
    let bet = PlaceBetBuilder::new()
        .bettor(address(&vector["bettor"]))
        .config(address(&vector["config"]))
        .market(address(&vector["market"]))
        .escrow(address(&vector["escrow"]))
        .position(address(&vector["position"]))
        .stake(Stake { outcome: Outcome::No, amount: number(&vector["amount"]) })
        .min_payout(number(&vector["minPayout"]))
        .instruction();
    assert_eq!(bet.program_id, PREDICTION_MARKET_ID);
    assert_eq!(bet.program_id, address(&vector["instruction"]["programId"]));
    assert_eq!(bet.data, bytes(&vector["instruction"]["data"]));
    let accounts: Vec<(Address, bool, bool)> =
        bet.accounts.iter().map(|account| (account.pubkey, account.is_signer, account.is_writable)).collect();
    let expected: Vec<(Address, bool, bool)> = vector["instruction"]["accounts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|account| {
            let flag = |name: &str| account[name].as_bool().unwrap();
            (address(&account["address"]), flag("isSigner"), flag("isWritable"))
        })
        .collect();
    assert_eq!(accounts, expected);
}

#[test]
fn names_errors_as_the_sdk_does() {
    let vector = &vectors()["error"];
    let error: PredictionMarketError =
        num_traits::FromPrimitive::from_u64(vector["code"].as_u64().unwrap()).unwrap();
    assert_eq!(format!("{error:?}"), vector["name"].as_str().unwrap());
    assert_eq!(error.to_string(), vector["message"].as_str().unwrap());
}
