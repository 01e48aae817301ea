// Every check of a bet, in the order in which a bet meets them. The program checks everything again.

import {
  type Amounts,
  type Condition,
  type Config,
  type CurrencyId,
  formatMoney,
  type Market,
  type PredictionMarketClient,
} from '@prediction-market/sdk'
import { UnknownVersionError } from '@prediction-market/sdk/accounts'
import { kindOf } from '@prediction-market/sdk/condition'
import { CURRENCIES, CURRENCY_IDS, currencyOf } from '@prediction-market/sdk/currency'
import { acceptsBets, recordedPrice } from '@prediction-market/sdk/rules'
import { getAssociatedTokenAddressSync, unpackAccount } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { BookEntry } from '../../book/entry.ts'
import type { ChainState } from '../../chain/state.ts'
import { checkScope, type WithCaller } from '../auth/require.ts'
import type { Caller } from '../http/context.ts'
import { ApiError, refusal } from '../http/errors/api-error.ts'
import { isoTime } from '../http/fields/views.ts'
import { requirePastMarket } from '../markets/find-market.ts'
import type { Services } from '../services.ts'

/** The path of bets. */
const BETS = /^\/v1\/markets\/[^/]+\/bets$/

/**
 * Whether an API key places a bet with this request; otherwise it builds a bet or is no bet at all. A key with the
 * scope `build` and without `bet` builds bets, unless the request says `build=false`.
 */
export function isPlacedByKey({ req }: Pick<Context, 'req'>, caller: Caller | undefined): boolean {
  if (!BETS.test(req.path) || caller?.via !== 'key') return false
  const onlyBuilds = caller.scopes.includes('build') && !caller.scopes.includes('bet')
  return onlyBuilds ? req.query('build') === 'false' : req.query('build') !== 'true'
}

/** Requires the scope `bet` of an API key that places a bet, and `build` of a caller that builds one. */
export const requireBetScope = createMiddleware<WithCaller>((c, next) => {
  const caller = c.get('caller')
  if (isPlacedByKey(c, caller)) {
    checkScope(caller, ['bet'], '; a key with the scope build has bets built, for the wallet to sign')
  } else checkScope(caller, ['build'])
  return next()
})

/**
 * Requires that a market exists and that its account was not closed. The history may have a new market before the book
 * does: it is read then.
 *
 * @throws ApiError 404, 409 if the account was closed, 400 if a later release made it, or 503 if the nodes do not have
 * it yet
 */
export async function requireMarketOnChain(
  { book, loader, history }: Pick<Services, 'book' | 'loader' | 'history'>,
  id: string,
): Promise<BookEntry> {
  const entry = book.get(id)
  if (entry) return entry
  const { address, status, closedAt } = await requirePastMarket(history.db, id)
  if (closedAt !== null) throw refusal('MarketClosed', `The market is ${status} and no longer takes bets`)
  await loader.refresh([new PublicKey(address)])
  const found = book.get(id)
  if (found) return found
  if (loader.whyUndecodable(address) instanceof UnknownVersionError) {
    throw refusal('UnknownVersion', 'The market has a version that this gateway does not know')
  }
  throw new ApiError(503, 'The nodes do not have the market yet; try again', { 'retry-after': '2' })
}

/**
 * Requires that a bet names the currency of its market, if it names one.
 *
 * @throws ApiError 400
 */
export function requireCurrency({ currency }: BookEntry, named: CurrencyId | null | undefined): void {
  if (!named || named === currency) return
  throw new ApiError(400, `currency: must be ${currency}, the currency of this market`)
}

/**
 * Requires that a market takes bets now.
 *
 * @throws ApiError 409 that says when betting ended, or that it is paused
 */
export function requireBettingOpen({ market }: BookEntry, state: ChainState): void {
  if (state.takesBets(market)) return
  const name = acceptsBets(market, state.now()) ? state.betsError : null
  throw refusal(name ?? 'MarketClosed', whyNoBets(market, state))
}

/** The fields of a market that say whether it takes bets. */
type Bettable = Parameters<typeof acceptsBets>[0] &
  Parameters<typeof recordedPrice>[0] &
  Pick<Market, 'resolvedAt'>

/** Why a market takes no bets now: a pause, or when betting ended. */
export function whyNoBets(market: Bettable, state: ChainState): string {
  const now = state.now()
  if (!acceptsBets(market, now) || !state.betsError) return bettingEnded(market, now)
  return state.betsError === 'Paused'
    ? 'New bets are paused; decisions and payouts are not'
    : `Bets are taken again from ${isoTime(state.config.betsOpenAt)} on, a minute after a pause or a lower minimum stake`
}

/** Why a market is not for this deployment: an event where attestors answer none, whose stakes would wait for the void. */
export function whyUnanswered(condition: Pick<Condition, 'type'>, answersEvents: boolean): string | null {
  if (answersEvents || !kindOf(condition).isInWords) return null
  return 'The attestors of this deployment answer no events, so that nothing would decide the market'
}

/**
 * Refuses an event where attestors answer none.
 *
 * @throws ApiError 409
 */
export function requireAnswered(condition: Pick<Condition, 'type'>, answersEvents: boolean): void {
  const reason = whyUnanswered(condition, answersEvents)
  if (reason !== null) throw refusal('EventsUnanswered', reason)
}

/** When betting on a market ended, and why. */
function bettingEnded(market: Bettable, now: bigint): string {
  const { status, closeAt, resolvedAt } = market
  if (status !== 'open') {
    const end = resolvedAt !== null && resolvedAt < closeAt ? resolvedAt : closeAt
    return `The market is ${status}: betting ended at ${isoTime(end)}`
  }
  if (now >= closeAt) return `The market no longer takes bets: betting ended at ${isoTime(closeAt)}`
  const what = recordedPrice(market) ? 'the price that it begins with' : 'the answer'
  return `The market no longer takes bets: betting ended before ${isoTime(closeAt)}, when ${what} was recorded`
}

/**
 * Requires a payout of at least `minPayout` at the pools after the bet.
 *
 * @throws ApiError 409
 */
export function requireMinPayout({ market, currency }: BookEntry, payout: bigint, minPayout: bigint): void {
  if (payout >= minPayout) return
  const amount = formatMoney(payout, currency, market.decimals)
  throw refusal('PayoutTooLow', `minPayout: the payout at the current pools is ${amount}`)
}

/** Money to be paid by a wallet. */
export interface WalletSpending {
  wallet: PublicKey
  /** `null` for SOL. */
  mint: PublicKey | null
  /** Base units. */
  amount: bigint
  decimals: number
  /** The words before the amount in an error; `the stake is` by default. */
  what?: string
}

/**
 * Requires that a wallet holds the UTILITY that it is to pay. The program would refuse it with an error that does
 * not mention the balance; for SOL the simulation gives a clear error.
 *
 * @throws ApiError 402
 */
export async function requireWalletHolds(
  client: PredictionMarketClient,
  { wallet, mint, amount, decimals, what = 'the stake is' }: WalletSpending,
): Promise<void> {
  if (!mint) return
  const held = await tokenBalance(client, wallet, mint)
  if (held >= amount) return
  const text = (units: bigint) => formatMoney(units, currencyOf({ mint }), decimals)
  const message = `The wallet holds ${text(held)}, and ${what} ${text(amount)}`
  throw refusal('InsufficientFunds', message)
}

/** A bankroll and a bet from it, in base units. */
export interface BankrollSpending {
  address: PublicKey
  held: Amounts
  /** The stake and, in SOL, the position's rent and reward, and the fee. */
  needed: Amounts
}

/**
 * Requires that a bankroll holds what a bet takes from it.
 *
 * @throws ApiError 402 with how much is missing, and where to pay it
 */
export function requireBankrollHolds({ address, held, needed }: BankrollSpending, config: Config): void {
  for (const currency of CURRENCY_IDS) {
    const missing = needed[currency] - held[currency]
    if (missing <= 0n) continue
    const { isNative, decimals } = CURRENCIES[currency]
    const text = (units: bigint) => formatMoney(units, currency, decimals(config))
    const message =
      `The bankroll holds ${text(held[currency])}, and the bet takes ${text(needed[currency])}` +
      `${isNative ? ' with rent, reward and fee' : ''}: deposit ${text(missing)} or more to ${address.toBase58()} ` +
      'with POST /v1/bankroll/deposits'
    throw refusal('BankrollTooLow', message)
  }
}

/** The tokens in a wallet's associated account, in base units; 0 if there is no such account. */
async function tokenBalance(
  client: PredictionMarketClient,
  wallet: PublicKey,
  mint: PublicKey,
): Promise<bigint> {
  const { tokenProgram } = await client.currencyOf({ mint })
  const address = getAssociatedTokenAddressSync(mint, wallet, true, tokenProgram ?? undefined)
  const account = await client.connection.getAccountInfo(address, client.commitment)
  return account ? unpackAccount(address, account, account.owner).amount : 0n
}
