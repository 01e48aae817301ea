// Runs a measurement: `npm run bench -- NAME`; without a name it lists them.

const MEASUREMENTS: Record<string, string> = {
  program: 'compute units, account sizes and rent, settlements per transaction',
  posting: 'savings of posting a price and deciding in one transaction',
  rewards: 'rewards and costs of a keeper for a market; writes docs/keeper-rewards.md',
  hostile:
    'decisions beside thousands of empty markets, unknown feeds and slow tokens; fails if they are delayed',
  localnet: 'start to ready',
  gateway: 'requests per second against a bare Hono route; start with 10,000 markets',
  keeper: 'expiry to decision, decision to the last payout, memory',
  attestor: 'reading and compacting a journal of a million answers',
  history: 'rebuild of 100,000 bets, and reads afterwards (tools/with-postgres for Postgres)',
  rows: 'bytes of a bet in Postgres, placed and over its whole life (tools/with-postgres); fails above the bars',
  'first-bet':
    'clicks and seconds from opening the page to a first bet with the burner wallet; fails above 4 and 20',
  lighthouse: 'scores of the list, a market and a portfolio, on a desktop and a phone; fails below a bar',
  sdk: 'cost for a dApp: size of bundles, packages and megabytes installed',
  questions: 'processor time of the longest hostile questions; fails above 10 ms',
  rounds: 'an hour of one-minute rounds with two openers that are killed in turn; costs of a series',
  soak: 'an hour of the demonstration in ten minutes: delay of decisions, memory (Linux)',
  load: 'honest and hostile traffic, 1,000 streams; npm run bench:load gives it a Postgres',
  costs: 'RPC calls, bytes and credits a day of an idle gateway with 10, 1,000 and 10,000 markets',
  scale: 'memory and speed with up to a million markets; npm run bench:scale gives it a Postgres',
}

const [name = ''] = process.argv.splice(2, 1)
if (name in MEASUREMENTS) {
  await import(`./${name}.ts`)
} else {
  const lines = Object.entries(MEASUREMENTS).map(
    ([measurement, about]) => `  ${measurement.padEnd(10)} ${about}`,
  )
  console.error(`usage: npm run bench -- NAME\n\n${lines.join('\n')}`)
  process.exitCode = name === '--help' ? 0 : 2
}
