// Mutants of the rules about changes.

import type { Mutant } from './build.ts'

/** What decides a change, and when betting on it ends. */
export const CHANGE: readonly Mutant[] = [
  {
    name: 'reference-open',
    rule: 'a recorded reference ends betting',
    file: 'state/market.rs',
    find: 'let is_known = self.observation.is_some() || has_begun;',
    replace: 'let is_known = self.observation.is_some() && has_begun;',
    tests: ['resolve-market/change.test.ts'],
  },
  {
    name: 'change-close',
    rule: 'betting on a change ends before its reference',
    file: 'state/terms.rs',
    find: 'Metric::Change { reference_at, .. } => reference_at.saturating_sub(margin),',
    replace: 'Metric::Change { reference_at, .. } => reference_at.saturating_add(margin),',
    tests: ['create-market/change.test.ts'],
  },
  {
    name: 'change-short',
    rule: 'a change is measured over at least six close margins',
    file: 'state/terms.rs',
    find: 'ensure(expire_at.saturating_sub(reference_at) >= shortest, MarketError::ConditionInvalid)',
    replace: 'ensure(expire_at.saturating_sub(reference_at) > shortest, MarketError::ConditionInvalid)',
    tests: ['create-market/change.test.ts'],
  },
  {
    name: 'one-update',
    rule: 'one update is not both prices of a change',
    file: 'decision.rs',
    find: 'let is_later = shown.previous.is_some_and(|previous| previous >= published);',
    replace: 'let is_later = shown.previous.is_some_and(|previous| previous >= published - 1);',
    tests: ['resolve-market/change-forgeries.test.ts'],
  },
  {
    name: 'reference-second',
    rule: 'the reference is the update for its own second',
    file: 'decision.rs',
    find: 'reference.require_price_at(reference_at)?;',
    replace: 'reference.require_price_at(reference_at.saturating_add(1))?;',
    tests: ['resolve-market/change-forgeries.test.ts'],
  },
  {
    name: 'reference-replaced',
    rule: 'a recorded reference is not replaced',
    file: 'oracle/mod.rs',
    find: 'if let (None, [first, rest @ ..]) = (before, accounts) {',
    replace: 'if let (_, [first, rest @ ..]) = (before, accounts) {',
    tests: ['resolve-market/change.test.ts', 'resolve-market/change-forgeries.test.ts'],
  },
  {
    name: 'both-paid-twice',
    rule: 'both prices in one call earn the decide reward once',
    file: 'instructions/resolve_market.rs',
    find: '                _ => 0,\n            };\n            accounts.record(',
    replace:
      '                _ => market.reward_for_reference(market.pools)?,\n            };\n            accounts.record(',
    tests: ['rewards/change.test.ts'],
  },
  {
    name: 'reference-unpaid',
    rule: 'the recorded reference of a change is the one that decides it',
    file: 'state/condition.rs',
    find: 'self.metric == MIGRATION || self.is_change()',
    replace: 'self.metric == MIGRATION',
    tests: ['rewards/change.test.ts'],
  },
]
