//! Yes/no prediction markets: anyone opens a market, anyone stakes on a side, a verified condition
//! decides, and the winners get back their stakes and share the losers' pool, less fees.
//!
//! The program holds the money and enforces the rules. Invariants, after every instruction: the escrow
//! covers its rent, everything owed to positions and the fees not yet collected; payouts, fees and dust
//! add up to the stakes; a position is paid at most once, after a decision; and nobody, not even the
//! admin, can choose or delay an outcome.

// Anchor's error type is large.
#![allow(clippy::result_large_err)]

pub mod constants;
pub mod decision;
pub mod errors;
pub mod escrow;
pub mod events;
pub mod instructions;
pub mod math;
pub mod oracle;
pub mod pda;
pub mod rent;
pub mod settlement;
pub mod stake;
pub mod state;

use anchor_lang::prelude::*;
use instructions::*;
use stake::Stake;
use state::Settings;

declare_id!("4etgKKnb2FnCVyGsZ7E7TE8tZRsyagga3Trg1P39fZxk");

#[cfg(not(feature = "no-entrypoint"))]
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

    pub fn initialize_config(ctx: Context<InitializeConfig>, settings: Settings) -> Result<()> {
        InitializeConfig::handle(ctx, settings)
    }

    pub fn update_config(
        ctx: Context<UpdateConfig>,
        settings: Settings,
        pending_admin: Pubkey,
    ) -> Result<()> {
        UpdateConfig::handle(ctx, settings, pending_admin)
    }

    pub fn accept_admin(ctx: Context<AcceptAdmin>) -> Result<()> {
        AcceptAdmin::handle(ctx)
    }

    pub fn create_attestor_set(
        ctx: Context<CreateAttestorSet>,
        keys: Vec<Pubkey>,
        threshold: u8,
    ) -> Result<()> {
        CreateAttestorSet::handle(ctx, keys, threshold)
    }

    pub fn create_market<'info>(
        ctx: Context<'info, CreateMarket<'info>>,
        args: CreateMarketArgs,
    ) -> Result<()> {
        CreateMarket::handle(ctx, args)
    }

    pub fn place_bet<'info>(ctx: Context<'info, PlaceBet<'info>>, stake: Stake) -> Result<()> {
        PlaceBet::handle(ctx, stake)
    }

    pub fn resolve_market<'info>(ctx: Context<'info, ResolveMarket<'info>>) -> Result<()> {
        ResolveMarket::handle(ctx)
    }

    pub fn void_market(ctx: Context<VoidMarket>) -> Result<()> {
        VoidMarket::handle(ctx)
    }

    pub fn collect_fees<'info>(ctx: Context<'info, CollectFees<'info>>) -> Result<()> {
        CollectFees::handle(ctx)
    }

    pub fn settle_positions<'info>(ctx: Context<'info, SettlePositions<'info>>) -> Result<()> {
        SettlePositions::handle(ctx)
    }

    pub fn claim_position<'info>(ctx: Context<'info, ClaimPosition<'info>>) -> Result<()> {
        ClaimPosition::handle(ctx)
    }

    pub fn close_market<'info>(ctx: Context<'info, CloseMarket<'info>>) -> Result<()> {
        CloseMarket::handle(ctx)
    }
}
