// Measures how long the localnet takes to be ready: step by step in this process, and as a separate process.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Connection } from '@solana/web3.js'
import { fundDemo, openDemo, prepareDemo } from '../app/src/localnet/demo/open.ts'
import { LOCALNET_KEYS } from '../app/src/localnet/keys.ts'
import { localnetSettings, setUpProgram } from '../app/src/localnet/market-program.ts'
import { startNode } from '../app/src/localnet/node.ts'
import { SimulatedPrices } from '../app/src/localnet/prices/simulated.ts'

const RUNS = 5

/** Milliseconds that a start should take at most, from the command to the banner. */
const LIMIT = 5000

/** Runs a step; returns the milliseconds that it took, and its result. */
async function timed<Result>(step: () => Result | Promise<Result>): Promise<[number, Result]> {
  const start = performance.now()
  const result = await step()
  return [performance.now() - start, result]
}

/** Starts and stops a localnet in this process. */
async function run(): Promise<Record<string, number>> {
  const [started, node] = await timed(() => startNode({ rpcPort: 0, payer: LOCALNET_KEYS.faucet }))
  const [priced, prices] = await timed(() => SimulatedPrices.start({ chain: node }))
  const connection = new Connection(node.rpcUrl, 'confirmed')
  const settings = localnetSettings()
  const [programmed, { utilityMint }] = await timed(() => setUpProgram(node, connection, settings))
  const [shown] = await timed(async () => {
    await fundDemo(node.cheats)
    const now = node.clock.now.unixSecond
    await openDemo(connection, await prepareDemo({ seed: 'bench', settings, utilityMint, now }))
  })
  prices.stop()
  const [stopped] = await timed(() => node.stop())
  return {
    node: started,
    'prices on the chain': priced,
    'program set up': programmed,
    'demonstration markets': shown,
    'ready, all of these': started + priced + programmed + shown,
    stop: stopped,
  }
}

/** Milliseconds from the start of a process to its first line of output, which it prints when it is ready. */
async function runProcess(more: Record<string, string> = {}): Promise<number> {
  const args = ['--conditions=source', '--import=tsx', 'app/src/main.ts', 'localnet']
  const ports = { LOCALNET_PORT: '0', LOCALNET_WS_PORT: '0', LOCALNET_PRICES_PORT: '0' }
  const [ready, child] = await timed(async () => {
    const cwd = fileURLToPath(new URL('..', import.meta.url))
    const env = { ...process.env, ...ports, ...more }
    const localnet = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
    const failed = once(localnet, 'exit').then(() => {
      throw new Error('The localnet exited before it was ready')
    })
    await Promise.race([once(createInterface(localnet.stdout), 'line'), failed])
    failed.catch(() => {})
    return localnet
  })
  const exit = once(child, 'exit')
  child.kill('SIGINT')
  await exit
  return ready
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const row = (cells: string[]) => console.log(`| ${cells.join(' | ')} |`)
const milliseconds = (value: number) => value.toFixed(0).padStart(6)

const PROCESS = 'npm run localnet'
const runs: Record<string, number>[] = []
for (let index = 0; index < RUNS; index++) {
  const steps = await run()
  const bare = await runProcess({ DEMO: '0' })
  runs.push({ ...steps, [`${PROCESS}, DEMO=0`]: bare, [PROCESS]: await runProcess() })
}

const steps = Object.keys(runs[0] ?? {})
const width = Math.max(...steps.map(({ length }) => length))
row(['milliseconds'.padEnd(width), ' first', 'median', 'slowest'])
row(['-'.repeat(width), '-----:', '-----:', '------:'])
const medians = new Map<string, number>()
for (const step of steps) {
  const values = runs.map((times) => times[step] ?? Number.NaN)
  const middle = median([...values])
  medians.set(step, middle)
  const figures = [values[0] ?? Number.NaN, middle, Math.max(...values)].map(milliseconds)
  row([step.padEnd(width), figures[0] ?? '', figures[1] ?? '', ` ${figures[2]}`])
}

const ready = medians.get(PROCESS) ?? Number.NaN
console.log(`\nStart to ready: ${(ready / 1000).toFixed(1)} s; it should be under ${LIMIT / 1000} s.`)
