// The parts of the TypeScript that Stryker changes, each with the unit tests that should notice. No test of this list
// starts a localnet, a gateway or a browser: each mutant runs all tests that reach it.

/** Files to change and files of tests, as globs from the root of the clone. */
export interface Part {
  mutate: readonly string[]
  tests: readonly string[]
}

export const PARTS: Record<string, Part> = {
  'sdk/core/rules/payouts': {
    mutate: ['sdk/src/core/rules/{odds,payouts,stakes}.ts'],
    tests: ['tests/sdk/late-stakes.test.ts', 'tests/sdk/odds.test.ts'],
  },
  'sdk/core/rules/terms': {
    mutate: ['sdk/src/core/numbers.ts', 'sdk/src/core/rules/{compare,price,rewards,terms}.ts'],
    tests: ['tests/sdk/clients.test.ts', 'tests/sdk/rewards.test.ts', 'tests/sdk/rules.test.ts'],
  },
  'sdk/core/rules/decisions': {
    mutate: ['sdk/src/core/rules/{burn,dates,decide,feed,feed-refused}.ts'],
    tests: ['tests/sdk/decisions.test.ts', 'tests/sdk/feed-rules.test.ts', 'tests/sdk/rules.test.ts'],
  },
  'sdk/core/accounts': {
    mutate: ['sdk/src/core/accounts/*.ts'],
    tests: ['tests/sdk/accounts.test.ts', 'tests/sdk/layouts.test.ts'],
  },
  'sdk/core/proof/compare': {
    mutate: ['sdk/src/core/proof/compare.ts'],
    tests: ['tests/sdk/decision-checks.test.ts', 'tests/sdk/decision-stakes.test.ts'],
  },
  'sdk/core/proof/read': {
    mutate: ['sdk/src/core/proof/{decision,evidence}.ts'],
    tests: [
      'tests/sdk/decision-evidence.test.ts',
      'tests/sdk/decision-transactions.test.ts',
      'tests/sdk/proof.test.ts',
    ],
  },
  'sdk/core/proof/observed': {
    mutate: ['sdk/src/core/proof/observed.ts'],
    tests: [
      'tests/sdk/attested-again.test.ts',
      'tests/sdk/evidence-again.test.ts',
      'tests/sdk/proof.test.ts',
    ],
  },
  'sdk/core/proof/verify': {
    mutate: ['sdk/src/core/proof/verify.ts'],
    tests: ['tests/sdk/verify-decision.test.ts', 'tests/sdk/verify-recorded.test.ts'],
  },
  'sdk/core/condition/kinds': {
    mutate: ['sdk/src/core/condition/kinds/*.ts'],
    tests: [
      'tests/sdk/condition-description.test.ts',
      'tests/sdk/condition-kinds.test.ts',
      'tests/sdk/condition-stored.test.ts',
      'tests/sdk/condition.test.ts',
    ],
  },
  'sdk/core/condition/text': {
    mutate: ['sdk/src/core/condition/{describe,text,time}.ts'],
    tests: ['tests/sdk/condition-description.test.ts', 'tests/sdk/condition-kinds.test.ts'],
  },
  'sdk/core/condition/values': {
    mutate: ['sdk/src/core/condition/{checks,comparison,decimal,encode,validate}.ts'],
    tests: ['tests/sdk/condition-stored.test.ts', 'tests/sdk/condition.test.ts'],
  },
  'app/attestor/signing': {
    mutate: ['app/src/attestor/{signer,journal-lines}.ts'],
    tests: ['tests/attestor/journal-file.test.ts', 'tests/attestor/journal.test.ts'],
  },
  'app/attestor/journal': {
    mutate: ['app/src/attestor/journal.ts'],
    tests: [
      'tests/attestor/journal-disk.test.ts',
      'tests/attestor/journal-file.test.ts',
      'tests/attestor/journal.test.ts',
    ],
  },
  'app/keeper/choices': {
    mutate: ['app/src/keeper/{due,economics,shard}.ts'],
    tests: ['tests/keeper/config.test.ts', 'tests/keeper/due.test.ts', 'tests/keeper/economics.test.ts'],
  },
  'app/keeper/jobs': {
    mutate: ['app/src/keeper/{jobs,triggers}.ts'],
    tests: ['tests/keeper/jobs.test.ts', 'tests/keeper/triggers.test.ts'],
  },
  'app/book/order': {
    mutate: ['app/src/book/sort.ts'],
    tests: ['tests/book/sort.test.ts'],
  },
  'app/book/lists': {
    mutate: ['app/src/book/{list-markets,listed,market-collection}.ts'],
    tests: [
      'tests/book/collection.test.ts',
      'tests/book/filters.test.ts',
      'tests/book/list-markets.test.ts',
      'tests/book/list-search.test.ts',
      'tests/book/listed.test.ts',
    ],
  },
  'app/book/entries': {
    mutate: ['app/src/book/{book,entry,removals}.ts'],
    tests: [
      'tests/book/book.test.ts',
      'tests/book/entry.test.ts',
      'tests/book/removals.test.ts',
      'tests/book/takes.test.ts',
    ],
  },
  'app/book/turns': {
    mutate: ['app/src/book/{market-value,work-queue}.ts'],
    tests: [
      'tests/book/market-value.test.ts',
      'tests/book/turns.test.ts',
      'tests/book/work-limit.test.ts',
      'tests/book/work-queue.test.ts',
    ],
  },
  'app/book/changes': {
    mutate: ['app/src/book/changed-since.ts'],
    tests: ['tests/book/changed-since.test.ts'],
  },
  'app/book/progress': {
    mutate: ['app/src/book/progress/*.ts'],
    tests: [
      'tests/book/attested.test.ts',
      'tests/book/progress-reads.test.ts',
      'tests/book/progress-timer.test.ts',
      'tests/book/progress.test.ts',
      'tests/book/samples.test.ts',
    ],
  },
  'app/history/projection': {
    mutate: ['app/src/history/projection/{complete,new-rows,row-builder,stats}.ts'],
    tests: ['tests/history/row-builder.test.ts'],
  },
  'app/gateway/bets': {
    mutate: ['app/src/gateway/bets/{checks,stake,views}.ts', 'app/src/gateway/bets/one-call/lines.ts'],
    tests: ['tests/gateway/bet-checks.test.ts', 'tests/gateway/bet-lines.test.ts'],
  },
  'web/money': {
    mutate: ['web/src/money/*.ts'],
    tests: [
      'tests/page/amounts.test.ts',
      'tests/page/compose.test.ts',
      'tests/page/endings.test.ts',
      'tests/page/portfolio.test.ts',
    ],
  },
  'web/text': {
    mutate: ['web/src/text/*.ts'],
    tests: [
      'tests/page/activity.test.ts',
      'tests/page/amounts.test.ts',
      'tests/page/chart.test.ts',
      'tests/page/clock.test.ts',
      'tests/page/endings.test.ts',
      'tests/page/languages.test.ts',
      'tests/page/words.test.ts',
    ],
  },
}
