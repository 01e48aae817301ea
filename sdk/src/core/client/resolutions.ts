import type { TransactionInstruction } from '@solana/web3.js'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { planOne, type ResolutionPlan } from '../../web3/transaction/plan.ts'
import type { AttestorSet, Market } from '../accounts/decode.ts'
import { kindOf } from '../condition/kinds/index.ts'
import { InvalidInputError } from '../errors.ts'
import { resolveMarket } from '../instructions/resolve-market.ts'
import type { SignedAttestation } from '../oracle/attestation.ts'
import type { CollectOptions } from '../oracle/attestors.ts'
import { resolutionEvidence } from '../oracle/evidence.ts'
import { findBondingCurve, readQuoteMint } from '../oracle/pump.ts'
import type { PriceUpdate } from '../oracle/pyth/price-update.ts'
import { remember } from '../remember.ts'
import type { ResolveInput, SharedResolveInput } from './inputs.ts'
import type { MarketRef } from './market-ref.ts'
import type { ProgramReader } from './reader.ts'
import { planShared, type SharedPlan } from './shared-resolutions.ts'

/** Collects attestations, and builds and plans the transactions that resolve markets. */
export class Resolutions {
  private readonly attestorSets = new Map<number, Promise<AttestorSet>>()

  constructor(private readonly reader: ProgramReader) {}

  /** Builds the instructions that resolve a market; a price must already be posted. */
  async build(
    input: ResolveInput & {
      price?: AddressInput | undefined
      referencePrice?: AddressInput | undefined
      keeper: AddressInput
    },
  ): Promise<TransactionInstruction[]> {
    const { programId } = this.reader
    const loaded = await this.reader.market(input.market)
    const { attestation, price, referencePrice, keeper } = input
    const quoteMint = await this.quoteMintOf(loaded)
    const decision = { ...loaded, price, referencePrice, quoteMint, isAttested: attestation !== undefined }
    const proof = resolutionEvidence(decision, programId)
    const resolve = resolveMarket({ keeper, market: loaded.address, ...proof }, programId)
    if (!attestation) return [resolve]
    const { verifySignatures } = await import('../oracle/attestation.ts')
    const attested = { ...attestation, market: loaded.address }
    return [verifySignatures(attested, attestation.signatures, programId), resolve]
  }

  /** Plans the transactions that resolve a market, which for a signed Pyth update post it first. */
  async plan(input: ResolveInput & { payer: AddressInput }): Promise<ResolutionPlan> {
    const { market, attestation, price, referencePrice } = input
    const payer = requireAddress('payer', input.payer)
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
    return plan as ResolutionPlan
  }

  /** Plans the decisions of several markets by one signed update; markets in one transaction share its posting. */
  async planShared({ update, markets, version = 0, ...input }: SharedResolveInput): Promise<SharedPlan[]> {
    const payer = requireAddress('payer', input.payer)
    const loaded = markets.map(async ({ market, isReference = false }) => {
      return { market: await this.reader.market(market), isReference }
    })
    return planShared({
      update,
      markets: await Promise.all(loaded),
      payer,
      version,
      rentOf: (bytes) => this.reader.connection.getMinimumBalanceForRentExemption(bytes),
      build: ({ market, isReference }, price) =>
        this.build({ market, keeper: payer, ...(isReference ? { referencePrice: price } : { price }) }),
    })
  }

  /** Asks attestors for the attestation that decides a market; `null` if there is none yet. */
  async collect(
    market: MarketRef,
    { now, ...options }: CollectOptions & { now?: bigint | undefined },
  ): Promise<SignedAttestation | null> {
    const loaded = await this.reader.market(market)
    const time = now ?? (await this.reader.chainTime())
    const index = loaded.terms.attestorSet
    const set = await remember(this.attestorSets, index, () => this.reader.attestorSet(index))
    const { collectAttestation } = await import('../oracle/attestors.ts')
    return collectAttestation(loaded, set, time, options, this.reader.programId)
  }

  /** The mint that the token of a migration is traded against, from its bonding curve. */
  private async quoteMintOf({ condition, token }: Pick<Market, 'condition' | 'token'>) {
    if (!token || !kindOf(condition).accounts.decision.includes('migrationPool')) return undefined
    const { connection, commitment } = this.reader
    const curve = await connection.getAccountInfo(findBondingCurve(token), commitment)
    return curve ? readQuoteMint(curve.data) : undefined
  }
}

/** Whether a proof is an update to post, and not an account that holds one. */
function isUpdate(price: AddressInput | PriceUpdate | undefined): price is PriceUpdate {
  return typeof price === 'object' && 'feedId' in price
}
