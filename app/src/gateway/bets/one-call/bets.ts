// Places bets from bankrolls in one call, for API keys.

import { randomBytes } from 'node:crypto'
import {
  type Outcome,
  type PredictionMarketClient,
  type PriorityFee,
  type Sent,
  TransactionExpiredError,
} from '@prediction-market/sdk'
import type { Delegate } from '@prediction-market/sdk/accounts'
import { readStatuses } from '@prediction-market/sdk/transaction'
import type { Keypair, PublicKey } from '@solana/web3.js'
import type { BookEntry } from '../../../book/entry.ts'
import type { ChainState } from '../../../chain/state.ts'
import { finalTransaction } from '../../../history/queries/transactions.ts'
import { least } from '../../../runtime/bigint.ts'
import { traced } from '../../../runtime/tracing.ts'
import type { Database } from '../../../store/database.ts'
import type { StoredTransaction } from '../../../store/idempotency.ts'
import { reserveFee, settleFee } from '../../../store/unpaid-fees.ts'
import type { IdempotentSending } from '../../http/context.ts'
import { ApiError, refusal } from '../../http/errors/api-error.ts'
import { onChain } from '../../http/errors/chain-errors.ts'
import type { Answered } from '../../http/fields/answered.ts'
import type { Submitted } from '../../http/respond.ts'
import { requireBankrollHolds } from '../checks.ts'
import type { BetConfirmation } from '../schemas.ts'
import { fundsNeeded } from '../stake.ts'
import type { Cosigners } from './cosigners.ts'
import { BetLines, MOST_AT_ONCE } from './lines.ts'
import { BASE_FEE, type SignedBet, signatureOf, signBet } from './sign.ts'

/** The answer to a bet that was placed. */
export type PlacedBet = Answered<typeof BetConfirmation>

/** Sends bets. */
export interface BetSender {
  /**
   * Sends a bet that the gateway has signed and waits for its confirmation.
   *
   * @param settled - called with the result of a new bet, even after the answer that it is pending; without it, the bet
   *   may have been sent before
   * @throws ApiError if the chain refuses it
   */
  sendBet(
    transaction: StoredTransaction,
    settled?: (sent: Promise<Sent>) => void,
  ): Promise<Submitted<PlacedBet>>
}

export interface OneCallOptions {
  client: PredictionMarketClient
  state: ChainState
  relay: BetSender
  cosigners: Cosigners
  db: Database
  /** The most lamports a day that the gateway pays for bets and that no bankroll pays back. */
  feeBudget: bigint
  priorityFee?: PriorityFee | undefined
  maxPriorityFee?: bigint | undefined
  onError: (error: Error, what: string) => void
}

/** A bet to place from the bankroll of its owner. */
export interface OneCallBet {
  owner: PublicKey
  entry: BookEntry
  outcome: Outcome
  /** Base units. */
  amount: bigint
  minPayout: bigint
  /** The delegate's key. */
  key: Keypair
}

/** The route that names a delegate. */
const NAME_IT = 'PUT /v1/bankroll/delegates/{keyId}'

/** Milliseconds that an unpaid fee counts. */
const DAY_MS = 24 * 3_600_000

/** Milliseconds that a bet may be in flight: longer than its blockhash is valid. */
const FLIGHT_MS = 180_000

/** Lamports that one wallet may lose in a day, bets in flight included, so that a few cannot use up the budget. */
const WALLET_LIMIT = 40_000n

function budgetExceeded(message: string, retryAfter = 3_600): ApiError {
  return refusal('FeeBudgetExceeded', message, { 'retry-after': String(retryAfter) })
}

export class OneCallBets {
  readonly #lines = new BetLines()

  constructor(private readonly options: OneCallOptions) {}

  /**
   * Resumes the transaction that an earlier request with the same `Idempotency-Key` has stored: looks it up on the
   * chain, and sends the same bytes while they are valid.
   *
   * @returns `undefined` if there is none, or if the finalized block height has passed it: only then sign a new one
   */
  async resume(sent: StoredTransaction | null | undefined): Promise<Submitted<PlacedBet> | undefined> {
    if (!sent) return undefined
    const { client, db } = this.options
    const signature = signatureOf(sent)
    const { lastValidBlockHeight } = sent
    const isExpired = await onChain(async () => {
      const options = { finality: 'finalized', searchTransactionHistory: true } as const
      const [status] = await readStatuses(client.connection, [{ signature, lastValidBlockHeight }], options)
      return status === 'expired' && !(await finalTransaction(db, signature))
    })
    if (isExpired) return undefined
    // Its fee counts as unpaid for a day: only the process that signed it knew what is paid back.
    return this.#send(sent, signature)
  }

  /**
   * Signs a bet, stores it if the request has an `Idempotency-Key`, sends it and waits for its confirmation. While its
   * fee would exceed what the wallet may lose, it waits in line for those before it, and is then signed as things are.
   *
   * @throws ApiError 402, 403, 429 or 503 with its code
   */
  async place(bet: OneCallBet, sending: IdempotentSending | undefined): Promise<Submitted<PlacedBet>> {
    const requestId = sending?.requestId ?? randomBytes(8).readBigUInt64LE()
    const wallet = bet.owner.toBase58()
    const begin = async () => {
      const signed = await traced('sign', {}, () => onChain(() => this.#sign(bet, requestId)))
      return (await this.#reserve(signed, wallet)) ? signed : null
    }
    const placed = await this.#lines.run(wallet, begin, async (signed) => {
      const { transaction, lastValidBlockHeight, signature } = signed
      try {
        await sending?.store({ transaction, lastValidBlockHeight })
      } catch (error) {
        await this.#settle(signed, wallet, Promise.resolve(0n))
        throw error
      }
      return this.#send(signed, signature, (sent) => this.#settle(signed, wallet, unpaidOf(signed, sent)))
    })
    if (placed) return placed
    const message = `The wallet has ${MOST_AT_ONCE} bets at once, or others whose fees could still be lost`
    throw budgetExceeded(`${message}: try again in a few seconds`, 5)
  }

  async #sign(bet: OneCallBet, requestId: bigint): Promise<SignedBet> {
    const { client, state, cosigners, priorityFee, maxPriorityFee } = this.options
    const { owner, entry, outcome, amount, minPayout, key } = bet
    const { market, currency } = entry
    // First of all, throws if the gateway has no co-signing key.
    cosigners.current()
    const [{ address, bankroll, balances }, { deposit, reward }] = await Promise.all([
      client.bankroll.funds(owner, state.config.utilityMint),
      client.bets.costs(market, owner),
    ])
    const delegate = bankroll?.delegates.find((other) => other.key.equals(key.publicKey))
    if (!delegate) {
      const message = `The API key is no delegate of the wallet's bankroll: name it with ${NAME_IT}`
      throw refusal('NotDelegate', message)
    }
    const cosigner = this.#cosignerOf(delegate)
    const { maxFee } = delegate.limits
    const needed = fundsNeeded({ currency, amount }, deposit + reward + least(maxFee, BASE_FEE))
    requireBankrollHolds({ address, held: balances, needed }, state.config)
    const placed = { owner, market, outcome, amount, minPayout, requestId }
    return signBet(client, { bet: placed, key, cosigner, maxFee }, { priorityFee, maxPriorityFee })
  }

  #cosignerOf(delegate: Delegate): Keypair {
    const cosigner = this.options.cosigners.find(delegate.cosigner)
    if (cosigner) return cosigner
    const message = `The delegate was made with the co-signing key ${delegate.cosigner}, which this gateway does not have: name it again with ${NAME_IT}`
    throw refusal('CosignerUnknown', message)
  }

  /** Whether the fee was recorded; if not, bets in flight may still make room for it. */
  async #reserve({ signature, fee, maxFee }: SignedBet, wallet: string): Promise<boolean> {
    const { db, feeBudget } = this.options
    // The budget is for bets that fail. A delegate that pays back too little could use it up with bets that succeed.
    if (maxFee < fee) {
      const limits = `The network fee is ${fee} lamports, and the delegate pays back at most ${maxFee}`
      throw budgetExceeded(`${limits}: raise maxFee with ${NAME_IT}`)
    }
    const now = Date.now()
    const inFlightUntil = new Date(now + FLIGHT_MS)
    const reserved = { signature, wallet, lamports: fee, inFlightUntil, expiresAt: new Date(now + DAY_MS) }
    const limits = { all: feeBudget, wallet: WALLET_LIMIT }
    const reached = await reserveFee(db, reserved, limits, new Date(now))
    if (reached === null) return true
    if (reached === 'inFlight') return false
    const [most, whose] =
      reached === 'lost' ? [limits.wallet, "of this wallet's bets"] : [limits.all, 'of all bets together']
    throw budgetExceeded(
      `The gateway pays at most ${most} lamports a day for network fees ${whose} that no bankroll pays ` +
        'back, such as those of bets that fail: try again later, or sign bets that ?build=true builds',
    )
  }

  async #send(
    stored: StoredTransaction,
    signature: string,
    settled?: (sent: Promise<Sent>) => void,
  ): Promise<Submitted<PlacedBet>> {
    const { transaction, lastValidBlockHeight } = stored
    try {
      return await this.options.relay.sendBet({ transaction, lastValidBlockHeight }, settled)
    } catch (error) {
      // The confirmed height has passed it, but the finalized one has not: it may still have been placed.
      const isExpired = error instanceof ApiError && error.headers['x-error-code'] === 'TransactionExpired'
      if (isExpired) return { isPending: true, signature }
      throw error
    }
  }

  /** Records what the bet cost the gateway; the next one in line may then begin. */
  async #settle({ signature }: SignedBet, wallet: string, unpaid: Promise<bigint>): Promise<void> {
    const { db, onError } = this.options
    await unpaid
      .then((lamports) => settleFee(db, signature, lamports))
      .catch((error) => onError(error, 'could not record the fee of a bet'))
    this.#lines.settle(wallet)
  }
}

/** The lamports of a bet that nobody pays back: none if no block included it, the whole fee if it failed. */
function unpaidOf({ fee, paidBack }: SignedBet, sent: Promise<Sent>): Promise<bigint> {
  return sent.then(
    () => fee - paidBack,
    (error) => (error instanceof TransactionExpiredError ? 0n : fee),
  )
}
