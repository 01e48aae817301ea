import type { AttestorSetOf } from '../accounts/shapes.ts'
import { kindOf } from '../condition/kinds/index.ts'
import { InvalidInputError } from '../errors.ts'
import { resolveMarket } from '../instructions/resolve-market.ts'
import type { SignedAttestation } from '../oracle/attestation.ts'
import type { CollectOptions } from '../oracle/collect.ts'
import { resolutionEvidence } from '../oracle/evidence.ts'
import { findBondingCurve, readQuoteMint } from '../oracle/pump.ts'
import type { PriceUpdate } from '../oracle/pyth/price-update.ts'
import { remember } from '../remember.ts'
import { planOne, type ResolutionPlanOf } from '../transaction/plan.ts'
import type { AddressInput, Library } from '../wire.ts'
import type { ResolveInput, SharedResolveInput } from './inputs.ts'
import type { FetchedMarket, MarketRefOf } from './market-ref.ts'
import type { ProgramReader } from './reader.ts'
import type { SharedPlanOf } from './shared-resolutions.ts'

/** Collects attestations, and builds and plans the transactions that resolve markets. */
export class Resolutions<L extends Library> {
  private readonly attestorSets = new Map<number, Promise<AttestorSetOf<L['Address']>>>()

  constructor(private readonly reader: ProgramReader<L>) {}

  /** Builds the instructions that resolve a market; a price must already be posted. */
  async build(
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

  /** Plans the transactions that resolve a market, which for a signed Pyth update post it first. */
  async plan(input: ResolveInput<L> & { payer: AddressInput<L> }): Promise<ResolutionPlanOf<L>> {
    const { market, attestation, price, referencePrice } = input
    const payer = this.reader.wire.address('payer', input.payer)
    if (!isUpdate(price) && !isUpdate(referencePrice)) {
      return planOne(await this.build({ market, attestation, price, referencePrice, keeper: payer }))
    }
    if (price && referencePrice) {
      throw new InvalidInputError(
        'referencePrice',
        'must be recorded first: two signed updates do not fit into one transaction',
      )
    }
    const update = (price ?? referencePrice) as PriceUpdate
    const [plan] = await this.planShared({ update, markets: [{ market, isReference: !price }], payer })
    return plan as ResolutionPlanOf<L>
  }

  /** Plans the decisions of several markets by one signed update; markets in one transaction share its posting. */
  async planShared({
    update,
    markets,
    version = 0,
    ...input
  }: SharedResolveInput<L>): Promise<SharedPlanOf<L>[]> {
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
        this.build({ market, keeper: payer, ...(isReference ? { referencePrice: price } : { price }) }),
    })
  }

  /** Asks attestors for the attestation that decides a market; `null` if there is none yet. */
  async collect(
    market: MarketRefOf<L>,
    { now, ...options }: CollectOptions & { now?: bigint | undefined },
  ): Promise<SignedAttestation<L['Address']> | null> {
    const loaded = await this.reader.market(market)
    const time = now ?? (await this.reader.chainTime())
    const index = loaded.terms.attestorSet
    const set = await remember(this.attestorSets, index, () => this.reader.attestorSet(index))
    const { collectAttestation } = await import('../oracle/attestors.ts')
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
