//! Yes/no prediction markets: anyone opens one, anyone stakes on a side, a verified condition
//! decides, and the winners are paid their stakes and the losers' pool, less fees.
//!
//! The program holds all the money and all the rules. After every instruction: the escrow covers its
//! rent, everything owed to positions and the fees not collected; payouts, fees and dust add up to
//! the stakes; a position is paid at most once, after a decision; and nobody, the admin included,
//! chooses or holds up an outcome.

// Anchor's error type is large.
#![allow(clippy::result_large_err)]

pub mod condition;
pub mod constants;
pub mod cpi;
pub mod decision;
pub mod errors;
pub mod escrow;
pub mod events;
pub mod instructions;
pub mod lamports;
pub mod math;
pub mod oracle;
pub mod pda;
mod pod;
pub mod settlement;
pub mod stake;
pub mod state;

use anchor_lang::prelude::*;
use instructions::*;
use stake::Stake;
use state::{AuctionSettings, Limits, Settings};

declare_id!("4etgKKnb2FnCVyGsZ7E7TE8tZRsyagga3Trg1P39fZxk");

#[cfg(not(feature = "no-entrypoint"))]
// The contact for vulnerability reports. A deployer sets it here only; `npm run verify` prints it.
solana_security_txt::security_txt! {
    name: "Prediction Market",
    project_url: "see README.md of the source repository",
    contacts: "other:see SECURITY.md of the source repository",
    policy: "see SECURITY.md of the source repository",
    preferred_languages: "en"
}

#[program]
pub mod prediction_market {
    use super::*;

    /// Creates the one configuration and the fee vault. Only the program's upgrade authority can.
    ///
    /// - `settings`: the first settings.
    /// - `auction`: how the burn auction runs, for good.
    pub fn initialize_config(
        ctx: Context<InitializeConfig>,
        settings: Settings,
        auction: AuctionSettings,
    ) -> Result<()> {
        InitializeConfig::handle(ctx, settings, auction)
    }

    /// Replaces the settings, which hold for new markets, and names who may become the admin.
    ///
    /// - `settings`: all of them, changed or not.
    /// - `pending_admin`: who may take over; the default pubkey for nobody.
    pub fn update_config(
        ctx: Context<UpdateConfig>,
        settings: Settings,
        pending_admin: Pubkey,
    ) -> Result<()> {
        UpdateConfig::handle(ctx, settings, pending_admin)
    }

    /// Makes the pending admin the admin.
    pub fn accept_admin(ctx: Context<AcceptAdmin>) -> Result<()> {
        AcceptAdmin::handle(ctx)
    }

    /// Adds an attestor set, which new markets take.
    ///
    /// - `keys`: 4, 5, 7 or 8 different ones. More than two thirds of them must sign.
    pub fn create_attestor_set(ctx: Context<CreateAttestorSet>, keys: Vec<Pubkey>) -> Result<()> {
        CreateAttestorSet::handle(ctx, keys)
    }

    /// Opens a market.
    ///
    /// - `args`: the question, the condition, the times, the terms that the creator expects and chooses, and an
    ///   optional first stake.
    pub fn create_market<'info>(
        ctx: Context<'info, CreateMarket<'info>>,
        args: CreateMarketArgs,
    ) -> Result<()> {
        CreateMarket::handle(ctx, args)
    }

    /// Cancels a market that nobody has staked on.
    pub fn cancel_market<'info>(ctx: Context<'info, CancelMarket<'info>>) -> Result<()> {
        CancelMarket::handle(ctx)
    }

    /// Stakes on a side.
    ///
    /// - `stake`: the side and the amount, in base units.
    /// - `min_payout`: refused if the stake would be paid less than this, in base units, should its side win as the
    ///   pools stand after it; 0 for no such limit.
    pub fn place_bet<'info>(
        ctx: Context<'info, PlaceBet<'info>>,
        stake: Stake,
        min_payout: u64,
    ) -> Result<()> {
        PlaceBet::handle(ctx, stake, min_payout)
    }

    /// Decides a market by the submitted evidence, or records what decides or dates it later.
    pub fn resolve_market<'info>(ctx: Context<'info, ResolveMarket<'info>>) -> Result<()> {
        ResolveMarket::handle(ctx)
    }

    /// Ends a market that was not decided in time: every stake is refunded, unless "not met" was recorded.
    pub fn void_market(ctx: Context<VoidMarket>) -> Result<()> {
        VoidMarket::handle(ctx)
    }

    /// Takes the fee shares of a decided market, each once.
    ///
    /// - `treasury_token_bump`: UTILITY only: bump of the treasury's associated token account; 0 for SOL.
    pub fn collect_fees<'info>(
        ctx: Context<'info, CollectFees<'info>>,
        treasury_token_bump: u8,
    ) -> Result<()> {
        CollectFees::handle(ctx, treasury_token_bump)
    }

    /// Pays a batch of positions of a decided market and closes them.
    ///
    /// - `bumps`: UTILITY only: for each position the bump of its owner's associated token account; empty for SOL.
    pub fn settle_positions<'info>(
        ctx: Context<'info, SettlePositions<'info>>,
        bumps: Vec<u8>,
    ) -> Result<()> {
        SettlePositions::handle(ctx, &bumps)
    }

    /// Pays the caller's own position and closes it.
    pub fn claim_position<'info>(ctx: Context<'info, ClaimPosition<'info>>) -> Result<()> {
        ClaimPosition::handle(ctx)
    }

    /// Closes a market once everyone has been paid.
    pub fn close_market<'info>(ctx: Context<'info, CloseMarket<'info>>) -> Result<()> {
        CloseMarket::handle(ctx)
    }

    /// Buys SOL of the fee vault with utility tokens, which are burned.
    ///
    /// - `lamports`: how much to buy: at least 0.01 SOL, at most one lot.
    /// - `max_tokens`: refused if it costs more than this, in base units of the utility token.
    pub fn burn_auction_buy(ctx: Context<BurnAuctionBuy>, lamports: u64, max_tokens: u64) -> Result<()> {
        BurnAuctionBuy::handle(ctx, lamports, max_tokens)
    }

    /// Puts money into the owner's bankroll; the first deposit opens it.
    ///
    /// - `amount`: lamports, or base units where a mint is given.
    /// - `token_bump`: tokens only: bump of the bankroll's associated token account; 0 for SOL.
    pub fn deposit(ctx: Context<Deposit>, amount: u64, token_bump: u8) -> Result<()> {
        Deposit::handle(ctx, amount, token_bump)
    }

    /// Takes money out of the owner's bankroll.
    ///
    /// - `amount`: lamports, or base units where a mint is given.
    pub fn withdraw(ctx: Context<Withdraw>, amount: u64) -> Result<()> {
        Withdraw::handle(ctx, amount)
    }

    /// Names who may bet from the owner's bankroll, changes that, or ends it.
    ///
    /// - `key`: the delegate's key, by which it is known.
    /// - `cosigner`: the key that must sign as well.
    /// - `limits`: what it may do; none to end it.
    pub fn set_delegate(
        ctx: Context<SetDelegate>,
        key: Pubkey,
        cosigner: Pubkey,
        limits: Option<Limits>,
    ) -> Result<()> {
        SetDelegate::handle(ctx, key, cosigner, limits)
    }

    /// Stakes on a side from a bankroll, for its owner.
    ///
    /// - `args`: the stake, its least payout, the fee for the cosigner, and a request id.
    pub fn place_bet_from_bankroll<'info>(
        ctx: Context<'info, PlaceBetFromBankroll<'info>>,
        args: BankrollBetArgs,
    ) -> Result<()> {
        PlaceBetFromBankroll::handle(ctx, args)
    }

    /// Closes the owner's bankroll: its lamports go to the owner, and every delegate ends.
    pub fn close_bankroll(ctx: Context<CloseBankroll>) -> Result<()> {
        CloseBankroll::handle(ctx)
    }
}
