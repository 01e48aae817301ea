import { setTimeout as sleep } from 'node:timers/promises'
import { parseAmount } from '@prediction-market/sdk'
import { type Keypair, VersionedTransaction } from '@solana/web3.js'
import bs58 from 'bs58'
import { type Answer, ask, DECIMALS, isFinal, type World } from './world.ts'

/** How often a client asks for the status of a transaction. */
const ATTEMPTS = 12

/** Signs what the gateway built. */
export function signed(base64: string, wallet: Keypair): { signature: string; bytes: string } {
  const transaction = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'))
  transaction.sign([wallet])
  const signature = bs58.encode(transaction.signatures[0] as Uint8Array)
  return { signature, bytes: Buffer.from(transaction.serialize()).toString('base64') }
}

/** Submits a transaction until its final status is known, with the same bytes whenever an answer is lost. */
export async function submit(
  world: World,
  wallet: Keypair,
  base64: string,
): Promise<{ signature: string; body: Answer['body'] } | undefined> {
  const { signature, bytes } = signed(base64, wallet)
  world.journal.sent.set(signature, { bytes, owner: wallet.publicKey.toBase58() })
  const answer = await resubmit(world, signature, bytes)
  return answer && { signature, body: answer.body }
}

/** @returns the 201, if there was one */
export async function resubmit(world: World, signature: string, bytes: string): Promise<Answer | undefined> {
  const { random, journal, signal } = world
  for (let attempt = 0; attempt < ATTEMPTS && !signal.aborted; attempt++) {
    // Some clients do not wait for the answer.
    const patienceMs = random.oneIn(5) ? random.int(50, 1_500) : undefined
    const body = { signedTransaction: bytes }
    const answer = await ask(world, 'POST', '/v1/transactions', { body, patienceMs }).catch(() => undefined)
    if (answer?.status === 201) {
      journal.report({ what: 'confirmed', signature })
      return answer
    }
    if (answer && isFinal(answer)) {
      journal.report({ what: 'failed', signature, reason: `${answer.status} ${answer.body.error}` })
      return undefined
    }
    if (random.oneIn(3)) await readStatus(world, signature)
    await sleep(random.int(100, 1_000))
  }
  return undefined
}

/** Asks for the status of a transaction. */
export async function readStatus(world: World, signature: string): Promise<string | undefined> {
  const answer = await ask(world, 'GET', `/v1/transactions/${signature}`).catch(() => undefined)
  if (answer?.status !== 200) return undefined
  const { status, error, result } = answer.body
  if (status === 'confirmed' || status === 'finalized') {
    world.journal.report({ what: 'confirmed', signature })
    if (result) tellBet(world, signature, result)
  }
  if (status === 'failed' || status === 'expired') {
    world.journal.report({ what: 'failed', signature, reason: `status ${status}: ${error}` })
  }
  return status
}

/** Writes down a bet that the gateway has confirmed; other confirmations have another shape. */
export function tellBet(
  { journal, markets }: World,
  signature: string,
  body: Answer['body'],
  owner = journal.sent.get(signature)?.owner,
): void {
  const market = markets.find(({ id }) => id === body.marketId)
  if (body.amountStaked === undefined || !market || owner === undefined) return
  const units = (amount: number) => parseAmount(amount, DECIMALS[market.currency])
  journal.report({
    what: 'bet',
    signature: body.transactionId ?? signature,
    market: market.id,
    owner,
    outcome: body.outcome,
    amount: units(body.amountStaked),
    pools: { Yes: units(body.newTotalStake.Yes), No: units(body.newTotalStake.No) },
  })
}
