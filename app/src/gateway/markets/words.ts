// The texts of a market that people read: its question, and the sentence that its condition means.

import {
  type Condition,
  describeCondition,
  formatMoment,
  formatMoney,
  type Market,
  type Outcome,
  type Stakes,
} from '@prediction-market/sdk'
import { currencyOf } from '@prediction-market/sdk/currency'
import { type Agreement, questionAgrees, visibleText } from '@prediction-market/sdk/question'
import type { PublicKey } from '@solana/web3.js'
import { LRUCache } from 'lru-cache'
import { remember } from '../../runtime/remember.ts'

/** A market's question, and the fields that determine its meaning. */
export interface AskedMarket {
  question: string
  condition: Condition
  /** In base58. */
  token: string | null
  /** Unix seconds. */
  createdAt: number | bigint
  expireAt: number | bigint
}

export interface Words {
  /** The creator's words, with invisible characters made visible. */
  question: string
  /** The condition in words; it decides the market. */
  description: string
  questionAgrees: Agreement
}

/** A cache, since reading a question takes a millisecond; neither it nor the condition ever changes. */
const known = new LRUCache<string, Words>({ max: 20_000 })

export function wordsOf(id: string, asked: AskedMarket): Words {
  return remember(known, `${id} ${asked.question}`, () => readWords(asked))
}

/** The words of a market whose token is an address. */
export function marketWords({
  id,
  question,
  market,
}: {
  id: string
  question: string
  market: Omit<AskedMarket, 'question' | 'token'> & { token: PublicKey | null }
}): Words {
  return wordsOf(id, { ...market, question, token: market.token?.toBase58() ?? null })
}

/** The title of a market, one line: its question, if that says what the condition says. */
export function titleOf({ question, description, questionAgrees: agrees }: Words): string {
  return agrees === 'yes' ? question : description
}

/** The question as a quotation, if it is not the title. */
export function creatorsWords({ question, questionAgrees: agrees }: Words): string | null {
  if (agrees === 'yes') return null
  const warning = agrees === 'no' ? ' They contradict what decides the market.' : ''
  return `The creator's words: "${question}".${warning}`
}

function readWords({ question, condition, token: tokenAddress, createdAt, expireAt }: AskedMarket): Words {
  const context = { tokenAddress, expireAt: BigInt(expireAt), now: BigInt(createdAt) }
  return {
    question: visibleText(question),
    description: describeCondition(condition, context),
    questionAgrees: questionAgrees(question, condition, context),
  }
}

/** What the sides of a market are called: Up and Down where it asks only which way a price goes. */
export function sideNames(condition: Condition): Record<Outcome, string> {
  if (!('bps' in condition) || condition.bps !== 0) return { Yes: 'Yes', No: 'No' }
  const isDown = condition.comparison === 'below' || condition.comparison === 'atMost'
  return isDown ? { Yes: 'Down', No: 'Up' } : { Yes: 'Up', No: 'Down' }
}

/** The odds of both sides as text, as the page shows them: `62.5 %`; null while a side is empty, which says nothing. */
export function shownOdds({ Yes, No }: Stakes): Record<Outcome, string> | null {
  if (Yes === 0n || No === 0n) return null
  return { Yes: shareText(Yes, Yes + No), No: shareText(No, Yes + No) }
}

/** A share with at most one decimal; a small one is not shown as 0, nor a large one as all. */
function shareText(part: bigint, whole: bigint): string {
  if (part * 1_000n < whole) return '<0.1 %'
  if (part * 1_000n > whole * 999n) return '>99.9 %'
  return `${Number(((Number(part) / Number(whole)) * 100).toFixed(1))} %`
}

/** The state of a market in a sentence or two: odds, volume and the end of betting, or how it was decided. */
export function stateText(
  market: Pick<Market, 'pools' | 'decimals' | 'status' | 'outcome' | 'closeAt' | 'mint' | 'condition'>,
  acceptingBets: boolean,
): string {
  const { pools, decimals, status, outcome, closeAt } = market
  const names = sideNames(market.condition)
  if (status === 'void') return 'Void: every stake is refunded.'
  if (status === 'resolved') return `Decided: ${names[outcome ?? 'Yes']}.`
  const odds = shownOdds(pools)
  const volume = formatMoney(pools.Yes + pools.No, currencyOf(market), decimals)
  const betting = acceptingBets ? `Bets until ${formatMoment(closeAt)}.` : 'Betting has ended.'
  if (odds) return `${names.Yes} ${odds.Yes}, ${names.No} ${odds.No} of ${volume}. ${betting}`
  const staked = pools.Yes > 0n ? names.Yes : names.No
  const stakes = pools.Yes === pools.No ? 'nobody has bet' : `all ${volume} are on ${staked}`
  return `No odds yet: ${stakes}. ${betting}`
}
