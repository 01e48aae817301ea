// Measures what it saves to post a Pyth update in the transaction that decides by it: transactions, fees and advanced
// rent of the real plans, and the seconds that as many transactions take one after the other on a localnet. `npm run
// bench -- posting`

import { readFileSync } from 'node:fs'
import { type Fetched, type Market, PredictionMarketClient } from '@prediction-market/sdk'
import { type PriceUpdate, PYTH, PYTH_PRO } from '@prediction-market/sdk/oracle/pyth'
import { PendingTransactions, type TransactionVersion } from '@prediction-market/sdk/transaction'
import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { NodeSocket } from '../app/src/chain/socket.ts'
import { Payers } from '../app/src/keeper/transactions/payers.ts'
import { Sender } from '../app/src/keeper/transactions/sender.ts'
import { closeLocalnet, givenWallets, openLocalnet } from '../tests/helpers/keeper/harness.ts'
import { openNodeConnection } from '../tests/helpers/localnet/index.ts'
import { printTable } from './table.ts'

const LAMPORTS_PER_SIGNATURE = 5_000

/** Bytes of the account of a price. */
const PRICE_BYTES = 134

/** How often a sequence of transactions is timed; the median counts. */
const RUNS = 9

const localnet = await openLocalnet({ attestors: false })
const connection = openNodeConnection(localnet.node)
const client = new PredictionMarketClient(connection)
const [payer = Keypair.generate()] = await givenWallets(localnet, 1)

/** A production update with three of five signatures, which both receivers accept, each in its own way. */
function signedUpdate(): PriceUpdate {
  const vectors = new URL('../tests/vectors/pyth-atomic.json', import.meta.url)
  const { update, feeds } = JSON.parse(readFileSync(vectors, 'utf8'))
  const prices = { price: 0n, conf: 0n, exponent: 0, emaPrice: 0n, emaConf: 0n }
  const times = { publishTime: 0, prevPublishTime: 0 }
  return { feedId: feeds[0], ...prices, ...times, signed: Buffer.from(update, 'hex') }
}

/** The plans that decide markets with one feed and expiry. */
function plansOf(receiver: PublicKey, count: number, version: TransactionVersion, isShared: boolean) {
  const update = signedUpdate()
  const markets = Array.from({ length: count }, () => ({
    market: {
      address: PublicKey.unique(),
      condition: { type: 'price', feed: update.feedId, comparison: 'above', target: '1', timing: 'atExpiry' },
      terms: { pythReceiver: receiver },
    } as unknown as Fetched<Market>,
  }))
  const groups = isShared ? [markets] : markets.map((one) => [one])
  const plan = (some: typeof markets) =>
    client.decisions.planResolveShared({ update, markets: some, payer: payer.publicKey, version })
  return Promise.all(groups.map(plan)).then((plans) => plans.flat())
}

/** Seconds until that many transactions are confirmed, one after the other. */
async function secondsOf(transactions: number): Promise<number> {
  const socket = new NodeSocket(localnet.node, () => {})
  const pending = new PendingTransactions(connection, {
    programId: client.programId,
    listener: socket.connection,
  })
  const payers = new Payers([payer])
  const ignore = () => {}
  const sender = new Sender({
    connection,
    programId: client.programId,
    payers,
    pending,
    state: { slot: 0, slotMs: null },
    onIncluded: ignore,
    onEarned: ignore,
  })
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now()
    for (let index = 0; index < transactions; index += 1) {
      const toPubkey = PublicKey.unique()
      const transfer = SystemProgram.transfer({
        fromPubkey: payer.publicKey,
        toPubkey,
        lamports: 1_000_000 + run,
      })
      await sender.send({ instructions: [transfer] }, payer)
    }
    times.push((performance.now() - start) / 1_000)
  }
  sender.stop()
  pending.stop()
  socket.close()
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? Number.NaN
}

const WAYS = [
  { way: 'message first, each market alone', receiver: PYTH.receiver, version: 0, isShared: false },
  { way: 'one transaction, version 0', receiver: PYTH_PRO.receiver, version: 0, isShared: true },
  { way: 'one transaction, version 1', receiver: PYTH_PRO.receiver, version: 1, isShared: true },
] as const

const rentOfPrice = await connection.getMinimumBalanceForRentExemption(PRICE_BYTES)
const seconds = new Map<number, number>()
const rows = []
for (const markets of [1, 2, 20, 100]) {
  for (const { way, receiver, version, isShared } of WAYS) {
    const plans = await plansOf(receiver, markets, version, isShared)
    const sequence = 1 + (plans[0]?.setup.length ?? 0)
    if (!seconds.has(sequence)) seconds.set(sequence, await secondsOf(sequence))
    const transactions = plans.flatMap(({ setup, decide }) => [...setup, decide])
    const signatures = transactions.reduce((sum, { signers }) => sum + 1 + signers.length, 0)
    const messages = plans.flatMap(({ setup }) => setup[0]?.instructions[0]?.data.readBigUInt64LE(4) ?? [])
    rows.push({
      markets,
      way,
      transactions: transactions.length,
      'fees, lamports': signatures * LAMPORTS_PER_SIGNATURE,
      'rent advanced': plans.length * rentOfPrice + Number(messages.reduce((sum, one) => sum + one, 0n)),
      'seconds to decide': (seconds.get(sequence) ?? Number.NaN).toFixed(2),
    })
  }
}
printTable('Markets with one feed that expire in the same second', rows)
await closeLocalnet(localnet)
process.exit(0)
