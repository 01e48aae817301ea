use anchor_lang::prelude::*;

use crate::{
    decision::{decide, Decision},
    errors::{fail, MarketError},
    events::{MarketResolved, MarketVoided, ObservationRecorded, Recorded},
    lamports::pay_reward,
    oracle::{observe, Evidence, Observed},
    state::{AttestorSet, Market, Observation},
};

/// Decides a market as soon as it can be decided, or records what decides or dates it later. Anyone can: the
/// evidence decides, not who submits it. Remaining accounts, by condition: price: the Pyth update; change: the update for
/// the reference, the one for expiry, or both; market cap: the update and, unless it is not readable, the mint; supply:
/// the mint; migration: the bonding curve and the pool; holders and event: the instructions sysvar. None once a recorded
/// observation decides.
#[derive(Accounts)]
pub struct ResolveMarket<'info> {
    /// Gets the reward.
    #[account(mut)]
    pub keeper: Signer<'info>,
    /// The market to decide.
    #[account(mut)]
    pub market: AccountLoader<'info, Market>,
    /// Holders and event only: the set that the market was created with.
    pub attestor_set: Option<Account<'info, AttestorSet>>,
}

impl<'info> ResolveMarket<'info> {
    pub fn handle(ctx: Context<'info, Self>) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let accounts = ctx.accounts;
        let market = &mut *Market::write(&accounts.market)?;
        market.require_undecided()?;
        let condition = market.condition();
        let rules = market.rules(&condition);
        let was_recorded = market.has_recorded();
        let evidence =
            Evidence { attestor_set: accounts.attestor_set.as_deref(), accounts: ctx.remaining_accounts };
        let mut reference = None;
        let key = accounts.market.as_ref().key;
        let observed = observe(key, market, &condition, &evidence, now, &mut reference)?;
        let shown_reference = reference.as_ref().map(|reference: &Observed| &reference.shown);
        let decision =
            decide(&rules, observed.as_ref().map(|observed| &observed.shown), shown_reference, now)?;
        let observation = || {
            let shown = observed.as_ref().map(|observed| observed.observation);
            shown.ok_or_else(|| fail(MarketError::EvidenceMissing))
        };
        if let Some(Observed { observation, .. }) = reference {
            market.record_price(observation);
            // Whoever submits both prices at once earns the whole reward by the decision.
            let counted = matches!(decision, Decision::RecordReference).then_some(market.pools);
            accounts.record(market, observation, Recorded::Reference, counted, now)?;
        }
        let counted = match decision {
            Decision::ResolveRecorded => market.resolve_recorded(now)?,
            Decision::Resolve { outcome, as_of } => market.resolve(outcome, observation()?, as_of, now)?,
            Decision::RecordReference => return Ok(()),
            Decision::Record { as_of } => {
                let counted = market.record(observation()?, as_of)?;
                return accounts.record(market, observation()?, Recorded::NotMet, Some(counted), now);
            }
            Decision::RecordCurve => {
                let counted = market.record_curve(now)?;
                let complete = Observation::fact(true, now);
                return accounts.record(market, complete, Recorded::Curve, Some(counted), now);
            }
        };
        let reward = market.reward_for_deciding(counted, was_recorded);
        finish(accounts.market.as_ref(), market, &accounts.keeper, reward)
    }

    /// Says what was recorded, and pays for it where stakes count.
    #[inline(never)]
    fn record(
        &self,
        market: &Market,
        observation: Observation,
        kind: Recorded,
        counted: Option<[u64; 2]>,
        now: i64,
    ) -> Result<()> {
        let reward = counted.map_or(0, |counted| market.reward_for_recording(counted));
        let reward = pay_reward(self.market.as_ref(), Market::SPACE, &self.keeper, reward)?;
        emit!(ObservationRecorded {
            market: self.market.key(),
            observation,
            recorded_at: now,
            kind,
            keeper: self.keeper.key(),
            reward,
        });
        Ok(())
    }
}

/// Pays for the decision of a market that has just been decided or voided, and says how it ended.
pub fn finish(account: &AccountInfo, market: &Market, keeper: &AccountInfo, reward: u64) -> Result<()> {
    let reward = pay_reward(account, Market::SPACE, keeper, reward)?;
    match market.winner() {
        Some(outcome) => emit!(MarketResolved {
            market: account.key(),
            outcome,
            observation: market.observation(),
            pools: market.pools,
            late_period: market.late_period,
            late: market.late,
            fees: market.fees,
            resolved_at: market.resolved_at,
            keeper: keeper.key(),
            reward,
        }),
        None => emit!(MarketVoided {
            market: account.key(),
            answer: market.answer(),
            observation: market.observation(),
            pools: market.pools,
            voided_at: market.resolved_at,
            keeper: keeper.key(),
            reward,
        }),
    }
    Ok(())
}
