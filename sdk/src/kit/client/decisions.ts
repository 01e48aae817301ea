// The Kit client's `client.decisions`: decides markets, pays them out and closes them.

import { type Address, address, type Instruction, type TransactionSigner } from '@solana/kit'
import type { AttestorSetOf } from '../../core/accounts/shapes.ts'
import { isAttested, kindOf } from '../../core/condition/kinds/index.ts'
import { InvalidInputError } from '../../core/errors.ts'
import type { FoundProof, ProofSourcesOf } from '../../core/oracle/find-proof.ts'
import { readSupply } from '../../core/oracle/mint.ts'
import { quoteMintBytes } from '../../core/oracle/pump-state.ts'
import type { PriceUpdate } from '../../core/oracle/pyth/price-update.ts'
import { remember } from '../../core/remember.ts'
import type { Sent } from '../../core/transaction/confirmation.ts'
import { getVerifySignaturesInstruction } from '../attestation.ts'
import { findBondingCurvePda, findMigrationPoolPda, getResolutionEvidence } from '../evidence.ts'
import {
  findAttestorSetPda,
  getCloseMarketInstructionAsync,
  getCollectFeesInstructionAsync,
  getResolveMarketInstruction,
  getSettlePositionsInstructionAsync,
  getVoidMarketInstruction,
  PREDICTION_MARKET_PROGRAM_ADDRESS,
} from '../generated/index.ts'
import { findTokenAccountPda, getSettledPositions } from '../positions.ts'
import { type Chain, type FetchedMarket, type MarketRef, toKey } from './chain.ts'
import type { Currencies } from './currencies.ts'
import type { Sender, SendOptions } from './sender.ts'

/** Sources of proofs. */
export type ProofSources = ProofSourcesOf<Address>

/** What a quorum of attestors has signed. */
export interface SignedAttestation {
  /** Unix second. */
  second: bigint
  isMet: boolean
  signatures: { attestor: Address; signature: Uint8Array }[]
}

/** The proof of an answer: an update to post or the account of a posted one, or an attestation. */
export type Proof = FoundProof<Address, SignedAttestation>

/** How many positions one transaction settles: in SOL, and in UTILITY with a token account each. */
const OWNERS = { native: 14, token: 8 }

/** `client.decisions`: decides markets, pays them out and closes them. Anyone may do so and earns rewards. */
export class Decisions {
  readonly #sets = new Map<number, Promise<AttestorSetOf<Address>>>()

  constructor(
    private readonly chain: Chain,
    private readonly currencies: Currencies,
    private readonly sender: Sender,
    private readonly sources: ProofSources,
  ) {}

  /**
   * Finds what decides a market now, and decides it: by a Pyth update, by what attestors have signed, by the accounts
   * that its condition measures, or by a recorded observation. Voids it once nobody can decide it any more.
   *
   * @throws NotDecidableError if nothing decides it now; call again from its `decidableAt` on
   */
  async decide(
    market: MarketRef,
    options: SendOptions & ProofSources = {},
  ): Promise<Sent & { market: FetchedMarket }> {
    const loaded = await this.chain.currentMarket(market)
    const proof = await this.findProof(loaded, options)
    const keeper = this.sender.signer(options)
    const isVoid = proof === 'void'
    const instructions = isVoid
      ? [getVoidMarketInstruction({ keeper, market: loaded.address })]
      : await this.buildResolve(loaded, proof, keeper)
    const sent = await this.sender.send(instructions, options)
    return { ...sent, market: await this.chain.currentMarket(loaded) }
  }

  /**
   * Finds what decides a market now: its proof, which is empty if the program needs none, or `void`.
   *
   * @throws NotDecidableError if nothing decides it now
   */
  async findProof(market: MarketRef, sources: ProofSources = {}): Promise<Proof | 'void'> {
    const loaded = await this.chain.market(market)
    const now = await this.chain.time()
    const { findProof } = await import('../../core/oracle/find-proof.ts')
    return findProof<Address, Address, SignedAttestation>(loaded, {
      ...this.sources,
      ...sources,
      now,
      supplyOf: async (token) => {
        const mint = await this.chain.account(token)
        return mint && readSupply(mint)
      },
      migrationOf: (token) => this.#migration(token),
      collectAttestation: async (urls) => {
        const index = loaded.terms.attestorSet
        const set = await remember(this.#sets, index, () => this.chain.attestorSet(index))
        const program = PREDICTION_MARKET_PROGRAM_ADDRESS
        const { collectSigned } = await import('../../core/oracle/collect.ts')
        return (await collectSigned(loaded, set, now, { urls }, program)) as SignedAttestation | null
      },
    })
  }

  /** Builds the decision of a market by its proof. Fetches the curve for a migration. */
  async buildResolve(market: MarketRef, proof: Proof, keeper: TransactionSigner): Promise<Instruction[]> {
    const loaded = await this.chain.market(market)
    const { condition, token, terms } = loaded
    if (isUpdate(proof.price) && proof.referencePrice) {
      throw new InvalidInputError(
        'referencePrice',
        'must be recorded first: two signed updates do not fit into one transaction',
      )
    }
    const update = [proof.price, proof.referencePrice].find(isUpdate)
    // Most pages decide nothing: bundlers load what checks signatures and posts prices when it is needed.
    const { planPosting } = await import('./posting.ts')
    const posting = update && (await planPosting(update, keeper, terms.pythReceiver))
    const accountOf = (shown: Address | PriceUpdate | undefined) => (isUpdate(shown) ? posting?.price : shown)
    const { attestation } = proof
    const needsPool = kindOf(condition).accounts.decision.includes('migrationPool')
    const evidence = await getResolutionEvidence({
      type: condition.type,
      token: token ?? PREDICTION_MARKET_PROGRAM_ADDRESS,
      price: accountOf(proof.price),
      referencePrice: accountOf(proof.referencePrice),
      isAttested: attestation !== undefined,
      quoteMint: needsPool && token ? await this.#quoteMint(token) : undefined,
    })
    const isProven = isAttested(condition) && evidence.length > 0
    const attestorSet = isProven ? (await findAttestorSetPda({ index: terms.attestorSet }))[0] : undefined
    const accounts = { keeper, market: loaded.address, evidence, ...(attestorSet && { attestorSet }) }
    const resolve = getResolveMarketInstruction(accounts)
    if (posting) return [posting.post, resolve, posting.close]
    if (!attestation) return [resolve]
    const attested = { ...attestation, market: loaded.address }
    return [getVerifySignaturesInstruction(attested, attestation.signatures), resolve]
  }

  /**
   * Pays the positions of a decided market, everybody's by default, one transaction after the other. An owner who
   * cannot be paid now is skipped and keeps their position.
   */
  async settle(
    market: MarketRef,
    options: SendOptions & { owners?: readonly Address[] | undefined } = {},
  ): Promise<Sent[]> {
    const loaded = await this.chain.market(market)
    const currency = await this.currencies.of(loaded)
    const keeper = this.sender.signer(options)
    const open = options.owners ?? (await this.chain.positions({ market: loaded.address }))
    const owners = open.map((one) => (typeof one === 'string' ? one : one.owner))
    const size = currency.mint ? OWNERS.token : OWNERS.native
    const sent: Sent[] = []
    for (let start = 0; start < owners.length; start += size) {
      const some = { ...currency, market: loaded.address, owners: owners.slice(start, start + size) }
      const positions = await getSettledPositions(some)
      const accounts = { keeper, market: loaded.address, ...currency, ...positions }
      sent.push(await this.sender.send([await getSettlePositionsInstructionAsync(accounts)], options))
    }
    return sent
  }

  /** Collects the fees of a decided market. */
  async collectFees(market: MarketRef, options: SendOptions = {}): Promise<Sent> {
    const loaded = await this.chain.market(market)
    const currency = await this.currencies.of(loaded)
    const { treasury } = (await this.chain.config()).settings
    const payer = this.sender.signer(options)
    const [treasuryToken, treasuryTokenBump] = currency.mint
      ? await findTokenAccountPda({ owner: treasury, ...currency })
      : [undefined, 0]
    const tokens = treasuryToken && { treasuryToken }
    const accounts = { market: loaded.address, treasury, treasuryTokenBump, ...tokens, ...currency }
    const create = await this.currencies.ensure(currency, treasury, payer)
    return this.sender.send([...create, await getCollectFeesInstructionAsync(accounts)], options)
  }

  /** Closes a market that owes nobody anything; its creator gets the rent, the signer the reward. */
  async close(market: MarketRef, options: SendOptions = {}): Promise<Sent> {
    const loaded = await this.chain.market(market)
    const currency = await this.currencies.of(loaded)
    const { address: key, creator } = loaded
    const accounts = { keeper: this.sender.signer(options), market: key, creator, ...currency }
    return this.sender.send([await getCloseMarketInstructionAsync(accounts)], options)
  }

  async #migration(token: Address) {
    const curve = (await this.chain.account(await findBondingCurvePda(token)))?.data
    if (!curve) return { curve, pool: undefined }
    const pool = await findMigrationPoolPda(token, quoteMintOf(curve))
    return { curve, pool: (await this.chain.account(pool))?.data }
  }

  /** The mint that the token of a migration is traded against, from its bonding curve. */
  async #quoteMint(token: Address): Promise<Address | undefined> {
    const curve = await this.chain.account(await findBondingCurvePda(token))
    return curve ? quoteMintOf(curve.data) : undefined
  }
}

function quoteMintOf(curve: Uint8Array): Address | undefined {
  const bytes = quoteMintBytes(curve)
  return bytes ? address(toKey(bytes)) : undefined
}

/** Whether a proof is an update to post, and not an account that holds one. */
function isUpdate(shown: Address | PriceUpdate | undefined): shown is PriceUpdate {
  return typeof shown === 'object'
}
