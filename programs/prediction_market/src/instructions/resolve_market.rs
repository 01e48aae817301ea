use anchor_lang::prelude::*;

use crate::{
    decision::{decide, Decision},
    errors::{fail, MarketError},
    events::{MarketResolved, MarketVoided, ObservationRecorded},
    oracle::{observe, Evidence},
    state::{AttestorSet, Market},
};

/// Decides a market as soon as it can be decided, or records that the condition was not met at expiry.
/// Anyone can: what they show decides, not who they are. Remaining accounts, by condition: price: the Pyth
/// update; market cap: the update and the mint; supply: the mint; migration: the bonding curve and the pool;
/// holders and event: the instructions sysvar. None once a recorded observation decides.
#[derive(Accounts)]
pub struct ResolveMarket<'info> {
    /// The market to decide.
    #[account(mut)]
    pub market: AccountLoader<'info, Market>,
    /// Holders and event only: the set that the market was created with.
    pub attestor_set: Option<Account<'info, AttestorSet>>,
}

impl<'info> ResolveMarket<'info> {
    pub fn handle(ctx: Context<'info, Self>) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let key = ctx.accounts.market.key();
        let market = &mut *ctx.accounts.market.load_mut()?;
        market.require_undecided()?;
        let evidence =
            Evidence { attestor_set: ctx.accounts.attestor_set.as_deref(), accounts: ctx.remaining_accounts };
        let observed = observe(&key, market, &evidence, now)?;
        let decision = decide(&market.rules(), observed.as_ref().map(|observed| observed.shown()), now)?;
        let observation = observed.map(|observed| observed.observation);
        let missing = || fail(MarketError::EvidenceMissing);
        match decision {
            Decision::ResolveRecorded => market.resolve_recorded(now)?,
            Decision::Resolve { outcome, as_of } => {
                market.resolve(outcome, observation.ok_or_else(missing)?, as_of, now)?;
            }
            Decision::Record { as_of } => {
                let observation = observation.ok_or_else(missing)?;
                market.record(observation, as_of);
                emit!(ObservationRecorded { market: key, observation, recorded_at: now });
                return Ok(());
            }
        }
        emit_decision(key, market);
        Ok(())
    }
}

/// The event of a market that has just been decided or voided.
pub fn emit_decision(key: Pubkey, market: &Market) {
    match market.winner() {
        Some(outcome) => emit!(MarketResolved {
            market: key,
            outcome,
            observation: market.observation(),
            pools: market.pools,
            late_period: market.late_period,
            late: market.late,
            fees: market.fees,
            resolved_at: market.resolved_at,
        }),
        None => emit!(MarketVoided {
            market: key,
            answer: market.answer(),
            observation: market.observation(),
            pools: market.pools,
            voided_at: market.resolved_at,
        }),
    }
}
