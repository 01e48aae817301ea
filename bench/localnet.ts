import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PRICE_FEEDS } from '@prediction-market/sdk'
import { Connection, Keypair, SystemProgram, Transaction } from '@solana/web3.js'
import { type LocalNode, startNode } from '../app/src/localnet/node.ts'
import { SimulatedPrices } from '../app/src/prices/simulated.ts'
import { simulatedFeeds } from '../app/src/prices/simulated-feeds.ts'

/** Prints how long the localnet takes to be ready, step by step, in this process and as one of its own. */

const RUNS = 5

/** Milliseconds that a step takes, and what it made. */
async function timed<Result>(step: () => Result | Promise<Result>): Promise<[number, Result]> {
  const start = performance.now()
  const result = await step()
  return [performance.now() - start, result]
}

/** Sends a payment and waits until it shows. */
async function pay(node: LocalNode): Promise<void> {
  const connection = new Connection(node.rpcUrl, 'processed')
  const to = Keypair.generate().publicKey
  const instruction = SystemProgram.transfer({
    fromPubkey: node.payer.publicKey,
    toPubkey: to,
    lamports: 1_000_000,
  })
  await connection.sendTransaction(new Transaction().add(instruction), [node.payer])
  while ((await connection.getBalance(to)) === 0) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** One start and stop in this process. */
async function run(): Promise<Record<string, number>> {
  const [started, node] = await timed(() => startNode({ rpcPort: 0 }))
  const feeds = simulatedFeeds(PRICE_FEEDS)
  const [priced, prices] = await timed(() => SimulatedPrices.start({ chain: node, feeds }))
  const [paid] = await timed(() => pay(node))
  prices.stop()
  const [stopped] = await timed(() => node.stop())
  return { node: started, prices: priced, ready: started + priced, 'first payment': paid, stop: stopped }
}

/** From the start of a process to its word that it is ready. */
async function runProcess(): Promise<number> {
  const args = ['--conditions=source', '--import=tsx', 'app/src/localnet/main.ts']
  const ports = { LOCALNET_PORT: '0', LOCALNET_WS_PORT: '0', LOCALNET_PRICES_PORT: '0' }
  const [ready, child] = await timed(async () => {
    const cwd = fileURLToPath(new URL('..', import.meta.url))
    const env = { ...process.env, ...ports }
    const localnet = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
    const failed = once(localnet, 'exit').then(() => {
      throw new Error('The localnet ended before it was ready')
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
const milliseconds = (value: number) => value.toFixed(0).padStart(5)

const runs: Record<string, number>[] = []
for (let index = 0; index < RUNS; index++) runs.push({ ...(await run()), process: await runProcess() })

const steps = Object.keys(runs[0] ?? {})
row(['ms', 'first', 'median', 'slowest'])
row(['---', '---:', '---:', '---:'])
for (const step of steps) {
  const values = runs.map((times) => times[step] ?? Number.NaN)
  const figures = [values[0] ?? Number.NaN, median([...values]), Math.max(...values)]
  row([step.padEnd(13), ...figures.map(milliseconds)])
}
