// Runs a measurement: `npm run bench -- NAME [PART]`; without a name it lists them.

import { RUNTIMES } from '../tests/helpers/chain/capabilities.ts'

/** What the file `main.ts` of a folder measures, and what the files beside it do. */
const MEASUREMENTS: Record<string, Record<string, string>> = {
  program: {
    main: 'compute units, account sizes and rent, settlements per transaction',
    rewards:
      'rewards and costs of a keeper for a market, and of posted prices; writes docs/keeper-rewards.md',
  },
  gateway: {
    main: 'requests per second against a bare Hono route',
    load: 'honest and hostile traffic, 1,000 streams; npm run bench:load gives it a Postgres',
    costs: 'RPC calls, bytes and credits a day of an idle gateway with 10, 1,000 and 10,000 markets',
  },
  keeper: {
    main: 'expiry to decision, decision to the last payout, memory',
    hostile:
      'decisions beside thousands of empty markets, unknown feeds and slow tokens; fails if they are delayed',
    rounds: 'an hour of one-minute rounds with two openers that are killed in turn; costs of a series',
    attestor: 'reading and compacting a journal of a million answers',
  },
  scale: {
    main: 'memory and speed with up to a million markets; npm run bench:scale gives it a Postgres',
    rows: 'bytes of a bet in Postgres, placed and over its whole life (tools/with-postgres); fails above the bars',
  },
  sdk: {
    main: 'cost for a dApp: size of bundles, packages and megabytes installed; time to read a hostile question',
    'first-bet':
      'clicks and seconds from opening the page to a first bet with the burner wallet; fails above 3 and 20',
    lighthouse: 'scores of the list, a market and a portfolio, on a desktop and a phone; fails below a bar',
  },
}

// What runs the program alone runs it on LiteSVM, which charges what the current runtime charges.
process.env.CHAIN = Object.entries(RUNTIMES).find(([, { computeUnits }]) => computeUnits)?.[0]
const [name = '', part = 'main'] = process.argv.splice(2, 2)
if (MEASUREMENTS[name]?.[part]) {
  await import(`./${name}/${part}.ts`)
} else {
  const lines = Object.entries(MEASUREMENTS).flatMap(([folder, parts]) =>
    Object.entries(parts).map(
      ([file, about]) => `  ${(file === 'main' ? folder : `${folder} ${file}`).padEnd(16)} ${about}`,
    ),
  )
  console.error(`usage: npm run bench -- NAME [PART]\n\n${lines.join('\n')}`)
  process.exitCode = name === '--help' ? 0 : 2
}
