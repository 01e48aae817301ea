import type { Connection, PublicKey, TransactionInstruction } from '@solana/web3.js'
import { AccountNotFoundError } from '../accounts/data.ts'
import type { Config, Market } from '../accounts/decode.ts'
import type { Condition } from '../condition/types.ts'
import { CURRENCIES, type CurrencyId, parseCurrency } from '../currency.ts'
import { requireAddress } from '../input.ts'
import { cancelMarket } from '../instructions/cancel-market.ts'
import { claimPosition } from '../instructions/claim-position.ts'
import { closeMarket } from '../instructions/close-market.ts'
import { collectFees } from '../instructions/collect-fees.ts'
import { createMarket } from '../instructions/create-market.ts'
import type { Currency } from '../instructions/currency.ts'
import { placeBet } from '../instructions/place-bet.ts'
import { betEvidence, creationEvidence } from '../oracle/evidence.ts'
import { findMarket } from '../pda.ts'
import { expectedTerms } from '../rules/terms.ts'
import { planSettlement, type SettlementBatch } from '../transaction/settlement.ts'
import { type DeriveInput, deriveCondition } from './derive.ts'
import type { ProofSources } from './find-proof.ts'
import { MarketFollower } from './follower.ts'
import type { BetInput, ClaimInput, CollectFeesRequest, OpenMarketInput, SettleInput } from './inputs.ts'
import type { MarketRef, ReaderOptions } from './reader.ts'
import { remember } from './remember.ts'
import { ensureTokenAccount } from './token-account.ts'

/** How far from the chain's clock a new nonce may lie, in milliseconds: creators share no counter. */
const NONCE_SPREAD = 60_000

/** How a client reads, and where it finds current values and proofs. */
export interface PlannerOptions extends ReaderOptions, ProofSources {}

/**
 * Builds instructions. A market given by address or id is fetched, and a mint once for its token program; each method
 * says what else it fetches. Nothing is signed or sent.
 */
export class MarketPlanner extends MarketFollower {
  private readonly tokenPrograms = new Map<string, Promise<PublicKey>>()
  /** The defaults for current values and proofs. */
  protected readonly sources: ProofSources

  constructor(connection: Connection, options: PlannerOptions = {}) {
    super(connection, options)
    const { prices, attestorUrls, postPrice } = options
    this.sources = { prices, attestorUrls, postPrice }
  }

  /**
   * Opens a market. Fetches the chain's clock for a nonce, and the configuration for the terms. Without a condition,
   * the one that the question says; `describeCondition` tells what it means.
   *
   * @throws InvalidInputError if there is no condition and the question says none
   */
  async buildCreateMarket(
    input: OpenMarketInput,
  ): Promise<{ market: PublicKey; condition: Condition; instructions: TransactionInstruction[] }> {
    const nonce = input.nonce ?? (await this.freshNonce())
    const token = input.token ? requireAddress('token', input.token) : null
    const condition = input.condition ?? (await this.derive({ ...input, token }))
    const config = await this.config()
    const currency = await this.currencyNamed(input.currency, config)
    const expected = input.expected ?? expectedTerms(config, condition, currency?.mint ?? null)
    const evidence = input.evidence ?? creationEvidence({ condition, token })
    const opened = { ...input, condition, nonce, token, currency, expected, evidence }
    const instruction = createMarket(opened, this.programId)
    const market = findMarket(input.creator, nonce, this.programId)
    return { market, condition, instructions: [instruction] }
  }

  /** Takes back a market without stakes. */
  async buildCancel({ market }: { market: MarketRef }): Promise<TransactionInstruction[]> {
    const loaded = await this.load(market)
    const currency = await this.currencyOf(loaded)
    return [cancelMarket({ market: loaded.address, creator: loaded.creator, ...currency }, this.programId)]
  }

  /** Stakes on a side. */
  async buildPlaceBet({ market, ...bet }: BetInput): Promise<TransactionInstruction[]> {
    const loaded = await this.load(market)
    const currency = await this.currencyOf(loaded)
    const evidence = betEvidence(loaded)
    return [placeBet({ ...bet, ...currency, market: loaded.address, evidence }, this.programId)]
  }

  /**
   * Collects the fees of a decided market that are due; creates the treasury's token account at the payer's cost if it is
   * missing. Fetches the configuration for the treasury.
   */
  async buildCollectFees(input: CollectFeesRequest): Promise<TransactionInstruction[]> {
    const loaded = await this.load(input.market)
    const { treasury } = (await this.config()).settings
    const currency = await this.currencyOf(loaded)
    const collect = collectFees({ market: loaded.address, treasury, ...currency }, this.programId)
    const payer = requireAddress('payer', input.payer)
    return [...ensureTokenAccount(currency, treasury, payer), collect]
  }

  /** Pays positions, in as few transactions as can carry them. Fetches the open positions unless they are given. */
  async buildSettle(input: SettleInput): Promise<SettlementBatch[]> {
    const loaded = await this.load(input.market)
    const currency = await this.currencyOf(loaded)
    const positions =
      input.owners?.map((owner) => ({ owner })) ?? (await this.positions({ market: loaded.address }))
    const payer = requireAddress('payer', input.payer)
    const plan = { ...input, ...currency, payer, market: loaded.address, positions }
    return planSettlement(plan, this.programId)
  }

  /** Pays the owner's own position; creates their associated token account if it is missing. */
  async buildClaim(input: ClaimInput): Promise<TransactionInstruction[]> {
    const loaded = await this.load(input.market)
    const currency = await this.currencyOf(loaded)
    const claim = claimPosition({ ...input, ...currency, market: loaded.address }, this.programId)
    const owner = requireAddress('owner', input.owner)
    return [...(input.ownerToken ? [] : ensureTokenAccount(currency, owner, owner)), claim]
  }

  /** Closes a market that owes nobody anything. */
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

  private async derive(input: Omit<DeriveInput, 'now'>): Promise<Condition> {
    const { connection, commitment, sources } = this
    const now = await this.chainTime()
    return deriveCondition({ ...input, now }, { connection, commitment, prices: sources.prices })
  }

  private async freshNonce(): Promise<bigint> {
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
    return (await this.chainTime()) * 1_000n + BigInt(random % NONCE_SPREAD)
  }

  protected async currencyNamed(id: CurrencyId, config: Config) {
    const mint = CURRENCIES[parseCurrency(id)].mint(config)
    return mint && { mint, tokenProgram: await this.tokenProgramOf(mint) }
  }

  /** The program that owns a mint never changes. */
  private tokenProgramOf(mint: PublicKey): Promise<PublicKey> {
    return remember(this.tokenPrograms, mint.toBase58(), async () => {
      const account = await this.connection.getAccountInfo(mint, this.commitment)
      if (!account) throw new AccountNotFoundError('mint', mint)
      return account.owner
    })
  }
}
