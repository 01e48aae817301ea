import { type Fetched, type Market, type MarketPlanner, ProgramError } from '@prediction-market/sdk'
import { type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import type { BookLoader } from '../book/loader.ts'
import type { Step } from './due.ts'
import type { Result } from './jobs.ts'
import type { Proof, ProofSources } from './proofs/proof.ts'
import { type SettleOptions, settleMarket } from './settle.ts'
import type { Sender } from './transactions/sender.ts'

/** What the steps are taken with. */
export interface StepsOptions extends SettleOptions {
  planner: MarketPlanner
  loader: BookLoader
  sender: Sender
  proofs: ProofSources
}

/** Refusals that say that somebody else was quicker, or that it is not time yet by the chain's own clock. */
const OVERTAKEN = new Set([
  'MarketDecided',
  'NoFeesToCollect',
  'MarketUndecided',
  'MarketNotEmpty',
  'NotExpired',
  'NotDecidableYet',
  'TooEarlyToVoid',
  'DecisionTooLate',
  'MarketTooYoung',
  // The market is no longer there.
  'AccountNotInitialized',
  'AccountOwnedByWrongProgram',
])

/** Refusals that somebody else must see to, such as the treasury's owner; the rest of the market goes on. */
const STUCK = new Set(['RecipientCannotReceive', 'WrongTreasury'])

/** Takes steps of markets. The chain is the only state: each may be taken at any time, by anyone, twice. */
export class Steps {
  constructor(private readonly options: StepsOptions) {}

  /** Takes a step, and reads what has become of the market. */
  async take(step: Step, market: Fetched<Market>): Promise<Result> {
    try {
      return await this.#take(step, market)
    } catch (error) {
      if (error instanceof ProgramError && OVERTAKEN.has(error.name)) return 'early'
      if (error instanceof ProgramError && STUCK.has(error.name)) return 'stuck'
      throw error
    } finally {
      // Where it cannot be read, the book learns of it later, and until then the step does no harm.
      await this.#refresh(market.address).catch(this.options.onError)
    }
  }

  #take(step: Step, market: Fetched<Market>): Promise<Result> {
    const { planner } = this.options
    switch (step) {
      case 'prove':
        return this.#prove(market)
      case 'concede':
        return this.#send(planner.buildResolve({ market }))
      case 'void':
        return this.#send(planner.buildVoid({ market }))
      case 'collect':
        return this.#collect(market)
      case 'settle':
        return settleMarket(market, this.options)
      case 'close':
        return this.#send(planner.buildClose({ market }))
    }
  }

  async #prove(market: Fetched<Market>): Promise<Result> {
    const { planner, proofs, sender } = this.options
    const proof = await proofs[market.condition.type]?.prove(market)
    if (!proof) return 'early'
    try {
      const { before = [], after = [], signers, payer } = proof
      const decide = await planner.buildResolve({ ...evidenceOf(proof), market })
      await sender.send({ instructions: [...before, ...decide, ...after], signers }, payer)
      return 'done'
    } catch (error) {
      await proof.abandon?.()
      throw error
    }
  }

  async #collect(market: Fetched<Market>): Promise<Result> {
    const { planner, sender } = this.options
    const payer = sender.nextPayer
    const instructions = await planner.buildCollectFees({ market, payer: payer.publicKey })
    await sender.send({ instructions }, payer)
    return 'done'
  }

  async #send(building: Promise<TransactionInstruction[]>): Promise<Result> {
    await this.options.sender.send({ instructions: await building })
    return 'done'
  }

  /** The book would learn of it anyway, but not at once; of a market that was closed, only much later. */
  async #refresh(address: PublicKey): Promise<void> {
    const { loader, planner } = this.options
    const account = await planner.connection.getAccountInfo(address, 'confirmed')
    const gone = { owner: SystemProgram.programId, data: Buffer.alloc(0), lamports: 0, executable: false }
    await loader.update(address, account ?? gone)
  }
}

function evidenceOf({ price, attestation }: Proof) {
  return { ...(price && { price }), ...(attestation && { attestation }) }
}
