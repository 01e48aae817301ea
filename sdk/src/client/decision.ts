import type { TransactionInstruction } from '@solana/web3.js'
import type { AttestorSet, Market } from '../accounts/decode.ts'
import { type AddressInput, requireAddress } from '../input.ts'
import { resolveMarket } from '../instructions/resolve-market.ts'
import { voidMarket } from '../instructions/void-market.ts'
import { type SignedAttestation, verifySignatures } from '../oracle/attestation.ts'
import { type CollectOptions, collectAttestation } from '../oracle/attestors.ts'
import { resolutionEvidence } from '../oracle/evidence.ts'
import { findBondingCurve, readQuoteMint } from '../oracle/pump.ts'
import { planPricePosting, postingSize } from '../oracle/pyth/post.ts'
import type { PriceUpdate } from '../oracle/pyth/price-update.ts'
import { findProof, type ProofSources } from './find-proof.ts'
import type { ResolutionPlan, ResolveInput } from './inputs.ts'
import { MarketPlanner } from './planner.ts'
import { type MarketRef, marketAddress } from './reader.ts'
import { remember } from './remember.ts'

/** Collects proofs and builds the instructions that decide or void markets. */
export class DecisionPlanner extends MarketPlanner {
  private readonly attestorSets = new Map<number, Promise<AttestorSet>>()

  /**
   * Decides a market, by a price that is on chain if it is about one. Without a proof, a recorded observation
   * decides. Fetches the bonding curve for a migration.
   */
  async buildResolve(
    input: ResolveInput & { price?: AddressInput | undefined },
  ): Promise<TransactionInstruction[]> {
    const loaded = await this.load(input.market)
    const { attestation, price } = input
    const quoteMint = await this.quoteMintOf(loaded)
    const decision = { ...loaded, price, quoteMint, isAttested: attestation !== undefined }
    const proof = resolutionEvidence(decision, this.programId)
    const resolve = resolveMarket({ market: loaded.address, ...proof }, this.programId)
    if (!attestation) return [resolve]
    const attested = { ...attestation, market: loaded.address }
    return [verifySignatures(attested, attestation.signatures, this.programId), resolve]
  }

  /**
   * Plans the transactions that decide a market: one, or for a signed Pyth update three, which post it first and
   * close its accounts at the end. {@link submitPlan} sends them. Fetches the rent for a signed update.
   *
   * @throws InvalidInputError if the update is not signed
   */
  async planResolve(input: ResolveInput & { payer: AddressInput }): Promise<ResolutionPlan> {
    const { market, attestation, price } = input
    const payer = requireAddress('payer', input.payer)
    if (!isUpdate(price)) {
      const instructions = await this.buildResolve({ market, attestation, price })
      return { setup: [], decide: { instructions, signers: [] }, abandon: null }
    }
    const loaded = await this.load(market)
    const rent = await this.connection.getMinimumBalanceForRentExemption(postingSize(price))
    const posting = planPricePosting(price, { payer, rent, receiver: loaded.terms.pythReceiver })
    const resolve = await this.buildResolve({ market: loaded, price: posting.price })
    const instructions = [posting.post, ...resolve, ...posting.close]
    return {
      setup: posting.setup,
      decide: { instructions, signers: posting.signers },
      abandon: posting.abandon,
    }
  }

  /**
   * Asks attestors for the attestation that decides a market; `null` if there is none yet. Fetches the market's
   * attestor set, once, and the chain's clock unless `now` is given.
   */
  async collectAttestation(
    market: MarketRef,
    { now, ...options }: CollectOptions & { now?: bigint | undefined },
  ): Promise<SignedAttestation | null> {
    const loaded = await this.load(market)
    const time = now ?? (await this.chainTime())
    const index = loaded.terms.attestorSet
    const set = await remember(this.attestorSets, index, () => this.attestorSet(index))
    return collectAttestation(loaded, set, time, options, this.programId)
  }

  /**
   * Plans the transactions that decide a market by the proof that there is now, or void it. Fetches the chain's clock
   * and what its condition measures; the sources of the client are the defaults.
   *
   * @throws NotDecidableError if nothing decides it now
   */
  async planDecide(
    market: MarketRef,
    { payer, ...sources }: ProofSources & { payer: AddressInput },
  ): Promise<ResolutionPlan> {
    const loaded = await this.reload(market)
    const now = await this.chainTime()
    const proof = await findProof(loaded, {
      connection: this.connection,
      commitment: this.commitment,
      prices: sources.prices ?? this.sources.prices,
      attestorUrls: sources.attestorUrls ?? this.sources.attestorUrls,
      postPrice: sources.postPrice ?? this.sources.postPrice,
      now,
      collectAttestation: (urls) => this.collectAttestation(loaded, { urls, now }),
    })
    if (proof !== 'void') return this.planResolve({ market: loaded, payer, ...proof })
    const instructions = await this.buildVoid({ market: loaded })
    return { setup: [], decide: { instructions, signers: [] }, abandon: null }
  }

  /** Voids a market that was not decided in time. Fetches nothing. */
  async buildVoid({ market }: { market: MarketRef }): Promise<TransactionInstruction[]> {
    return [voidMarket({ market: marketAddress(market) }, this.programId)]
  }

  /** The mint that the token of a migration is traded against, from its bonding curve. */
  private async quoteMintOf({ condition, token }: Pick<Market, 'condition' | 'token'>) {
    if (condition.type !== 'migration' || !token) return undefined
    const curve = await this.connection.getAccountInfo(findBondingCurve(token), this.commitment)
    return curve ? readQuoteMint(curve.data) : undefined
  }
}

/** Whether a proof is an update to post, and not an account that holds one. */
function isUpdate(price: AddressInput | PriceUpdate | undefined): price is PriceUpdate {
  return typeof price === 'object' && 'feedId' in price
}
