import { formatAmount } from '../amounts.ts'
import { feedPair, findFeedById } from '../feeds/lookup.ts'
import { canBeEarly } from './kinds.ts'
import { formatMoment, type Moment } from './time.ts'
import type { Comparison, Condition } from './types.ts'

/** The context of a description. */
export interface DescriptionContext {
  /** Mint of the market's token in base58. */
  tokenAddress?: string | null
  /** When the market expires. */
  expireAt: Moment
  /** Decimals of the market's token, to print balances in whole tokens. */
  tokenDecimals?: number
}

const COMPARISON_TEXT: Record<Comparison, string> = {
  above: 'above',
  atLeast: 'at least',
  below: 'below',
  atMost: 'at most',
}

const COUNTED = ", as a quorum of the market's attestors counts them"

/** What can move a supply. Mints of market capitalisations have no mint authority. */
const MUTABLE_SUPPLY = 'which a mint authority can raise and holders can lower by burning'
const SHRINKING_SUPPLY = 'which nobody can raise and holders can lower by burning'

/** What follows the sentence of every condition that can be decided early. */
const EARLY = 'Stakes that came too late for an early answer are refunded.'

/** What follows the sentence of every condition. */
const SILENCE = 'Without an answer in time, all stakes are refunded.'

/** The measured quantity and the reading that decides. */
interface Clause {
  /** The condition itself: `the price of … is above …`. */
  holds: string
  /** The reading that decides, for each timing. Begins with a comma or space, or is empty. */
  reading: { atExpiry: string; byExpiry: string }
  /** Who can move what is measured, or answer early, as a sentence of its own. */
  note?: string
}

/**
 * Says in one English sentence what makes the market Yes, and in short ones after it who can move what is measured
 * and which stakes are refunded. The same condition always gives the same text.
 *
 * @example "Yes if the Pyth price of SOL/USD is above $250 at 2026-12-01 00:00:00 UTC, …; otherwise No. …"
 */
export function describeCondition(condition: Condition, context: DescriptionContext): string {
  const { holds, reading, note } = clause(condition, context)
  const moment = formatMoment(context.expireAt)
  const sentence =
    condition.timing === 'atExpiry'
      ? `Yes if ${holds} at ${moment}${reading.atExpiry}; otherwise No.`
      : `Yes as soon as ${holds}${reading.byExpiry}, by ${moment}; otherwise No.`
  const notes = [note, canBeEarly(condition) && EARLY, SILENCE].filter(Boolean)
  return [sentence, ...notes].join(' ')
}

function clause(condition: Condition, context: DescriptionContext): Clause {
  const token = context.tokenAddress == null ? "the market's token" : `token ${context.tokenAddress}`
  switch (condition.type) {
    case 'price':
      return {
        holds: `the Pyth price of ${feedText(condition.feed)} is ${dollars(condition)}`,
        reading: priceReading('update'),
      }
    case 'marketCap':
      return {
        holds:
          `the market capitalisation of ${token}, which is the Pyth price of ${feedText(condition.feed)} ` +
          `times its supply (${SHRINKING_SUPPLY}), is ${dollars(condition)}`,
        reading: priceReading('price update'),
      }
    case 'supply':
      return {
        holds: `the supply of ${token} (${MUTABLE_SUPPLY}) is ${compared(condition)} tokens`,
        reading: {
          atExpiry: ', as its mint account shows when the market is decided',
          byExpiry: ' in its mint account',
        },
      }
    case 'migration':
      return {
        holds: `the pump.fun bonding curve of ${token} is complete and its canonical PumpSwap pool exists`,
        reading: { atExpiry: ', as these accounts show when the market is decided', byExpiry: '' },
        note: 'Anyone can complete the curve by buying the rest of it.',
      }
    case 'holders': {
      const minimum = balanceText(condition.minimumBalance, context.tokenDecimals)
      const holders = groupDigits(condition.target) === '1' ? 'holder' : 'holders'
      return {
        holds: `${token} has ${compared(condition)} ${holders} of at least ${minimum} each`,
        reading: { atExpiry: COUNTED, byExpiry: COUNTED },
        note: 'Anyone can move the count by spreading tokens over many wallets.',
      }
    }
    case 'event':
      return {
        holds: "a quorum of the market's attestors answers its question with Yes",
        reading: { atExpiry: '', byExpiry: '' },
        note: 'They answer early, either way, once the answer can no longer change.',
      }
  }
}

function priceReading(update: string): Clause['reading'] {
  return {
    atExpiry: `, by the first ${update} published at or within a minute after that time`,
    byExpiry: ` in any ${update} published after the market opens`,
  }
}

function compared({ comparison, target }: { comparison: Comparison; target: string }, unit = ''): string {
  return `${COMPARISON_TEXT[comparison]} ${unit}${groupDigits(target)}`
}

function dollars(condition: { comparison: Comparison; target: string }): string {
  return compared(condition, '$')
}

function balanceText(units: bigint, decimals: number | undefined): string {
  if (decimals === undefined) return `${groupDigits(units.toString())} base unit${units === 1n ? '' : 's'}`
  const amount = formatAmount(units, decimals)
  return `${groupDigits(amount)} token${amount === '1' ? '' : 's'}`
}

/** `SOL/USD`, or the ends of an unknown feed id. */
function feedText(id: string): string {
  const feed = findFeedById(id)
  return feed ? feedPair(feed) : `feed ${id.slice(0, 8)}…${id.slice(-8)}`
}

/** Adds thousands separators to a plain decimal and removes trailing zeros: `1,234.5` for `1234.50`. */
export function groupDigits(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  const significant = fraction.replace(/0+$/, '')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (significant && `.${significant}`)
}
