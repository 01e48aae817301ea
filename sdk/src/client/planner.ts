import { createAssociatedTokenAccountIdempotentInstruction } from '@solana/spl-token'
import { type PublicKey, SYSVAR_CLOCK_PUBKEY, type TransactionInstruction } from '@solana/web3.js'
import { AccountNotFoundError } from '../account-data.ts'
import type { Market } from '../accounts.ts'
import { verifySignatures } from '../attestation.ts'
import { InvalidInputError } from '../errors.ts'
import { betEvidence, resolutionEvidence } from '../evidence.ts'
import { claimPosition } from '../instructions/claim-position.ts'
import { closeMarket } from '../instructions/close-market.ts'
import { collectFees } from '../instructions/collect-fees.ts'
import { createMarket } from '../instructions/create-market.ts'
import { type Currency, tokenAccount } from '../instructions/currency.ts'
import { placeBet } from '../instructions/place-bet.ts'
import { resolveMarket } from '../instructions/resolve-market.ts'
import { voidMarket } from '../instructions/void-market.ts'
import { findMarket } from '../pda.ts'
import { findBondingCurve, readQuoteMint } from '../pump.ts'
import { planSettlement, type SettlementBatch } from '../transaction/settlement.ts'
import type {
  BetInput,
  ClaimInput,
  CollectFeesRequest,
  OpenMarketInput,
  ResolveInput,
  SettleInput,
} from './inputs.ts'
import { MarketReader, type MarketRef, marketAddress } from './reader.ts'

/** How far from the chain's clock a new nonce may lie, in milliseconds: creators share no counter. */
const NONCE_SPREAD = 60_000

/**
 * Turns wishes into instructions. Markets that are given by address or id are fetched, and once a mint to
 * learn its token program; what else is looked up is said at each method. Nothing is signed or sent.
 */
export class MarketPlanner extends MarketReader {
  private readonly tokenPrograms = new Map<string, Promise<PublicKey>>()

  /** Opens a market. Looks up the chain's clock for a nonce, and the configuration for UTILITY. */
  async buildCreateMarket(
    input: OpenMarketInput,
  ): Promise<{ market: PublicKey; instructions: TransactionInstruction[] }> {
    const nonce = input.nonce ?? (await this.freshNonce())
    const token = input.token ?? null
    const currency = await this.currencyNamed(input.currency)
    const evidence = input.evidence ?? (await this.betEvidence({ condition: input.condition, token }))
    const instruction = createMarket({ ...input, nonce, token, currency, evidence }, this.programId)
    return { market: findMarket(input.creator, nonce, this.programId), instructions: [instruction] }
  }

  /** Stakes on a side. Looks up the bonding curve for a migration. */
  async buildPlaceBet({ market, ...bet }: BetInput): Promise<TransactionInstruction[]> {
    const loaded = await this.load(market)
    const currency = await this.currencyOf(loaded)
    const evidence = await this.betEvidence(loaded)
    return [placeBet({ ...bet, ...currency, market: loaded.address, evidence }, this.programId)]
  }

  /** Decides a market. Looks up the bonding curve for a migration. */
  async buildResolve(input: ResolveInput): Promise<TransactionInstruction[]> {
    const loaded = await this.load(input.market)
    const { attestation, price } = input
    const quoteMint = await this.quoteMintOf(loaded)
    const decision = { ...loaded, price, quoteMint, isAttested: attestation !== undefined }
    const evidence = resolutionEvidence(decision, this.programId)
    const resolve = resolveMarket({ market: loaded.address, evidence }, this.programId)
    if (!attestation) return [resolve]
    const attested = { ...attestation, market: loaded.address }
    return [verifySignatures(attested, attestation.signatures, this.programId), resolve]
  }

  /** Voids a market that was not decided in time. Looks nothing up. */
  async buildVoid({ market }: { market: MarketRef }): Promise<TransactionInstruction[]> {
    return [voidMarket({ market: marketAddress(market) }, this.programId)]
  }

  /**
   * Takes the fees of a decided market; creates the treasury's token account at the payer's cost where it is
   * missing. Looks up the configuration for the treasury.
   */
  async buildCollectFees(input: CollectFeesRequest): Promise<TransactionInstruction[]> {
    const loaded = await this.load(input.market)
    const { treasury } = (await this.config()).settings
    const currency = await this.currencyOf(loaded)
    const collect = collectFees({ market: loaded.address, treasury, ...currency }, this.programId)
    return [...ensureTokenAccount(currency, treasury, input.payer), collect]
  }

  /** Pays positions, in as few transactions as carry them. Looks up the positions that are still open. */
  async buildSettle(input: SettleInput): Promise<SettlementBatch[]> {
    const loaded = await this.load(input.market)
    const currency = await this.currencyOf(loaded)
    const positions =
      input.owners?.map((owner) => ({ owner })) ?? (await this.positions({ market: loaded.address }))
    return planSettlement({ ...input, ...currency, market: loaded.address, positions }, this.programId)
  }

  /** Pays the owner's own position; creates their associated token account where it is missing. */
  async buildClaim(input: ClaimInput): Promise<TransactionInstruction[]> {
    const loaded = await this.load(input.market)
    const currency = await this.currencyOf(loaded)
    const claim = claimPosition({ ...input, ...currency, market: loaded.address }, this.programId)
    return [...(input.ownerToken ? [] : ensureTokenAccount(currency, input.owner, input.owner)), claim]
  }

  /** Clears away a market that owes nobody anything. */
  async buildClose({ market }: { market: MarketRef }): Promise<TransactionInstruction[]> {
    const loaded = await this.load(market)
    const currency = await this.currencyOf(loaded)
    return [closeMarket({ market: loaded.address, creator: loaded.creator, ...currency }, this.programId)]
  }

  /** The currency of a market's stakes. */
  async currencyOf({ mint }: Pick<Market, 'mint'>): Promise<Currency> {
    if (!mint) return { mint: null, tokenProgram: null }
    return { mint, tokenProgram: await this.tokenProgramOf(mint) }
  }

  /** The time that the program sees, in unix seconds. */
  async chainTime(): Promise<bigint> {
    const account = await this.connection.getAccountInfo(SYSVAR_CLOCK_PUBKEY, this.commitment)
    if (!account) throw new AccountNotFoundError('clock', SYSVAR_CLOCK_PUBKEY)
    const { buffer, byteOffset, byteLength } = account.data
    return new DataView(buffer, byteOffset, byteLength).getBigInt64(32, true)
  }

  private async betEvidence(market: Pick<Market, 'condition' | 'token'>): Promise<PublicKey[]> {
    if (market.condition.timing !== 'byExpiry') return []
    return betEvidence({ ...market, quoteMint: await this.quoteMintOf(market) })
  }

  /** What the token of a migration is traded against; its bonding curve says so. */
  private async quoteMintOf({ condition, token }: Pick<Market, 'condition' | 'token'>) {
    if (condition.type !== 'migration' || !token) return undefined
    const curve = await this.connection.getAccountInfo(findBondingCurve(token), this.commitment)
    return curve ? readQuoteMint(curve.data) : undefined
  }

  private async freshNonce(): Promise<bigint> {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    return (await this.chainTime()) * 1_000n + BigInt(random % NONCE_SPREAD)
  }

  private async currencyNamed(name: 'SOL' | 'UTILITY') {
    if (name === 'SOL') return null
    if (name !== 'UTILITY') throw new InvalidInputError('currency', 'must be SOL or UTILITY')
    const { utilityMint } = await this.config()
    return { mint: utilityMint, tokenProgram: await this.tokenProgramOf(utilityMint) }
  }

  /** The program that owns a mint never changes. */
  private tokenProgramOf(mint: PublicKey): Promise<PublicKey> {
    const key = mint.toBase58()
    const known = this.tokenPrograms.get(key)
    if (known) return known
    const fetched = this.connection.getAccountInfo(mint, this.commitment).then((account) => {
      if (!account) throw new AccountNotFoundError('mint', mint)
      return account.owner
    })
    this.tokenPrograms.set(key, fetched)
    fetched.catch(() => this.tokenPrograms.delete(key))
    return fetched
  }
}

/** Creates the associated token account of `owner` if it is missing; nothing for SOL. */
function ensureTokenAccount(
  currency: Currency,
  owner: PublicKey,
  payer: PublicKey,
): TransactionInstruction[] {
  const account = tokenAccount(currency, owner, 'owner')
  if (!account || !currency.mint) return []
  const { mint, tokenProgram } = currency
  return [createAssociatedTokenAccountIdempotentInstruction(payer, account, owner, mint, tokenProgram)]
}
