// Recovers the events of a transaction whose logs were truncated.

import type { Outcome } from '@prediction-market/sdk'
import { measures } from '@prediction-market/sdk/condition'
import { IDL } from '@prediction-market/sdk/idl'
import { PRICE_BITS, recordedPrice } from '@prediction-market/sdk/rules'
import { LAMPORTS_PER_SOL } from '@solana/web3.js'
import type { EventDetails } from '../../../store/schema/history-types.ts'
import { CANCELLED, type EventFields, marketDetails, resolutionDetails } from '../events.ts'
import type { InstructionTrace, Ledger, LedgerEntry, TracedInstruction } from './ledger.ts'

/** An event that an instruction must have emitted. `completeDetails` adds the details that are missing. */
type ExpectedEvent = Omit<EventFields, 'sequence' | 'time' | 'details'> & {
  details: Partial<Record<string, unknown>>
}

/**
 * Recovers the events of a transaction whose logs were truncated, which anyone can cause by letting other programs
 * log a lot before ours. They follow from its instructions, from the accounts that it closed, and from the
 * market's account.
 *
 * @param logged - the events in the logs before they were truncated
 * @returns all events, those that were recovered without their numbers; the creation or decision of a market that has been closed since may be missing, and a purchase
 *   in the burn auction whose burn the node does not show
 * @throws Error if the events cannot be derived
 */
export async function recoverEvents(
  ledger: Pick<Ledger, 'market'>,
  program: string,
  entry: LedgerEntry,
  trace: InstructionTrace,
  logged: readonly EventFields[],
): Promise<EventFields[]> {
  const expected = trace.instructions.flatMap((one) => expectedEvents(one, trace.closed, program))
  const events = [...logged]
  for (const { details, ...event } of expected.slice(countLogged(expected, logged))) {
    const known = { ...event, sequence: null, time: entry.time, details: details as unknown as EventDetails }
    if (event.kind === 'burn' && !('tokens' in details)) continue
    const isFromAccount = event.kind === 'market' || event.kind === 'resolution'
    if (!isFromAccount || 'outcome' in details) {
      events.push(known)
      continue
    }
    const state = await ledger.market(event.market)
    if (state) events.push(fromAccount(known, state))
  }
  return events
}

/**
 * How many of the expected events were logged. A decision by both prices of a change logs the first one before itself,
 * and so do two instructions that record and decide.
 */
function countLogged(expected: readonly ExpectedEvent[], logged: readonly EventFields[]): number {
  let count = 0
  for (let at = 0; at < logged.length; at += 1) {
    const [first, second] = logged.slice(at, at + 2)
    const isOfOne = (event: ExpectedEvent | EventFields | undefined) =>
      event?.kind === 'resolution' && event.market === first?.market
    if (first?.kind === 'reference' && isOfOne(second) && !isOfOne(expected[count + 1])) at += 1
    count += 1
  }
  return count
}

/** The events of a successful instruction. */
function expectedEvents(
  { accounts, data, burned }: TracedInstruction,
  closed: ReadonlySet<string>,
  program: string,
): ExpectedEvent[] {
  const instruction = IDL.instructions.find(({ discriminator }) =>
    data.subarray(0, 8).equals(Buffer.from(discriminator)),
  )
  if (!instruction) return []
  const names: readonly { name: string }[] = instruction.accounts
  const account = (name: string) => accounts[names.findIndex((one) => one.name === name)] ?? ''
  const market = account('market')
  const payout = (position: string, wallet: string, recipient: string): ExpectedEvent[] =>
    closed.has(position) ? [{ kind: 'payout', market, wallet, details: { recipient } }] : []
  switch (instruction.name) {
    case 'createMarket': {
      const creator = account('creator')
      const created: ExpectedEvent = { kind: 'market', market, wallet: creator, details: {} }
      // An optional account that is absent is given as the program's own address.
      const hasStake = account('position') !== program
      return hasStake ? [created, bet(market, creator, data.subarray(-9))] : [created]
    }
    case 'placeBet':
      return [bet(market, account('bettor'), data.subarray(8))]
    case 'placeBetFromBankroll':
      // Its accounts do not name the owner.
      throw new Error('The logs of a bet from a bankroll are truncated')
    case 'cancelMarket':
      return [{ kind: 'resolution', market, wallet: null, details: { ...CANCELLED } }]
    case 'resolveMarket':
    case 'voidMarket':
      return [{ kind: 'resolution', market, wallet: null, details: {} }]
    case 'collectFees':
      return [{ kind: 'fees', market, wallet: null, details: { treasury: account('treasury') } }]
    case 'claimPosition': {
      const token = account('ownerToken')
      const owner = account('owner')
      return payout(account('position'), owner, token === program ? owner : token)
    }
    case 'settlePositions': {
      const remaining = accounts.slice(names.length)
      // The bumps of the owners' token accounts, one for each group, follow their number.
      const size = account('mint') === program ? 2 : remaining.length / data.readUInt32LE(8)
      const groups = new Map<string, string[]>()
      for (let start = 0; start < remaining.length; start += size) {
        groups.set(remaining[start] as string, remaining.slice(start, start + size))
      }
      return [...groups].flatMap(([position, group]) => payout(position, group[1] ?? '', group.at(-1) ?? ''))
    }
    case 'closeMarket':
      return [{ kind: 'closed', market, wallet: null, details: {} }]
    case 'burnAuctionBuy': {
      const details = burnDetails(data.readBigUInt64LE(8), burned)
      return [{ kind: 'burn', market: account('feeVault'), wallet: account('buyer'), details }]
    }
    default:
      return []
  }
}

/** @param stake - the side in one byte, then the amount as a u64 */
function bet(market: string, wallet: string, stake: Buffer): ExpectedEvent {
  const outcome: Outcome = stake[0] === 0 ? 'Yes' : 'No'
  return { kind: 'bet', market, wallet, details: { outcome, amount: stake.readBigUInt64LE(1) } }
}

/** A purchase. Its price is derived from the payment, which was rounded up to a base unit. */
function burnDetails(lamports: bigint, tokens: bigint | undefined): ExpectedEvent['details'] {
  if (tokens === undefined || lamports === 0n) return {}
  const price = ((tokens << PRICE_BITS) * BigInt(LAMPORTS_PER_SOL)) / lamports
  return { lamports, tokens, price }
}

/** Seconds by which the time that a node reports for a block may be behind the clock that the program saw in it. */
const CLOCK_SLACK = 5n

type MarketState = NonNullable<Awaited<ReturnType<Ledger['market']>>>

/** Completes a creation or a decision from the market's account. */
function fromAccount(event: EventFields, { market, question }: MarketState): EventFields {
  if (event.kind === 'resolution') {
    const { resolvedAt, expireAt, observation, reference, condition } = market
    const isLater = resolvedAt === null || BigInt(event.time) + CLOCK_SLACK < resolvedAt
    const isEarly = resolvedAt !== null && resolvedAt < expireAt
    const price = recordedPrice(market)
    const reward = market.recordedReward
    if (isLater && price) {
      return { ...event, kind: 'reference', details: { observation: price, reward } }
    }
    // The decision came later: this transaction recorded a complete bonding curve, or the observation that the decision
    // is based on. No such observation is recorded before a decision that came before expiry.
    const isCurve = measures(condition, 'hasMigrated') && reference !== null && BigInt(event.time) < expireAt
    const recorded = isCurve ? reference : isEarly ? null : observation
    if (isLater && recorded) {
      return { ...event, kind: 'observation', details: { observation: recorded, isCurve, reward } }
    }
    return { ...event, time: Number(resolvedAt ?? event.time), details: resolutionDetails(market) }
  }
  const details = marketDetails(market, question, market.decimals)
  return { ...event, time: details.createdAt, details }
}
