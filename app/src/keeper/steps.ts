// Takes the steps of markets: builds, simulates and submits their transactions.

import { trace } from '@opentelemetry/api'
import {
  type Fetched,
  type Market,
  type PredictionMarketClient,
  ProgramError,
  type Proof,
  TransactionFailedError,
} from '@prediction-market/sdk'
import type { PublicKey, TransactionInstruction } from '@solana/web3.js'
import type { BookLoader } from '../book/loader.ts'
import type { PriceUpdate } from '../prices/source.ts'
import { PROVING, type Step } from './due.ts'
import { feeBudget, rewardFor } from './economics.ts'
import type { Result } from './jobs.ts'
import { type ProofSources, sourceOf } from './proofs/proof.ts'
import { type SettleOptions, settleMarket } from './settle.ts'
import type { SharedPostings } from './shared-postings.ts'
import type { Sender } from './transactions/sender.ts'

export interface StepsOptions extends SettleOptions {
  client: PredictionMarketClient
  loader: BookLoader
  sender: Sender
  proofs: ProofSources
  postings: SharedPostings
}

/** Refusals because somebody else was faster, or because it is too early or too late by the chain's clock. */
const TRANSIENT = new Set([
  'MarketDecided',
  'NoFeesToCollect',
  'MarketUndecided',
  'MarketNotEmpty',
  'NotExpired',
  'NotDecidableYet',
  'EvidenceMissing',
  'ObservationOutOfTime',
  'ObservationTooOld',
  'TooEarlyToVoid',
  'DecisionTooLate',
  'MarketTooYoung',
  // The market has been closed.
  'AccountNotInitialized',
  'AccountOwnedByWrongProgram',
])

/** Refusals that somebody else must resolve, such as the owner of the treasury. */
const STUCK = new Set(['RecipientCannotReceive', 'WrongTreasury'])

const NO_PROOF: Proof = {}

/** Takes steps of markets. The chain is the only state: anyone may take a step at any time, even twice. */
export class Steps {
  constructor(private readonly options: StepsOptions) {}

  /** Takes a step and reads the market again, unless it needs a proof that does not exist yet. */
  async take(step: Step, market: Fetched<Market>): Promise<Result> {
    const { proofs, now } = this.options
    const proof = PROVING.has(step) ? await sourceOf(proofs, market)?.prove(market, now()) : NO_PROOF
    if (!proof) return step === 'proveEarly' ? 'nothing' : 'early'
    try {
      return await this.#take(step, market, proof)
    } catch (error) {
      if (error instanceof ProgramError && TRANSIENT.has(error.name)) return 'early'
      if (error instanceof ProgramError && STUCK.has(error.name)) return 'stuck'
      throw error
    } finally {
      // If the read fails, the book is updated later; repeating the step until then is harmless.
      await this.#refresh(market.address).catch(this.options.onError)
    }
  }

  #take(step: Step, market: Fetched<Market>, proof: Proof): Promise<Result> {
    const { client, rank, now } = this.options
    const budget = feeBudget(rewardFor(step, market, now()), rank(market))
    switch (step) {
      case 'proveEarly':
      case 'record':
      case 'prove':
        return this.#prove(market, proof, budget)
      case 'resolveNo':
        return this.#send(budget, (keeper) => client.decisions.buildResolve({ market, keeper }))
      case 'void':
        return this.#send(budget, (keeper) => client.decisions.buildVoid({ market, keeper }))
      case 'collect':
        return this.#collect(market, budget)
      case 'settle':
        return settleMarket(market, this.options)
      case 'close':
        return this.#send(budget, (keeper) => client.decisions.buildClose({ market, keeper }))
    }
  }

  /** @param budget - the most lamports to pay for priority */
  async #prove(market: Fetched<Market>, proof: Proof, budget: bigint): Promise<Result> {
    const { client, postings, rank } = this.options
    trace.getActiveSpan()?.addEvent('proof found')
    const update = signedUpdate(proof)
    if (update) {
      const isReference = proof.price === undefined
      await postings.decide(update, { market, isReference, budget, value: rank(market).value })
      return 'done'
    }
    const { attestation } = proof
    const [price, referencePrice] = [proof.price, proof.referencePrice] as (PublicKey | undefined)[]
    return this.#send(budget, (keeper) =>
      client.decisions.buildResolve({ market, attestation, price, referencePrice, keeper }),
    )
  }

  async #collect(market: Fetched<Market>, maxPriority: bigint): Promise<Result> {
    const { client, sender } = this.options
    const payer = sender.nextPayer
    const instructions = await client.decisions.buildCollectFees({ market, payer: payer.publicKey })
    const collect = instructions.slice(-1)
    try {
      // The treasury's token account is created only if it is to be paid.
      const needed = market.feesDue.developer > 0n ? instructions : collect
      await sender.send({ instructions: needed, maxPriority }, payer)
    } catch (error) {
      if (!isForeignFailure(error, client.programId)) throw error
      // The account cannot be created: the burn share does not wait for it.
      await sender.send({ instructions: collect, maxPriority })
    }
    return 'done'
  }

  /** Sends a step whose reward goes to whoever pays for it. */
  async #send(
    maxPriority: bigint,
    build: (keeper: PublicKey) => Promise<TransactionInstruction[]>,
  ): Promise<Result> {
    const { sender } = this.options
    const payer = sender.nextPayer
    await sender.send({ instructions: await build(payer.publicKey), maxPriority }, payer)
    return 'done'
  }

  /** Reads a market into the book at once; it would follow later, for a closed market much later. */
  #refresh(address: PublicKey): Promise<void> {
    return this.options.loader.refresh([address])
  }
}

/** The update that a proof has to post; `undefined` if it needs none. */
function signedUpdate({ price, referencePrice }: Proof): PriceUpdate | undefined {
  return [price, referencePrice].find((one) => typeof one === 'object' && 'feedId' in one) as
    | PriceUpdate
    | undefined
}

/** Whether a transaction failed without our program refusing it. */
function isForeignFailure(error: unknown, programId: PublicKey): boolean {
  if (error instanceof ProgramError) return error.program !== programId.toBase58()
  return error instanceof TransactionFailedError
}
