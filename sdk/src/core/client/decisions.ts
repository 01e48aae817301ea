import type { TransactionInstruction } from '@solana/web3.js'
import type { AddressInput } from '../../web3/input.ts'
import type { SendOptions } from '../../web3/send/options.ts'
import type { TransactionSender } from '../../web3/send/sender.ts'
import { planOne, type ResolutionPlan } from '../../web3/transaction/plan.ts'
import type { SettlementBatch } from '../../web3/transaction/settlement.ts'
import type { Market } from '../accounts/decode.ts'
import { voidMarket } from '../instructions/void-market.ts'
import type { SignedAttestation } from '../oracle/attestation.ts'
import type { CollectOptions } from '../oracle/attestors.ts'
import { findProof } from '../oracle/find-proof.ts'
import { fetchMigration, fetchSupply } from '../oracle/state.ts'
import type { DecisionProof } from '../proof/compare.ts'
import type { VerifiedDecision } from '../proof/verify.ts'
import type { Sent } from '../transaction/confirmation.ts'
import type { Currencies } from './currencies.ts'
import type {
  CollectFeesRequest,
  KeeperInput,
  Proof,
  ProofSources,
  ResolveInput,
  SettleInput,
  SharedResolveInput,
} from './inputs.ts'
import { type Fetched, type MarketRef, marketAddress } from './market-ref.ts'
import type { ProgramReader } from './reader.ts'
import { Resolutions } from './resolutions.ts'
import { type Settled, Settlements } from './settlements.ts'
import type { SharedPlan } from './shared-resolutions.ts'

/** `client.decisions`: decides markets, pays them out and closes them. Anyone may do so and earns rewards. */
export class Decisions {
  private readonly resolutions: Resolutions
  private readonly settlements: Settlements

  constructor(
    private readonly reader: ProgramReader,
    currencies: Currencies,
    private readonly sender: TransactionSender,
    /** The defaults for proofs. */
    private readonly sources: ProofSources,
  ) {
    this.resolutions = new Resolutions(reader)
    this.settlements = new Settlements(reader, currencies, sender)
  }

  /**
   * Finds what decides a market now, and decides it: by a Pyth update, by what attestors have signed, by the accounts
   * that its condition measures, or by a recorded observation. Voids it once nobody can decide it any more.
   *
   * @returns the transaction, and the market after it: still `open`, with an `observation`, if "not met" was recorded,
   *   or with a `reference`, if the reference price of a change was recorded
   * @throws NotDecidableError if nothing decides it now; call again from its `decidableAt` on
   */
  async decide(
    market: MarketRef,
    options: SendOptions & ProofSources = {},
  ): Promise<Sent & { market: Fetched<Market> }> {
    const payer = this.sender.signer(options).publicKey
    const sent = await this.sender.sendPlan(await this.planDecide(market, { ...options, payer }), options)
    return { ...sent, market: await this.reader.currentMarket(market) }
  }

  /** Plans {@link decide}; `submitPlan` sends the plan. */
  async planDecide(
    market: MarketRef,
    { payer, ...sources }: ProofSources & { payer: AddressInput },
  ): Promise<ResolutionPlan> {
    const loaded = await this.reader.currentMarket(market)
    const proof = await this.findProof(loaded, sources)
    if (proof !== 'void') return this.planResolve({ market: loaded, payer, ...proof })
    return planOne(await this.buildVoid({ market: loaded, keeper: payer }))
  }

  /**
   * Finds what decides a market now: its proof, which is empty if the program needs none, or `void`. Fetches the
   * chain's clock and what the condition measures.
   *
   * @throws NotDecidableError if nothing decides it now
   */
  async findProof(market: MarketRef, sources: ProofSources = {}): Promise<Proof | 'void'> {
    const loaded = await this.reader.market(market)
    const now = await this.reader.chainTime()
    const { connection, commitment } = this.reader
    return findProof(loaded, {
      supplyOf: (token) => fetchSupply(connection, token, commitment),
      migrationOf: (token) => fetchMigration(connection, token, commitment),
      prices: sources.prices ?? this.sources.prices,
      attestorUrls: sources.attestorUrls ?? this.sources.attestorUrls,
      postPrice: sources.postPrice ?? this.sources.postPrice,
      now,
      collectAttestation: (urls) => this.collectAttestation(loaded, { urls, now }),
    })
  }

  /**
   * Asks attestors for the attestation that decides a market; `null` if there is none yet. Fetches the market's
   * attestor set, once, and the chain's clock unless `now` is given.
   */
  collectAttestation(
    market: MarketRef,
    options: CollectOptions & { now?: bigint | undefined },
  ): Promise<SignedAttestation | null> {
    return this.resolutions.collect(market, options)
  }

  /**
   * Decides a market by its proof, or records that the condition was not met at expiry. Without a proof, a recorded
   * observation decides. One transaction, or three if the signatures of a Pyth update do not fit into one.
   *
   * @returns the transaction that decided it
   */
  async resolve(input: ResolveInput, options: SendOptions = {}): Promise<Sent> {
    const payer = this.sender.signer(options).publicKey
    return this.sender.sendPlan(await this.planResolve({ ...input, payer }), options)
  }

  /** Builds {@link resolve}; a price must already be posted. Fetches the curve for a migration. */
  buildResolve(
    input: ResolveInput & {
      price?: AddressInput | undefined
      referencePrice?: AddressInput | undefined
      keeper: AddressInput
    },
  ): Promise<TransactionInstruction[]> {
    return this.resolutions.build(input)
  }

  /**
   * Plans {@link resolve}: one transaction, which for a signed Pyth update posts it too; or three, if its signatures do
   * not fit into one or the receiver wants them verified before. `submitPlan` sends them.
   *
   * @throws InvalidInputError if the update is not signed
   */
  planResolve(input: ResolveInput & { payer: AddressInput }): Promise<ResolutionPlan> {
    return this.resolutions.plan(input)
  }

  /**
   * Plans {@link resolve} of several markets by one signed Pyth update: markets in one transaction share the posting.
   * If one of them cannot be decided, its transaction fails; plan the others again.
   */
  planResolveShared(input: SharedResolveInput): Promise<SharedPlan[]> {
    return this.resolutions.planShared(input)
  }

  /** Voids a market that was not decided in time. The signer earns the reward. */
  async void(input: { market: MarketRef }, options: SendOptions = {}): Promise<Sent> {
    const keeper = this.sender.signer(options).publicKey
    return this.sender.send(await this.buildVoid({ ...input, keeper }), options)
  }

  /** Builds {@link void}. Fetches nothing. */
  async buildVoid({ market, keeper }: KeeperInput): Promise<TransactionInstruction[]> {
    return [voidMarket({ keeper, market: marketAddress(market) }, this.reader.programId)]
  }

  /** Collects the fees of a decided market. */
  async collectFees(input: { market: MarketRef }, options: SendOptions = {}): Promise<Sent> {
    const payer = this.sender.signer(options).publicKey
    return this.sender.send(await this.buildCollectFees({ ...input, payer }), options)
  }

  /**
   * Builds {@link collectFees}; creates the treasury's token account at the payer's cost if it is missing. Fetches the
   * configuration for the treasury.
   */
  buildCollectFees(input: CollectFeesRequest): Promise<TransactionInstruction[]> {
    return this.settlements.buildCollectFees(input)
  }

  /**
   * Pays the positions of a decided market, everybody's by default, one transaction after the other. An owner who
   * cannot be paid now is skipped and keeps their position. If a transaction fails, the positions before it are
   * paid; call again to pay the rest.
   */
  settle(
    input: { market: MarketRef; owners?: readonly AddressInput[] | undefined },
    options: SendOptions = {},
  ): Promise<Settled[]> {
    return this.settlements.settle(input, options)
  }

  /** Builds {@link settle}, in as few transactions as can carry it. Fetches the positions unless they are given. */
  buildSettle(input: SettleInput): Promise<SettlementBatch[]> {
    return this.settlements.buildSettle(input)
  }

  /** Closes a market that owes nobody anything; its creator gets the rent, the signer the reward. */
  async close(input: { market: MarketRef }, options: SendOptions = {}): Promise<Sent> {
    const keeper = this.sender.signer(options).publicKey
    return this.sender.send(await this.buildClose({ ...input, keeper }), options)
  }

  /** Builds {@link close}. */
  buildClose(input: KeeperInput): Promise<TransactionInstruction[]> {
    return this.settlements.buildClose(input)
  }

  /**
   * Checks a decision from the chain alone: reads its transactions and evidence again, and decides by the SDK's rules.
   *
   * @param proof - the gateway's answer, which is compared with the chain; or the market's id
   */
  async verify(proof: DecisionProof | string): Promise<VerifiedDecision> {
    // Most pages verify nothing: bundlers load it when it is needed.
    const { verifyDecision } = await import('../proof/verify.ts')
    const { connection, programId } = this.reader
    return verifyDecision(connection, proof, { programId })
  }
}
