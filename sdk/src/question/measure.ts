// Finds what a question measures, and of which asset.

import * as kinds from '../core/condition/kinds/index.ts'
import { findFeedByMint } from '../core/feeds/lookup.ts'
import { GIVE_VALUE, refuse } from './refusal.ts'
import type { Statement } from './statement.ts'
import { type Entity, oneMetric, refuseMisspelt, type Subject } from './subject.ts'
import { grammarOf, type Metric } from './vocabulary.ts'

/** The quantity that a question measures, so that its current value can be looked up. `feed` is a Pyth feed id. */
export type QuestionMeasure = MeasureOf<
  Exclude<kinds.Condition, kinds.ChangeCondition | kinds.EventCondition>
>

type MeasureOf<C> = C extends { type: string; feed: string }
  ? Pick<C, 'type' | 'feed'>
  : C extends kinds.Condition
    ? Pick<C, 'type'>
    : never

const ASK_KNOWN = 'ask about its holders, supply or migration, or an asset that has a price feed'
const ASK_ELSE = 'ask about its price, or about a token of Solana'

/** The entity that is measured: named once, in the subject or with the value. */
export function entityOf({ subject, claim }: Statement): Entity | undefined {
  if (subject.entity && claim?.entity) refuse('the question names more than one asset', 'ask about one')
  return subject.entity ?? claim?.entity
}

/** Finds what a question measures, and of which asset; refuses a token that is not the market's. */
export function measure(statement: Statement, tokenAddress: string | null): QuestionMeasure {
  const { subject, verb, claim } = statement
  const entity = entityOf(statement)
  if (!claim) {
    if (subject.metric !== undefined) refuse('only a token migrates', 'say "Will this token migrate?"')
    requireToken(entity, tokenAddress, 'a migration')
    return { type: 'migration' }
  }
  const metric = oneMetric(subject.metric, claim.metric)
  const type = metric ?? 'price'
  const { name, isCounted, wrongUnits } = grammarOf(type)
  if (!isCounted && !entity && subject.metric === undefined) {
    refuse('the question does not say of what', 'name it, as in "Will SOL be above $250?"')
  }
  const wrong = claim.value.unit && wrongUnits[claim.value.unit]
  if (wrong) refuse(...wrong)
  if (type === 'price' && verb.kind === 'gain') {
    refuse('an amount that is gained or lost is not a value', GIVE_VALUE)
  }
  if (metric === undefined && (verb.kind === 'have' || verb.kind === 'value')) {
    refuse('the question does not say what is measured', 'say "price", "market cap" or "holders"')
  }
  const { needsToken, fields } = kinds.kindOf({ type })
  if (needsToken) requireToken(entity, tokenAddress, name)
  const feed = fields.includes('feed') ? { feed: feedOf(entity, tokenAddress, type) } : {}
  return { type, ...feed } as QuestionMeasure
}

/** The price of a subject; refuses any other metric. */
export function measurePrice({ entity, metric }: Subject, tokenAddress: string | null) {
  if (metric !== undefined && metric !== 'price') {
    refuse('only a price can be compared with an earlier one', GIVE_VALUE)
  }
  return { type: 'price' as const, feed: feedOf(entity, tokenAddress, 'price') }
}

/** The feed of an asset, or of the market's token if its mint is in the feed table. */
function feedOf(entity: Entity | undefined, tokenAddress: string | null, metric: Metric): string {
  const name = metric === 'price' ? 'price' : 'market cap'
  if (entity?.kind === 'name') {
    refuseMisspelt(entity.text)
    refuse(`no price feed is known for "${entity.text}"`, ASK_KNOWN)
  }
  if (entity?.kind === 'asset') {
    if (metric === 'price') requireNoOtherToken(entity, tokenAddress)
    return entity.feed.id
  }
  const own = tokenAddress === null ? undefined : findFeedByMint(tokenAddress)
  if (own) return own.id
  return refuse(`no price feed is known for the token whose ${name} is asked`, ASK_KNOWN)
}

/** Refuses another asset in a market about a token, because a token may share its name with an asset. */
function requireNoOtherToken({ feed }: Extract<Entity, { kind: 'asset' }>, tokenAddress: string | null) {
  if (tokenAddress === null || tokenAddress === feed.mint) return
  if (feed.mint === null && findFeedByMint(tokenAddress)) return
  const instead =
    feed.mint === null
      ? 'leave the token out'
      : `choose ${feed.mint}, the mint of ${feed.symbol}, or no token`
  refuse(`the market's token is not ${feed.symbol}`, instead, { tokenAddress: feed.mint })
}

/** Requires the market's token, and that the question means it. */
function requireToken(entity: Entity | undefined, tokenAddress: string | null, what: string): void {
  if (entity?.kind === 'asset' && entity.feed.mint === null) {
    refuse(`of ${entity.feed.symbol} only the price can be read`, ASK_ELSE)
  }
  if (entity?.kind === 'asset' && entity.feed.mint !== tokenAddress) {
    const { symbol, mint } = entity.feed
    const problem = tokenAddress === null ? `${what} needs a token` : `the market's token is not ${symbol}`
    refuse(problem, `choose ${mint}, the mint of ${symbol}`, { tokenAddress: mint })
  }
  if (tokenAddress === null) refuse(`${what} needs a token`, 'name it by the address of its mint')
  if (entity?.kind !== 'name') return
  const own = findFeedByMint(tokenAddress)
  if (own) {
    refuse(`the market's token is ${own.symbol}, not ${entity.text}`, 'choose that token for the market')
  }
  refuseMisspelt(entity.text)
}
