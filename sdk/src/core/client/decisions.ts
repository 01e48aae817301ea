import { voidMarket } from '../instructions/void-market.ts'
import type { SignedAttestation } from '../oracle/attestation.ts'
import type { CollectOptions } from '../oracle/collect.ts'
import { fetchMigrations, fetchState } from '../oracle/state.ts'
import type { DecisionProof } from '../proof/compare.ts'
import type { VerifiedDecisionOf } from '../proof/verify.ts'
import type { Sent } from '../transaction/confirmation.ts'
import type { SendOptions } from '../transaction/options.ts'
import { planOne, type ResolutionPlanOf } from '../transaction/plan.ts'
import type { TransactionSender } from '../transaction/sender.ts'
import type { SettlementBatchOf } from '../transaction/settlement.ts'
import type { AddressInput, Library } from '../wire.ts'
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
import type { FetchedMarket, MarketRefOf } from './market-ref.ts'
import type { ProgramReader } from './reader.ts'
import { Resolutions } from './resolutions.ts'
import { type SettledOf, Settlements } from './settlements.ts'
import type { SharedPlanOf } from './shared-resolutions.ts'

/** `client.decisions`: decides markets, pays them out and closes them. Anyone may do so and earns rewards. */
export class Decisions<L extends Library> {
  private readonly resolutions: Resolutions<L>
  private readonly settlements: Settlements<L>

  constructor(
    private readonly reader: ProgramReader<L>,
    currencies: Currencies<L>,
    private readonly sender: TransactionSender<L>,
    /** The defaults for proofs. */
    private readonly sources: ProofSources<L>,
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
    market: MarketRefOf<L>,
    options: SendOptions<L> & ProofSources<L> = {},
  ): Promise<Sent & { market: FetchedMarket<L> }> {
    const payer = this.sender.signer(options)
    const sent = await this.sender.sendPlan(await this.planDecide(market, { ...options, payer }), options)
    return { ...sent, market: await this.reader.currentMarket(market) }
  }

  /** Plans {@link decide}; `submitPlan` sends the plan. */
  async planDecide(
    market: MarketRefOf<L>,
    { payer, ...sources }: ProofSources<L> & { payer: AddressInput<L> },
  ): Promise<ResolutionPlanOf<L>> {
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
  async findProof(market: MarketRefOf<L>, sources: ProofSources<L> = {}): Promise<Proof<L> | 'void'> {
    const loaded = await this.reader.market(market)
    const now = await this.reader.chainTime()
    const { wire } = this.reader
    // Most pages decide nothing: bundlers load the search when it is needed.
    const { findProof } = await import('../oracle/find-proof.ts')
    const fetch = async (addresses: readonly L['Address'][]) => (await wire.accounts(addresses)).accounts
    return findProof<L['Address'], AddressInput<L>, SignedAttestation<L['Address']>>(loaded, {
      supplyOf: async (token) => (await fetchState(wire, 'mintSupply', [token], fetch))[0] ?? null,
      migrationOf: async (token) => {
        const [state] = await fetchMigrations(wire, [token], fetch)
        return state ?? { curve: undefined, pool: undefined }
      },
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
    market: MarketRefOf<L>,
    options: CollectOptions & { now?: bigint | undefined },
  ): Promise<SignedAttestation<L['Address']> | null> {
    return this.resolutions.collect(market, options)
  }

  /**
   * Decides a market by its proof, or records that the condition was not met at expiry. Without a proof, a recorded
   * observation decides. One transaction, or three if the signatures of a Pyth update do not fit into one.
   *
   * @returns the transaction that decided it
   */
  async resolve(input: ResolveInput<L>, options: SendOptions<L> = {}): Promise<Sent> {
    const payer = this.sender.signer(options)
    return this.sender.sendPlan(await this.planResolve({ ...input, payer }), options)
  }

  /** Builds {@link resolve}; a price must already be posted. Fetches the curve for a migration. */
  buildResolve(
    input: ResolveInput<L> & {
      price?: AddressInput<L> | undefined
      referencePrice?: AddressInput<L> | undefined
      keeper: AddressInput<L>
    },
  ): Promise<L['Instruction'][]> {
    return this.resolutions.build(input)
  }

  /**
   * Plans {@link resolve}: one transaction, which for a signed Pyth update posts it too; or three, if its signatures do
   * not fit into one or the receiver wants them verified before. `submitPlan` sends them.
   *
   * @throws InvalidInputError if the update is not signed
   */
  planResolve(input: ResolveInput<L> & { payer: AddressInput<L> }): Promise<ResolutionPlanOf<L>> {
    return this.resolutions.plan(input)
  }

  /**
   * Plans {@link resolve} of several markets by one signed Pyth update: markets in one transaction share the posting.
   * If one of them cannot be decided, its transaction fails; plan the others again.
   */
  planResolveShared(input: SharedResolveInput<L>): Promise<SharedPlanOf<L>[]> {
    return this.resolutions.planShared(input)
  }

  /** Voids a market that was not decided in time. The signer earns the reward. */
  async void(input: { market: MarketRefOf<L> }, options: SendOptions<L> = {}): Promise<Sent> {
    const keeper = this.sender.signer(options)
    return this.sender.send(await this.buildVoid({ ...input, keeper }), options)
  }

  /** Builds {@link void}. Fetches nothing. */
  async buildVoid({ market, keeper }: KeeperInput<L>): Promise<L['Instruction'][]> {
    return [voidMarket(this.reader.wire, { keeper, market: this.reader.address(market) })]
  }

  /** Collects the fees of a decided market. */
  async collectFees(input: { market: MarketRefOf<L> }, options: SendOptions<L> = {}): Promise<Sent> {
    const payer = this.sender.signer(options)
    return this.sender.send(await this.buildCollectFees({ ...input, payer }), options)
  }

  /**
   * Builds {@link collectFees}; creates the treasury's token account at the payer's cost if it is missing. Fetches the
   * configuration for the treasury.
   */
  buildCollectFees(input: CollectFeesRequest<L>): Promise<L['Instruction'][]> {
    return this.settlements.buildCollectFees(input)
  }

  /**
   * Pays the positions of a decided market, everybody's by default, one transaction after the other. An owner who
   * cannot be paid now is skipped and keeps their position. If a transaction fails, the positions before it are
   * paid; call again to pay the rest.
   */
  settle(
    input: { market: MarketRefOf<L>; owners?: readonly AddressInput<L>[] | undefined },
    options: SendOptions<L> = {},
  ): Promise<SettledOf<L>[]> {
    return this.settlements.settle(input, options)
  }

  /** Builds {@link settle}, in as few transactions as can carry it. Fetches the positions unless they are given. */
  buildSettle(input: SettleInput<L>): Promise<SettlementBatchOf<L>[]> {
    return this.settlements.buildSettle(input)
  }

  /** Closes a market that owes nobody anything; its creator gets the rent, the signer the reward. */
  async close(input: { market: MarketRefOf<L> }, options: SendOptions<L> = {}): Promise<Sent> {
    const keeper = this.sender.signer(options)
    return this.sender.send(await this.buildClose({ ...input, keeper }), options)
  }

  /** Builds {@link close}. */
  buildClose(input: KeeperInput<L>): Promise<L['Instruction'][]> {
    return this.settlements.buildClose(input)
  }

  /**
   * Checks a decision from the chain alone: reads its transactions and evidence again, and decides by the SDK's rules.
   *
   * @param proof - the gateway's answer, which is compared with the chain; or the market's id
   */
  async verify(proof: DecisionProof | string): Promise<VerifiedDecisionOf<L['Address']>> {
    // Most pages verify nothing: bundlers load it when it is needed.
    const { verifyDecision } = await import('../proof/verify.ts')
    return verifyDecision(this.reader.wire, proof)
  }
}
