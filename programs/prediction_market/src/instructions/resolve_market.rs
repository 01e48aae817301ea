use anchor_lang::prelude::*;

#[cfg(feature = "idl-build")]
use crate::state::AttestorSet;

use crate::{
    decision::{decide, Decision},
    errors::{fail, MarketError},
    events::{MarketResolved, MarketVoided, ObservationRecorded, Recorded},
    lamports::pay_reward,
    oracle::{observe, Evidence, Findings, Observed},
    state::{Market, Observation},
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
    #[cfg(feature = "idl-build")]
    pub attestor_set: Option<Account<'info, AttestorSet>>,
    /// CHECK: by its owner and what it says of itself, in place.
    #[cfg(not(feature = "idl-build"))]
    pub attestor_set: Option<UncheckedAccount<'info>>,
}

impl<'info> ResolveMarket<'info> {
    pub fn handle(ctx: Context<'info, Self>) -> Result<()> {
        let now = Clock::get()?.unix_timestamp;
        let accounts = ctx.accounts;
        let market = &mut *Market::write(&accounts.market)?;
        market.require_undecided()?;
        let condition = market.condition();
        let rules = market.rules(&condition);
        let evidence = Evidence {
            attestor_set: accounts.attestor_set.as_ref().map(|set| set.as_ref()),
            accounts: ctx.remaining_accounts,
        };
        let key = accounts.market.as_ref().key;
        let Findings { observed, reference } = observe(key, market, &condition, &evidence, now)?;
        let [shown, shown_reference] =
            [&observed, &reference].map(|found| found.as_ref().map(|found| &found.shown));
        let decision = decide(&rules, shown, shown_reference, now)?;
        let observation = || {
            let shown = observed.as_ref().map(|observed| observed.observation);
            shown.ok_or_else(|| fail(MarketError::EvidenceMissing))
        };
        if let Some(Observed { observation, .. }) = reference {
            market.record_price(observation);
            // Whoever submits both prices at once earns the whole reward by the decision.
            let reward = match decision {
                Decision::RecordReference => market.reward_for_reference(market.pools)?,
                _ => 0,
            };
            accounts.record(market, observation, Recorded::Reference, reward, now)?;
        }
        let counted = match decision {
            Decision::ResolveRecorded => market.resolve_recorded(now)?,
            Decision::Resolve { outcome, as_of } => market.resolve(outcome, observation()?, as_of, now)?,
            Decision::RecordReference => return Ok(()),
            Decision::Record { as_of } => {
                let counted = market.record(observation()?, as_of)?;
                let reward = market.reward_for_not_met(counted)?;
                return accounts.record(market, observation()?, Recorded::NotMet, reward, now);
            }
            Decision::RecordCurve => {
                let counted = market.record_curve(now)?;
                let reward = market.reward_for_reference(counted)?;
                let complete = Observation::fact(true, now);
                return accounts.record(market, complete, Recorded::Curve, reward, now);
            }
        };
        let reward = market.reward_for_deciding(counted)?;
        finish(accounts.market.as_ref(), market, &accounts.keeper, reward)
    }

    /// Says what was recorded, and pays for it.
    #[inline(never)]
    fn record(
        &self,
        market: &mut Market,
        observation: Observation,
        kind: Recorded,
        reward: u64,
        now: i64,
    ) -> Result<()> {
        let reward = pay_reward(self.market.as_ref(), Market::SPACE, &self.keeper, reward)?;
        market.recorded_reward = reward;
        emit!(ObservationRecorded {
            market: self.market.key(),
            sequence: market.next_event(),
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
pub fn finish(account: &AccountInfo, market: &mut Market, keeper: &AccountInfo, reward: u64) -> Result<()> {
    let reward = pay_reward(account, Market::SPACE, keeper, reward)?;
    let sequence = market.next_event();
    match market.winner() {
        Some(outcome) => emit!(MarketResolved {
            market: account.key(),
            sequence,
            outcome,
            observation: market.observation(),
            pools: market.pools,
            late_period: market.late_period,
            late: market.late,
            unmatched: market.unmatched,
            fees: market.fees,
            resolved_at: market.resolved_at,
            keeper: keeper.key(),
            reward,
        }),
        None => emit!(MarketVoided {
            market: account.key(),
            sequence,
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
