// Prints what an idle gateway costs at a provider of RPC nodes: calls, bytes of answers and credits a day, with few,
// 1,000 and 10,000 open markets and no bets. The gateways run side by side, as an operator would start them, each on a
// node of its own that counts; their metrics are read as Prometheus does. The calls of some minutes count for a day, those
// of the start do not. Lists of all markets are rarer than that: the size of one counts as often as the settings say.
//
//   MINUTES=3   to count

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { marketFilters } from '@prediction-market/sdk/accounts'
import { Keypair } from '@solana/web3.js'
import { RECONCILE_MS, SLICE_MS } from '../../app/src/book/follow-chain.ts'
import { MAX_ACCOUNTS } from '../../app/src/chain/program-accounts.ts'
import { freePorts } from '../../tests/helpers/localnet/ports.ts'
import { startPart } from '../part.ts'
import { conclude, report, setting } from '../run.ts'
import type { Calls, NodeOrder, NodeReport } from '../scale/node.ts'
import { Services } from '../services.ts'
import { printTable, type Row } from '../table.ts'

const MINUTES = setting('MINUTES', 3)
const MARKETS = [10, 1_000, 10_000]

/** The most credits a day, and the most bytes of lists a day with so many markets. */
const BARS = { credits: 60_000, listBytes: 1e9, listedMarkets: 100_000 }

/** Credits of a call; 1 for others. */
const CREDITS: Record<string, number> = {
  getProgramAccounts: 10,
  getSignaturesForAddress: 10,
  getTransaction: 10,
}

const DAY_SECONDS = 86_400
const SCRAPE_MS = 15_000
/** Milliseconds after which all that only the start needs has been asked. */
const SETTLE_MS = 10_000

const LIST = 'getProgramAccounts'
/** How often a day all markets are read. */
const LISTS_A_DAY = (1_000 * DAY_SECONDS) / RECONCILE_MS

const missed: string[] = []

type AllCalls = Record<string, Calls>

/** Bytes of a list of all markets. */
async function sizeOfList(rpcUrl: string): Promise<number> {
  const options = { filters: marketFilters(), encoding: 'base64', withContext: true }
  const body = JSON.stringify({ id: 1, method: LIST, params: [PROGRAM_ID.toBase58(), options] })
  const answer = await fetch(rpcUrl, { method: 'POST', body })
  return (await answer.arrayBuffer()).byteLength
}

/** A gateway on a node with so many markets. */
async function measure(services: Services, markets: number, port: number) {
  const node = startPart<NodeOrder, NodeReport>('./scale/node.ts')
  const { rpcUrl, wsUrl } = await node.ask({ do: 'serve', markets, due: 0 })
  const url = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    RPC_URL: rpcUrl,
    WS_URL: wsUrl,
    STORE_PATH: join(services.folder, `store-${markets}`),
    KEEPER: '0',
    DELEGATE_KEYPAIR: await services.keypair(`cosigner-${markets}`, Keypair.generate()),
  }
  const listBytes = await sizeOfList(rpcUrl)
  await services.start(`gateway-${markets}`, 'start', env, `${url}/health`)
  await sleep(SETTLE_MS)
  const scrape = () => {
    fetch(`${url}/metrics`).then(
      (answer) => answer.text(),
      () => {},
    )
  }
  const scraping = setInterval(scrape, SCRAPE_MS)
  const before = (await node.ask({ do: 'report' })).calls
  await sleep(MINUTES * 60_000)
  const after = (await node.ask({ do: 'report' })).calls
  clearInterval(scraping)
  await node.end()
  return { markets, before, after, listBytes }
}

/** Calls of a day, by method. */
function aDay(before: AllCalls, after: AllCalls, listBytes: number): AllCalls {
  const share = DAY_SECONDS / (60 * MINUTES)
  const day: AllCalls = {}
  for (const [method, { calls, bytes }] of Object.entries(after)) {
    const { calls: callsBefore, bytes: bytesBefore } = before[method] ?? { calls: 0, bytes: 0 }
    day[method] = { calls: share * (calls - callsBefore), bytes: share * (bytes - bytesBefore) }
  }
  day[LIST] = {
    calls: (day[LIST]?.calls ?? 0) + LISTS_A_DAY,
    bytes: (day[LIST]?.bytes ?? 0) + LISTS_A_DAY * listBytes,
  }
  return day
}

const creditsOf = (method: string, { calls }: Calls) => calls * (CREDITS[method] ?? 1)
const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10

const services = await Services.open()
try {
  report(`starting gateways with ${MARKETS.join(', ')} markets`)
  const first = await freePorts(MARKETS.length)
  const measured = await Promise.all(
    MARKETS.map((markets, index) => measure(services, markets, first + index)),
  )
  for (const { markets, before, after, listBytes } of measured) {
    const day = aDay(before, after, listBytes)
    const rows: Row[] = Object.entries(day)
      .filter(([, { calls }]) => calls > 0)
      .map(([method, one]) => ({
        method,
        'calls a day': Math.round(one.calls),
        'MB a day': megabytes(one.bytes),
        'credits a day': Math.round(creditsOf(method, one)),
      }))
    const total = (column: string) => rows.reduce((sum, row) => sum + Number(row[column]), 0)
    const credits = total('credits a day')
    const columns = ['calls a day', 'MB a day', 'credits a day']
    rows.push({ method: 'all', ...Object.fromEntries(columns.map((name) => [name, total(name)])) })
    printTable(`An idle gateway, ${markets.toLocaleString('en-US')} open markets`, rows)
    if (credits > BARS.credits) missed.push(`${Math.round(credits)} credits a day with ${markets} markets`)
  }
  const largest = measured.at(-1)
  const aMarket = (largest?.listBytes ?? Number.NaN) / (largest?.markets ?? 1)
  const slices = ((DAY_SECONDS * 1_000) / SLICE_MS) * MAX_ACCOUNTS * aMarket
  const gigabytes = (LISTS_A_DAY * aMarket * BARS.listedMarkets + slices) / 1e9
  const listed = `With ${BARS.listedMarkets.toLocaleString('en-US')} markets, ${LISTS_A_DAY} lists a day and the slices`
  console.log(`\n${listed} in between are ${gigabytes.toFixed(2)} GB.`)
  if (!(gigabytes * 1e9 < BARS.listBytes)) missed.push(`${gigabytes.toFixed(2)} GB of lists a day`)
} finally {
  await services.stop()
}
conclude(missed)
