import { IDL, type Outcome } from '@prediction-market/sdk'
import { storeCondition, storeObservation } from '../../store/history/market.ts'
import type { EventDetails } from '../../store/history/types.ts'
import type { EventFacts } from './events.ts'
import type { Call, Deeds, Entry, Ledger } from './ledger.ts'

/** Something that must have happened; what is not said in its details follows from what happened before. */
type Expected = Omit<EventFacts, 'time' | 'details'> & { details: Partial<Record<string, unknown>> }

/**
 * Finds out what happened in a transaction whose logs were cut: anyone can have that by having other programs
 * write a lot before ours. Its instructions tell who did what, accounts that it closed who was paid, and the
 * market's own account the rest.
 *
 * @param told - what the logs told before they were cut
 * @returns all of its events; those of a market that has been closed since may be missing
 */
export async function recoverEvents(
  ledger: Pick<Ledger, 'market'>,
  program: string,
  entry: Entry,
  deeds: Deeds,
  told: readonly EventFacts[],
): Promise<EventFacts[]> {
  const expected = deeds.calls.flatMap((call) => expect(call, deeds.closed, program))
  const events = [...told]
  for (const { details, ...event } of expected.slice(told.length)) {
    const known = { ...event, time: entry.time, details: details as unknown as EventDetails }
    if (event.kind !== 'market' && event.kind !== 'resolution') {
      events.push(known)
      continue
    }
    const state = await ledger.market(event.market)
    if (state) events.push(fromAccount(known, state))
  }
  return events
}

/** What an instruction that succeeded must have led to. */
function expect({ accounts, data }: Call, closed: ReadonlySet<string>, program: string): Expected[] {
  const instruction = IDL.instructions.find(({ discriminator }) =>
    data.subarray(0, 8).equals(Buffer.from(discriminator)),
  )
  if (!instruction) return []
  const names: readonly { name: string }[] = instruction.accounts
  const account = (name: string) => accounts[names.findIndex((one) => one.name === name)] ?? ''
  const market = account('market')
  const paid = (position: string, wallet: string, recipient: string): Expected[] =>
    closed.has(position) ? [{ kind: 'payout', market, wallet, details: { recipient } }] : []
  switch (instruction.name) {
    case 'createMarket': {
      const creator = account('creator')
      const created: Expected = { kind: 'market', market, wallet: creator, details: {} }
      // An account that is left out is the program's own address.
      const hasStake = account('position') !== program
      return hasStake ? [created, bet(market, creator, data.subarray(-9))] : [created]
    }
    case 'placeBet':
      return [bet(market, account('bettor'), data.subarray(8))]
    case 'resolveMarket':
    case 'voidMarket':
      return [{ kind: 'resolution', market, wallet: null, details: {} }]
    case 'collectFees':
      return [{ kind: 'fees', market, wallet: null, details: { treasury: account('treasury') } }]
    case 'claimPosition': {
      const token = account('ownerToken')
      const owner = account('owner')
      return paid(account('position'), owner, token === program ? owner : token)
    }
    case 'settlePositions': {
      const size = account('mint') === program ? 2 : 3
      const others = accounts.slice(names.length)
      const groups = others.flatMap((_, index) =>
        index % size === 0 ? [others.slice(index, index + size)] : [],
      )
      const once = new Map(groups.map((group) => [group[0] ?? '', group]))
      return [...once].flatMap(([position, group]) => paid(position, group[1] ?? '', group.at(-1) ?? ''))
    }
    case 'closeMarket':
      return [{ kind: 'closed', market, wallet: null, details: {} }]
    default:
      return []
  }
}

function bet(market: string, wallet: string, stake: Buffer): Expected {
  const outcome: Outcome = stake[0] === 0 ? 'Yes' : 'No'
  return { kind: 'bet', market, wallet, details: { outcome, amount: stake.readBigUInt64LE(1).toString() } }
}

type MarketState = NonNullable<Awaited<ReturnType<Ledger['market']>>>

/** What a market's account tells of how it began or ended. */
function fromAccount(event: EventFacts, { market, question }: MarketState): EventFacts {
  const { pools, fees, outcome, observation, terms, condition } = market
  if (event.kind === 'resolution') {
    const seen = { outcome, observation: observation && storeObservation(observation) }
    const units = { burn: fees.burn.toString(), developer: fees.developer.toString() }
    const details = { ...seen, pools: [`${pools[0]}`, `${pools[1]}`] as [string, string], fees: units }
    return { ...event, time: Number(market.resolvedAt ?? event.time), details }
  }
  const mint = market.mint?.toBase58() ?? null
  const createdAt = Number(market.createdAt)
  const details = {
    ...{ question, token: market.token?.toBase58() ?? null, mint, decimals: market.decimals, createdAt },
    ...{ closeAt: Number(market.closeAt), expireAt: Number(market.expireAt) },
    ...{ terms, condition: storeCondition(condition) },
  }
  return { ...event, time: createdAt, details }
}
