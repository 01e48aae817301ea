// Decides markets by signed Pyth updates. Markets that need the same update share one posting of it.

import type { Fetched, Market, PredictionMarketClient } from '@prediction-market/sdk'
import { type PlannedTransaction, pythDeployment } from '@prediction-market/sdk/oracle/pyth'
import { type ResolutionPlan, submitPlan, type TransactionVersion } from '@prediction-market/sdk/transaction'
import type { Keypair, PublicKey } from '@solana/web3.js'
import type { PriceUpdate } from '../prices/source.ts'
import { isRefused, type Sender } from './transactions/sender.ts'

/** Transactions that it takes to post a price whose message is written to the chain first. */
const LONG_TRANSACTIONS = 3n

export interface SharedPostingOptions {
  client: PredictionMarketClient
  sender: Pick<Sender, 'nextPayer' | 'send'>
  /** The newest transaction version that the cluster accepts, which fits the most markets. */
  version: () => Promise<TransactionVersion>
  /** Called with the receiver when the message of an update has been written to the chain. */
  onMessage: (receiver: PublicKey) => void
  onError: (error: Error) => void
}

/** A market that a signed update decides. */
export interface PostedDecision {
  market: Fetched<Market>
  /** Whether the update is the price that a change begins with. */
  isReference: boolean
  /** The value of the market, in lamports. */
  value: bigint
  /** The most lamports to pay for priority. */
  budget: bigint
}

interface Waiting extends PostedDecision {
  settle: (error?: Error) => void
}

/**
 * Decides markets by signed Pyth updates. Markets that become ready together for the same update share its posting, so
 * that many that expire in one second take few transactions. If one of them is refused, the halves are tried apart.
 */
export class SharedPostings {
  readonly #waiting = new Map<string, { update: PriceUpdate; decisions: Waiting[] }>()

  constructor(private readonly options: SharedPostingOptions) {}

  /**
   * Decides a market by an update, together with the others that come in this turn of the event loop.
   *
   * @throws the refusal of this market alone
   */
  decide(update: PriceUpdate, decision: PostedDecision): Promise<void> {
    // Markets without stakes cost nothing to create: they never share with one that has stakes.
    const isStaked = decision.value > 0n
    const { pythReceiver } = decision.market.terms
    const key = `${pythReceiver} ${update.feedId} ${update.publishTime} ${update.prevPublishTime} ${isStaked}`
    return new Promise((resolve, reject) => {
      const settle = (error?: Error) => (error ? reject(error) : resolve())
      const posting = this.#waiting.get(key)
      if (posting) {
        posting.decisions.push({ ...decision, settle })
        return
      }
      const decisions = [{ ...decision, settle }]
      this.#waiting.set(key, { update, decisions })
      setImmediate(() => {
        this.#waiting.delete(key)
        void this.#submit(update, decisions.sort(mostValuableFirst))
      })
    })
  }

  /** Decides markets, and resolves or rejects the promise of each. */
  async #submit(update: PriceUpdate, decisions: readonly Waiting[]): Promise<void> {
    const { client, sender, version } = this.options
    const payer = sender.nextPayer
    try {
      const input = { update, markets: decisions, payer: payer.publicKey, version: await version() }
      const plans = await client.decisions.planResolveShared(input)
      let start = 0
      const sent = plans.map((plan) => {
        const some = decisions.slice(start, start + plan.markets.length)
        start += some.length
        return this.#send(update, some, plan, payer)
      })
      await Promise.all(sent)
    } catch (error) {
      for (const { settle } of decisions) settle(error as Error)
    }
  }

  async #send(
    update: PriceUpdate,
    decisions: readonly Waiting[],
    plan: ResolutionPlan,
    payer: Keypair,
  ): Promise<void> {
    const { sender, onError } = this.options
    const budget = decisions.reduce((sum, one) => sum + one.budget, 0n)
    const send = (transaction: PlannedTransaction) => {
      const maxPriority = this.#isLong(transaction, decisions) ? budget / LONG_TRANSACTIONS : budget
      return sender.send({ ...transaction, maxPriority }, payer)
    }
    try {
      await submitPlan(plan, send, onError)
      for (const { settle } of decisions) settle()
    } catch (error) {
      if (decisions.length > 1 && isRefused(error)) {
        const half = Math.ceil(decisions.length / 2)
        const halves = [decisions.slice(0, half), decisions.slice(half)]
        await Promise.all(halves.map((some) => this.#submit(update, some)))
        return
      }
      for (const { settle } of decisions) settle(error as Error)
    }
  }

  /** Whether a transaction writes the message of an update to the chain. */
  #isLong({ instructions }: PlannedTransaction, [decision]: readonly Waiting[]): boolean {
    const receiver = decision?.market.terms.pythReceiver
    if (!receiver) return false
    const { wormhole } = pythDeployment(receiver)
    const isLong = instructions.some(({ programId }) => programId.equals(wormhole))
    if (isLong) this.options.onMessage(receiver)
    return isLong
  }
}

function mostValuableFirst(a: Waiting, b: Waiting): number {
  return a.value === b.value ? 0 : a.value > b.value ? -1 : 1
}
