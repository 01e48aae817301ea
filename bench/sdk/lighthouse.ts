// Runs Lighthouse on the built page: the list, a market and a portfolio, on a desktop and a phone. npx fetches it from
// npm's registry the first time.

import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { browserPath, CONTAINER_FLAGS } from '../../tools/web/browser.ts'
import { startWorld, type World } from '../../tools/web/world.ts'
import { conclude, report, setting } from '../run.ts'
import { printTable } from '../table.ts'

/** The last version that runs on Node 20. */
const LIGHTHOUSE = 'lighthouse@12.8.2'

/** Of each view and preset; the middle one counts for the performance. */
const RUNS = setting('RUNS', 1)

/** Of each run, before the bench fails. */
const ATTEMPTS = 3

/** The lowest score of each category. */
const BARS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const

const CATEGORIES = Object.keys(BARS) as (keyof typeof BARS)[]

const PRESETS = { desktop: ['--preset=desktop'], phone: [] } as const

const REPORTS = new URL('../../target/lighthouse/', import.meta.url)

/** The parts of Lighthouse's answer that are read. */
interface Result {
  /** How fast the machine was meanwhile, by Lighthouse's own benchmark. */
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null }>
}

type Scores = Record<keyof typeof BARS, number>

mkdirSync(REPORTS, { recursive: true })
const world = await startWorld({ demo: true, seed: 'lighthouse', rounds: true })
const rows: ({ view: string; window: string; machine: string } & Scores)[] = []
const missed: string[] = []
try {
  for (const [view, path] of await views(world)) {
    for (const [window, flags] of Object.entries(PRESETS)) await judge(view, path, window, flags)
  }
} finally {
  await world.stop()
}
printTable(`Scores of Lighthouse (${LIGHTHOUSE})`, rows)
conclude(missed)

async function views({ url, localnet }: World): Promise<[view: string, path: string][]> {
  const market = localnet.demo.find(({ question }) => question === 'Will BTC reach $150k?')?.id ?? ''
  const holders = (await (await fetch(`${url}/v1/markets/${market}/holders`)).json()) as { wallet: string }[]
  return [
    ['list', '/'],
    ['market', `/markets/${market}`],
    ['portfolio', `/wallet/${holders[0]?.wallet}`],
  ]
}

/** Measures a view, and notes the bars that it misses with the audits that cost points. */
async function judge(view: string, path: string, window: string, flags: readonly string[]): Promise<void> {
  const results: Result[] = []
  for (let run = 1; run <= RUNS; run++) {
    report(`${view}, ${window}, ${run} of ${RUNS}`)
    results.push(await measure(`${view}-${window}-${run}`, world.url + path, flags))
  }
  const scores = Object.fromEntries(
    CATEGORIES.map((category) => [category, scoreOf(results, category)]),
  ) as Scores
  const speeds = results.map(({ environment }) => Math.round(environment.benchmarkIndex))
  rows.push({ view, window, ...scores, machine: speeds.join(', ') })
  for (const category of CATEGORIES) {
    if (scores[category] >= BARS[category]) continue
    const causes = [...new Set(results.flatMap((result) => failing(result, category)))]
    missed.push(
      `${view}, ${window}: ${category} ${scores[category]}; at least ${BARS[category]}: ${causes.join('; ')}`,
    )
  }
}

/** The middle performance, and the lowest score of everything that does not depend on the machine. */
function scoreOf(results: readonly Result[], category: keyof typeof BARS): number {
  const sorted = results
    .map(({ categories }) => Math.round(100 * (categories[category]?.score ?? 0)))
    .sort((one, other) => one - other)
  const index = category === 'performance' ? Math.floor(sorted.length / 2) : 0
  return sorted[index] ?? 0
}

function failing({ categories, audits }: Result, category: string): string[] {
  const refs = categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? []
  return refs.flatMap(({ id }) => {
    const audit = audits[id]
    const score = audit?.score ?? 1
    return audit && score < 0.9 ? [`${audit.title} (${Math.round(100 * score)})`] : []
  })
}

async function measure(name: string, address: string, flags: readonly string[]): Promise<Result> {
  const file = new URL(`${name}.json`, REPORTS)
  const chrome = ['--headless=new', ...CONTAINER_FLAGS].join(' ')
  const only = `--only-categories=${CATEGORIES.join()}`
  const output = ['--output=json', `--output-path=${file.pathname}`, '--quiet']
  const args = ['--yes', LIGHTHOUSE, address, only, ...output, `--chrome-flags=${chrome}`, ...flags]
  const env = { ...process.env, CHROME_PATH: browserPath() }
  for (let attempt = 1; ; attempt++) {
    try {
      await promisify(execFile)('npx', args, { env })
      break
    } catch (error) {
      // Chromium sometimes records no trace, and Lighthouse asks to be run again.
      if (attempt === ATTEMPTS) throw error
    }
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}
