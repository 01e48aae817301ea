import { voidMarket } from '../instructions/market-steps.ts'
import type { DecisionProof } from '../proof/compare.ts'
import type { VerifiedDecisionOf } from '../proof/verify.ts'
import type { Sent } from '../transaction/confirmation.ts'
import type { SendOptions } from '../transaction/options.ts'
import { planOne, type ResolutionPlanOf } from '../transaction/plan.ts'
import type { AddressInput, Library } from '../wire.ts'
import type { KeeperInput, Proof, ProofSources } from './inputs.ts'
import type { FetchedMarket, MarketRefOf } from './reader.ts'
import { Resolutions } from './resolutions.ts'

/** `client.decisions`: decides markets, pays them out and closes them. Anyone may do so and earns rewards. */
export class Decisions<L extends Library> extends Resolutions<L> {
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
    // Most pages decide nothing: bundlers load the search when it is needed.
    const { findProof } = await import('../oracle/find-proof.ts')
    return findProof(this.reader.wire, loaded, {
      prices: sources.prices ?? this.sources.prices,
      attestorUrls: sources.attestorUrls ?? this.sources.attestorUrls,
      postPrice: sources.postPrice ?? this.sources.postPrice,
      now,
      collectAttestation: (urls) => this.collectAttestation(loaded, { urls, now }),
    })
  }

  /** Voids a market that was not decided in time. The signer earns the reward. */
  void(input: { market: MarketRefOf<L> }, options: SendOptions<L> = {}): Promise<Sent> {
    return this.sendBuilt((keeper) => this.buildVoid({ ...input, keeper }), options)
  }

  /** Builds {@link void}. Fetches nothing. */
  async buildVoid({ market, keeper }: KeeperInput<L>): Promise<L['Instruction'][]> {
    return [voidMarket(this.reader.wire, { keeper, market: this.reader.address(market) })]
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
