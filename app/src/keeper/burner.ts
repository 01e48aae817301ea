// Buys SOL of the fee vault in the burn auction with a wallet of the keeper, which burns UTILITY.

import {
  formatAmount,
  type PredictionMarketClient,
  ProgramError,
  parseAmount,
  SOL_DECIMALS,
} from '@prediction-market/sdk'
import { burnPrice, largestPurchase, MIN_PURCHASE, PRICE_BITS, quoteBurn } from '@prediction-market/sdk/rules'
import { getAssociatedTokenAddressSync, unpackAccount } from '@solana/spl-token'
import type { Keypair, PublicKey } from '@solana/web3.js'
import type { Logger } from 'pino'
import type { ChainState } from '../chain/state.ts'
import type { KeeperMetrics } from './metrics.ts'
import type { Sender } from './transactions/sender.ts'

/** How the keeper buys in the burn auction. */
export interface BurnOptions {
  /** Pays the tokens and the network fees, and gets the SOL. */
  wallet: Keypair
  /** The most UTILITY to pay for one SOL, as a decimal; 0 buys nothing. */
  maxPrice: string
}

export interface BurnerOptions extends BurnOptions {
  state: ChainState
  client: PredictionMarketClient
  sender: Sender
  metrics: KeeperMetrics
  log: Logger
}

/** Milliseconds between two looks at the price, and at most after failures. */
const PAUSE_MS = 2_000
const MAX_PAUSE_MS = 60_000

/** Refusals because somebody else bought first. */
const TRANSIENT = ['PurchaseTooExpensive', 'PurchaseOutOfRange']

/**
 * Buys SOL of the fee vault whenever its price is at most the configured one. The program burns the tokens that it
 * is paid with.
 */
export class Burner {
  readonly #maxPrice: bigint
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #pause = PAUSE_MS
  #isStopped = false

  /** @throws InvalidInputError if the price has more decimals than UTILITY */
  constructor(private readonly options: BurnerOptions) {
    const { state, maxPrice } = options
    this.#maxPrice = parseAmount(maxPrice, state.config.utilityDecimals, 'BURN_MAX_PRICE') << PRICE_BITS
  }

  start(): void {
    this.#running = this.#buyAll()
      .then(() => {
        this.#pause = PAUSE_MS
      })
      .catch((error: Error) => this.#failed(error))
      .finally(() => {
        if (this.#isStopped) return
        this.#timer = setTimeout(() => this.start(), this.#pause).unref()
      })
  }

  /** Starts no further purchase; one that is running goes on. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  /** Resolves once no purchase is running. */
  idle(): Promise<void> {
    return this.#running
  }

  async #buyAll(): Promise<void> {
    while (!this.#isStopped && (await this.#buy())) await this.options.state.refresh()
  }

  /** Buys as much as one purchase takes and the wallet can pay; returns whether it bought anything. */
  async #buy(): Promise<boolean> {
    const { state, client, sender, wallet, metrics, log } = this.options
    const { feeVault, config } = state
    const slot = BigInt(state.slot)
    const price = burnPrice(feeVault, slot).value
    const most = largestPurchase(feeVault)
    // A smaller purchase is not worth its network fee: the SOL stays for the next sale.
    if (price > this.#maxPrice || most < MIN_PURCHASE) return false
    const { utilityMint: mint, utilityDecimals } = config
    const tokenProgram = (await client.currencyOf({ mint })).tokenProgram ?? undefined
    const held = await this.#tokens(tokenProgram)
    const affordable = ((held << PRICE_BITS) * 10n ** BigInt(SOL_DECIMALS)) / price
    const canPayAll = affordable >= most
    const lamports = canPayAll ? most : affordable
    if (lamports < MIN_PURCHASE) {
      throw new Error(`The burn wallet ${wallet.publicKey.toBase58()} holds too little UTILITY`)
    }
    const { tokens: maxTokens } = quoteBurn(feeVault, lamports, slot)
    const buyer = wallet.publicKey
    const instructions = await client.burns.buildBuy({ buyer, lamports, maxTokens, mint })
    await sender.send({ instructions }, wallet)
    const left = await this.#tokens(tokenProgram)
    // Somebody may have paid the wallet meanwhile.
    const tokens = held > left ? held - left : 0n
    metrics.burned(lamports, Number(formatAmount(tokens, utilityDecimals)))
    log.info(
      { sol: formatAmount(lamports, SOL_DECIMALS), utility: formatAmount(tokens, utilityDecimals) },
      'bought SOL of the fee vault: UTILITY burned',
    )
    return true
  }

  /** Base units of UTILITY that the wallet holds. */
  async #tokens(tokenProgram: PublicKey | undefined): Promise<bigint> {
    const { state, client, wallet } = this.options
    const { utilityMint } = state.config
    const address = getAssociatedTokenAddressSync(utilityMint, wallet.publicKey, true, tokenProgram)
    const account = await client.connection.getAccountInfo(address, 'confirmed')
    return account ? unpackAccount(address, account, account.owner).amount : 0n
  }

  #failed(error: Error): void {
    if (this.#isStopped || (error instanceof ProgramError && TRANSIENT.includes(error.name))) return
    const { metrics, log } = this.options
    this.#pause = Math.min(2 * this.#pause, MAX_PAUSE_MS)
    metrics.error('burn')
    log.warn({ err: error }, 'could not buy SOL of the fee vault, will retry')
  }
}
