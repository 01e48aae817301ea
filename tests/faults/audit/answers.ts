import { createHash } from 'node:crypto'
import { marketAddressOf } from '@prediction-market/sdk/accounts'
import type { Journal, Keyed, Told } from '../clients/journal.ts'
import type { ChainTransaction } from './chain.ts'
import { factsOf } from './facts.ts'

/**
 * Checks that everything that clients were told is on the chain, and that no key placed two bets.
 *
 * @returns a sentence for each violation
 */
export function auditAnswers(
  chain: readonly ChainTransaction[],
  { told, keyed }: Pick<Journal, 'told' | 'keyed'>,
): string[] {
  const bySignature = new Map(chain.map((transaction) => [transaction.signature, transaction]))
  const placed = betsByKey(chain)
  return [
    ...told.flatMap((one) => auditTold(one, bySignature, chain, placed)),
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

function auditTold(
  told: Told,
  bySignature: ReadonlyMap<string, ChainTransaction>,
  chain: readonly ChainTransaction[],
  placed: Placed,
): string[] {
  if (told.what === 'payout') return auditPayout(told, chain)
  if (told.what === 'refused') {
    const found = placed.get(idOf(told)) ?? []
    return found.length > 0 ? [`${told.key} was refused (${told.reason}), and ${found} placed it`] : []
  }
  const { signature } = told
  const found = bySignature.get(signature)
  const isThere = found !== undefined && !found.isFailed
  if (told.what === 'failed') {
    return isThere ? [`${signature} was told to have failed (${told.reason}), and succeeded`] : []
  }
  if (!isThere) return [`${signature} was told to be a ${told.what}, and the chain does not have it`]
  if (told.what === 'confirmed') return []
  const market = marketAddressOf(told.market)
  const isTrue = found.events.some((event) => {
    if (told.what === 'market') {
      if (event.name !== 'MarketCreated') return false
      return event.data.market.toBase58() === market && event.data.creator.toBase58() === told.creator
    }
    if (event.name !== 'BetPlaced' || event.data.market.toBase58() !== market) return false
    const { owner, outcome, amount, pools } = event.data
    const isSame = owner.toBase58() === told.owner && outcome === told.outcome && amount === told.amount
    return isSame && pools.Yes === told.pools.Yes && pools.No === told.pools.No
  })
  return isTrue ? [] : [`${signature} was told to be another ${told.what} than it is`]
}

function auditPayout(told: Told & { what: 'payout' }, chain: readonly ChainTransaction[]): string[] {
  const market = marketAddressOf(told.market)
  const isOf = (data: { market: { toBase58(): string }; owner: { toBase58(): string } }) =>
    data.market.toBase58() === market && data.owner.toBase58() === told.owner
  const paid = factsOf(chain, 'PositionSettled').filter(({ data }) => isOf(data))
  const name = `the payout of ${told.owner} in ${told.market}`
  if (paid.length === 0 && told.signature === null && told.winnings + told.refund === 0n) {
    // Somebody without a stake has a result, too.
    const hasBet = factsOf(chain, 'BetPlaced').some(({ data }) => isOf(data))
    return hasBet ? [`${name} was told to be nothing, and there is a stake`] : []
  }
  const isTrue = paid.some(
    ({ data, transaction }) =>
      data.payout === told.winnings &&
      data.refund === told.refund &&
      (told.signature === null || transaction.signature === told.signature),
  )
  return isTrue
    ? []
    : [`${name} was told to be ${told.winnings} and ${told.refund} back by ${told.signature}`]
}
