// The texts of a market that people read: its question, and the sentence that its condition means.

import { type Condition, describeCondition } from '@prediction-market/sdk'
import { type Agreement, questionAgrees, visibleText } from '@prediction-market/sdk/question'
import type { PublicKey } from '@solana/web3.js'
import { LRUCache } from 'lru-cache'

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

/** The texts of a market that people read. */
export interface Words {
  /** The creator's words, with invisible characters made visible. */
  question: string
  /** The condition in words; it decides the market. */
  description: string
  questionAgrees: Agreement
}

/** A cache, since reading a question takes a millisecond; neither it nor the condition ever changes. */
const known = new LRUCache<string, Words>({ max: 20_000 })

/** @param id - of the market */
export function wordsOf(id: string, asked: AskedMarket): Words {
  const key = `${id} ${asked.question}`
  const words = known.get(key) ?? readWords(asked)
  known.set(key, words)
  return words
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
