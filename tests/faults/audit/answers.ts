import { createHash } from 'node:crypto'
import { marketAddressOf } from '@prediction-market/sdk/accounts'
import type { Journal, Keyed, Report } from '../clients/journal.ts'
import type { ChainTransaction } from './chain.ts'
import { factsOf } from './facts.ts'

/**
 * Checks that everything that was reported to clients is on the chain, and that no key placed two bets.
 *
 * @returns a sentence for each violation
 */
export function auditAnswers(
  chain: readonly ChainTransaction[],
  { reported, keyed }: Pick<Journal, 'reported' | 'keyed'>,
): string[] {
  const bySignature = new Map(chain.map((transaction) => [transaction.signature, transaction]))
  const placed = betsByKey(chain)
  return [
    ...reported.flatMap((one) => auditReport(one, bySignature, chain, placed)),
    ...keyed.flatMap((one) => auditKeyed(one, placed)),
  ]
}

/** Signatures of the bets from bankrolls, by owner and request id. */
type Placed = ReadonlyMap<string, readonly string[]>

function betsByKey(chain: readonly ChainTransaction[]): Placed {
  const placed = new Map<string, string[]>()
  for (const { data, transaction } of factsOf(chain, 'BankrollBet')) {
    const id = `${data.owner} ${data.requestId}`
    placed.set(id, [...(placed.get(id) ?? []), transaction.signature])
  }
  return placed
}

/** The id that a bet under an `Idempotency-Key` carries on the chain. */
function idOf({ owner, key }: { owner: string; key: string }): string {
  return `${owner} ${createHash('sha256').update(`${owner}\n${key}`).digest().readBigUInt64LE()}`
}

function auditKeyed(keyed: Keyed, placed: Placed): string[] {
  const found = placed.get(idOf(keyed)) ?? []
  const wrong =
    found.length > 1 ? [`${keyed.key} of ${keyed.owner} placed ${found.length} bets: ${found}`] : []
  if (keyed.signature !== null && !found.includes(keyed.signature)) {
    wrong.push(`${keyed.key} of ${keyed.owner} was answered with ${keyed.signature}, the chain has ${found}`)
  }
  return wrong
}

function auditReport(
  reported: Report,
  bySignature: ReadonlyMap<string, ChainTransaction>,
  chain: readonly ChainTransaction[],
  placed: Placed,
): string[] {
  if (reported.what === 'payout') return auditPayout(reported, chain)
  if (reported.what === 'refused') {
    const found = placed.get(idOf(reported)) ?? []
    return found.length > 0
      ? [`${reported.key} was refused (${reported.reason}), and ${found} placed it`]
      : []
  }
  const { signature } = reported
  const found = bySignature.get(signature)
  const isThere = found !== undefined && !found.isFailed
  if (reported.what === 'failed') {
    return isThere ? [`${signature} was reported as failed (${reported.reason}), and succeeded`] : []
  }
  if (!isThere) return [`${signature} was reported as a ${reported.what}, and the chain does not have it`]
  if (reported.what === 'confirmed') return []
  const market = marketAddressOf(reported.market)
  const isTrue = found.events.some((event) => {
    if (reported.what === 'market') {
      if (event.name !== 'MarketCreated') return false
      return event.data.market.toBase58() === market && event.data.creator.toBase58() === reported.creator
    }
    if (event.name !== 'BetPlaced' || event.data.market.toBase58() !== market) return false
    const { owner, outcome, amount, pools } = event.data
    const isSame =
      owner.toBase58() === reported.owner && outcome === reported.outcome && amount === reported.amount
    return isSame && pools.Yes === reported.pools.Yes && pools.No === reported.pools.No
  })
  return isTrue ? [] : [`${signature} was reported as another ${reported.what} than it is`]
}

function auditPayout(reported: Report & { what: 'payout' }, chain: readonly ChainTransaction[]): string[] {
  const market = marketAddressOf(reported.market)
  const isOf = (data: { market: { toBase58(): string }; owner: { toBase58(): string } }) =>
    data.market.toBase58() === market && data.owner.toBase58() === reported.owner
  const paid = factsOf(chain, 'PositionSettled').filter(({ data }) => isOf(data))
  const name = `the payout of ${reported.owner} in ${reported.market}`
  if (paid.length === 0 && reported.signature === null && reported.winnings + reported.refund === 0n) {
    // Somebody without a stake has a result, too.
    const hasBet = factsOf(chain, 'BetPlaced').some(({ data }) => isOf(data))
    return hasBet ? [`${name} was reported as nothing, and there is a stake`] : []
  }
  const isTrue = paid.some(
    ({ data, transaction }) =>
      data.payout === reported.winnings &&
      data.refund === reported.refund &&
      (reported.signature === null || transaction.signature === reported.signature),
  )
  return isTrue
    ? []
    : [`${name} was reported as ${reported.winnings} and ${reported.refund} back by ${reported.signature}`]
}
