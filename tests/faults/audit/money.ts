import { findEscrow } from '@prediction-market/sdk/accounts'
import { PublicKey } from '@solana/web3.js'
import type { ChainTransaction } from './chain.ts'
import { type Fact, type MarketFacts, marketsOf } from './facts.ts'

type Side = 0 | 1

/** Stakes of one owner in a market that counted and that came too late, yes first. */
interface Stakes {
  counted: [bigint, bigint]
  late: [bigint, bigint]
}

const BPS = 10_000n

/**
 * Checks from the ledger alone that no money is missing and nobody was paid twice: each market was decided once, each
 * position paid once, with what the rules of the design give, to the base unit, and the escrow took in and gave out
 * exactly that.
 *
 * @returns a sentence for each violation
 */
export function auditMoney(chain: readonly ChainTransaction[]): string[] {
  return marketsOf(chain).flatMap((market) =>
    auditMarket(market, chain).map((wrong) => `${market.address}: ${wrong}`),
  )
}

function auditMarket(market: MarketFacts, chain: readonly ChainTransaction[]): string[] {
  const { created, bets, resolved, voided, settled, fees, closed } = market
  const wrong: string[] = []
  if (created.length !== 1) wrong.push(`was created ${created.length} times`)
  const decisions = resolved.length + voided.length
  if (decisions !== 1) return [...wrong, `was decided ${decisions} times`]
  const owners = new Set(bets.map(({ data }) => data.owner.toBase58()))
  const byOwner = new Map([...owners].map((owner) => [owner, stakesOf(market, owner)]))
  const totals = totalOf([...byOwner.values()])
  for (const [owner, stakes] of byOwner) {
    const paid = settled.filter(({ data }) => data.owner.toBase58() === owner)
    const [first] = paid
    if (!first || paid.length > 1) {
      wrong.push(`${owner} was paid ${paid.length} times`)
      continue
    }
    const due = dueTo(market, stakes, totals)
    const { payout, refund } = first.data
    if (payout !== due.payout || refund !== due.refund) {
      wrong.push(
        `${owner} was paid ${payout} and ${refund} back, due are ${due.payout} and ${due.refund} back`,
      )
    }
  }
  for (const { data } of settled) {
    if (!owners.has(data.owner.toBase58())) wrong.push(`${data.owner} was paid and has not bet`)
  }
  wrong.push(...auditTransfers(market))
  const staked = sum(bets.map(({ data }) => data.amount))
  const paid = sum(settled.map(({ data }) => data.payout + data.refund))
  const taken = sum(fees.map(({ data }) => data.fees.burn + data.fees.developer))
  const dust = sum(closed.map(({ data }) => data.dust))
  const held = escrowChange(market, chain)
  if (staked - paid - taken - dust !== held) {
    wrong.push(`${staked} staked, ${paid} paid, ${taken} fees, ${dust} dust, and ${held} in the escrow`)
  }
  const [decision] = resolved
  if (decision && taken !== decision.data.fees.burn + decision.data.fees.developer) {
    wrong.push(
      `fees of ${taken} were collected, due are ${decision.data.fees.burn + decision.data.fees.developer}`,
    )
  }
  return wrong
}

/** What an owner staked, by the periods of the bets: the rule of late stakes as the design has it. */
function stakesOf({ bets, resolved }: MarketFacts, owner: string): Stakes {
  const stakes: Stakes = { counted: [0n, 0n], late: [0n, 0n] }
  const decision = resolved[0]?.data
  for (const { data } of bets) {
    if (data.owner.toBase58() !== owner) continue
    const side: Side = data.outcome === 'Yes' ? 0 : 1
    const news = decision?.latePeriod ?? 0n
    const isLate = news > 0n && data.period >= news - 1n
    stakes[isLate ? 'late' : 'counted'][side] += data.amount
  }
  return stakes
}

function totalOf(all: readonly Stakes[]): Stakes {
  const add = (kind: keyof Stakes, side: Side) => sum(all.map((stakes) => stakes[kind][side]))
  return {
    counted: [add('counted', 0), add('counted', 1)],
    late: [add('late', 0), add('late', 1)],
  }
}

function dueTo(
  { resolved, created }: MarketFacts,
  stakes: Stakes,
  totals: Stakes,
): { payout: bigint; refund: bigint } {
  const decision = resolved[0]?.data
  const all = stakes.counted[0] + stakes.counted[1] + stakes.late[0] + stakes.late[1]
  const terms = created[0]?.data.terms
  if (!decision || !terms) return { payout: 0n, refund: all }
  const winner: Side = decision.outcome === 'Yes' ? 0 : 1
  const loser: Side = winner === 0 ? 1 : 0
  const losing = totals.counted[loser]
  const burn = (losing * BigInt(terms.burnBps)) / BPS
  const developer = (losing * BigInt(terms.developerBps)) / BPS
  const stake = stakes.counted[winner]
  const winning = totals.counted[winner]
  const share = winning === 0n ? 0n : (stake * (losing - burn - developer)) / winning
  return { payout: stake + share, refund: stakes.late[0] + stakes.late[1] }
}

/** Checks that each payment reached the account that the event names. */
function auditTransfers({ created, settled }: MarketFacts): string[] {
  const mint = created[0]?.data.mint ?? null
  const byPlace = new Map<string, { due: bigint; paid: Fact<'PositionSettled'> }>()
  for (const paid of settled) {
    const place = `${paid.transaction.signature} ${paid.data.recipient}`
    const { due = 0n } = byPlace.get(place) ?? {}
    byPlace.set(place, { due: due + paid.data.payout + paid.data.refund, paid })
  }
  return [...byPlace.values()].flatMap(({ due, paid: { data, transaction } }) => {
    const recipient = data.recipient.toBase58()
    if (recipient === transaction.payer) return []
    const got = (mint ? transaction.tokens : transaction.lamports).get(recipient) ?? 0n
    // In SOL the rent of the position comes on top.
    const isRight = mint ? got === due : got >= due && got - due < MOST_RENT
    return isRight ? [] : [`${recipient} got ${got} in ${transaction.signature}, due are ${due}`]
  })
}

/** More than the rent of a position, in lamports, and less than the smallest bet. */
const MOST_RENT = 5_000_000n

/** What the market's escrow holds of stakes: all changes of its balance, without its rent. */
function escrowChange({ address, created, closed }: MarketFacts, chain: readonly ChainTransaction[]): bigint {
  // The escrow of a closed market is gone, and the node does not report the balance that a token account had.
  if (closed.length > 0) return 0n
  const escrow = findEscrow(new PublicKey(address))
  const mint = created[0]?.data.mint
  const key = escrow.toBase58()
  if (mint) return sum(chain.map(({ tokens }) => tokens.get(key) ?? 0n))
  const opening = created[0]?.transaction
  const initial = sum(
    (opening?.events ?? []).map((event) =>
      event.name === 'BetPlaced' && event.data.market.toBase58() === address ? event.data.amount : 0n,
    ),
  )
  const rent = (opening?.lamports.get(key) ?? 0n) - initial
  const change = sum(chain.map(({ lamports }) => lamports.get(key) ?? 0n))
  return change - rent
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
