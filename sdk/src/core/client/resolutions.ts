import type { AttestorSetOf } from '../accounts/shapes.ts'
import { kindOf } from '../condition/kinds/index.ts'
import { InvalidInputError } from '../errors.ts'
import { resolveMarket } from '../instructions/market-steps.ts'
import type { SignedAttestation } from '../oracle/attestation.ts'
import type { CollectOptions } from '../oracle/collect.ts'
import { resolutionEvidence } from '../oracle/evidence.ts'
import { findBondingCurve, readQuoteMint } from '../oracle/pump.ts'
import type { PriceUpdate } from '../oracle/pyth/price-source.ts'
import { remember } from '../remember.ts'
import type { Sent } from '../transaction/confirmation.ts'
import type { SendOptions } from '../transaction/options.ts'
import { planOne, type ResolutionPlanOf } from '../transaction/plan.ts'
import type { AddressInput, Library } from '../wire.ts'
import type { ResolveInput, SharedResolveInput } from './inputs.ts'
import type { FetchedMarket, MarketRefOf } from './reader.ts'
import { Settlements } from './settlements.ts'
import type { SharedPlanOf } from './shared-resolutions.ts'

/** Collects attestations, and builds and plans the transactions that resolve markets. */
export class Resolutions<L extends Library> extends Settlements<L> {
  private readonly attestorSets = new Map<number, Promise<AttestorSetOf<L['Address']>>>()

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
  async buildResolve(
    input: ResolveInput<L> & {
      price?: AddressInput<L> | undefined
      referencePrice?: AddressInput<L> | undefined
      keeper: AddressInput<L>
    },
  ): Promise<L['Instruction'][]> {
    const { wire } = this.reader
    const loaded = await this.reader.market(input.market)
    const { attestation, price, referencePrice, keeper } = input
    const quoteMint = await this.quoteMintOf(loaded)
    const decision = { ...loaded, price, referencePrice, quoteMint, isAttested: attestation !== undefined }
    const proof = resolutionEvidence(wire, decision)
    const resolve = resolveMarket(wire, { keeper, market: loaded.address, ...proof })
    if (!attestation) return [resolve]
    const { verifySignatures } = await import('../oracle/attestation.ts')
    const attested = { ...attestation, market: loaded.address }
    return [verifySignatures(wire, attested, attestation.signatures), resolve]
  }

  /**
   * Plans {@link resolve}: one transaction, which for a signed Pyth update posts it too; or three, if its signatures do
   * not fit into one or the receiver wants them verified before. `submitPlan` sends them.
   *
   * @throws InvalidInputError if the update is not signed
   */
  async planResolve(input: ResolveInput<L> & { payer: AddressInput<L> }): Promise<ResolutionPlanOf<L>> {
    const { market, attestation, price, referencePrice } = input
    const payer = this.reader.wire.address('payer', input.payer)
    if (!isUpdate(price) && !isUpdate(referencePrice)) {
      return planOne(await this.buildResolve({ market, attestation, price, referencePrice, keeper: payer }))
    }
    if (price && referencePrice) {
      throw new InvalidInputError(
        'referencePrice',
        'must be recorded first: two signed updates do not fit into one transaction',
      )
    }
    const update = (price ?? referencePrice) as PriceUpdate
    const [plan] = await this.planResolveShared({ update, markets: [{ market, isReference: !price }], payer })
    return plan as ResolutionPlanOf<L>
  }

  /**
   * Plans {@link resolve} of several markets by one signed Pyth update: markets in one transaction share the posting.
   * If one of them cannot be decided, its transaction fails; plan the others again.
   */
  async planResolveShared(input: SharedResolveInput<L>): Promise<SharedPlanOf<L>[]> {
    const { update, markets, version = 0 } = input
    const payer = this.reader.wire.address('payer', input.payer)
    const loaded = markets.map(async ({ market, isReference = false }) => {
      return { market: await this.reader.market(market), isReference }
    })
    // Most pages decide nothing: bundlers load what posts prices when it is needed.
    const { planShared } = await import('./shared-resolutions.ts')
    return planShared(this.reader.wire, {
      update,
      markets: await Promise.all(loaded),
      payer,
      version,
      rentOf: (bytes) => this.reader.wire.rent(bytes),
      build: ({ market, isReference }, price) =>
        this.buildResolve({
          market,
          keeper: payer,
          ...(isReference ? { referencePrice: price } : { price }),
        }),
    })
  }

  /**
   * Asks attestors for the attestation that decides a market; `null` if there is none yet. Fetches the market's
   * attestor set, once, and the chain's clock unless `now` is given.
   */
  async collectAttestation(
    market: MarketRefOf<L>,
    { now, ...options }: CollectOptions & { now?: bigint | undefined },
  ): Promise<SignedAttestation<L['Address']> | null> {
    const loaded = await this.reader.market(market)
    const time = now ?? (await this.reader.chainTime())
    const index = loaded.terms.attestorSet
    const set = await remember(this.attestorSets, index, () => this.reader.attestorSet(index))
    const { collectAttestation } = await import('../oracle/collect.ts')
    return collectAttestation(this.reader.wire, loaded, set, time, options)
  }

  /** The mint that the token of a migration is traded against, from its bonding curve. */
  private async quoteMintOf({ condition, token }: FetchedMarket<L>) {
    if (!token || !kindOf(condition).accounts.decision.includes('migrationPool')) return undefined
    const { wire } = this.reader
    const curve = await wire.account(findBondingCurve(wire, token))
    return curve ? readQuoteMint(wire, curve.data) : undefined
  }
}

/** Whether a proof is an update to post, and not an account that holds one. */
function isUpdate(price: object | string | undefined): price is PriceUpdate {
  return typeof price === 'object' && 'feedId' in price
}
