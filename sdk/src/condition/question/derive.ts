import type { Condition, Timing } from '../types.ts'
import { type Claim, single } from './claim.ts'
import { refuse } from './refusal.ts'
import type { Entity, Subject } from './subject.ts'
import type { Verb } from './vocabulary.ts'

/** Everything a question said. Without a claim it asks for a migration. */
export interface Statement {
  subject: Subject
  claim?: Claim
  verb?: Verb
  timing: Timing
  tokenAddress: string | undefined
}

const GIVE_FEED = 'give a condition with a price feed'

/** Turns what a question said into a condition. */
export function derive({ subject, claim, verb, timing, tokenAddress }: Statement): Condition {
  if (!claim) {
    if (subject.metric !== undefined) refuse('only a token migrates')
    requireToken(subject.entity, tokenAddress, 'a migration')
    return { type: 'migration', timing }
  }
  const metric = single([subject.metric, claim.metric], 'the question measures two things: ask about one')
  const entity = subject.entity ?? claim.entity
  if (subject.entity && claim.entity) refuse('the question names more than one asset')
  if (verb?.kind === 'change' && verb.ofHolders && metric !== 'holders') refuse('only holders can be gained')
  const { comparison, target, unit } = claim
  switch (metric) {
    case 'holders':
      if (unit !== undefined) refuse('holders are a number, without a currency')
      requireToken(entity, tokenAddress, 'a holder count')
      return { type: 'holders', comparison, target, minimumBalance: 1n, timing }
    case 'supply':
      if (unit === 'dollars') refuse('a supply is in tokens, not in dollars')
      requireToken(entity, tokenAddress, 'a supply')
      return { type: 'supply', comparison, target, timing }
    case 'marketCap': {
      if (unit === 'tokens') refuse('a market cap is in dollars, not in tokens')
      const feed = feedOf(entity, 'market cap')
      requireToken(entity, tokenAddress, 'a market cap')
      return { type: 'marketCap', feed, comparison, target, timing }
    }
    default:
      if (unit === 'tokens') refuse('a price is in dollars, not in tokens')
      return { type: 'price', feed: feedOf(entity, 'price'), comparison, target, timing }
  }
}

function feedOf(entity: Entity | undefined, metric: string): string {
  if (entity?.kind === 'asset') return entity.feed.id
  if (entity?.kind === 'name') refuse(`no price feed is known for "${entity.text}": ${GIVE_FEED}`)
  return refuse(`the ${metric} of a token without a known price feed cannot be read: ${GIVE_FEED}`)
}

/** What is read from the token needs one, and an asset that is none cannot be it. */
function requireToken(entity: Entity | undefined, tokenAddress: string | undefined, what: string): void {
  if (tokenAddress === undefined) refuse(`${what} needs a tokenAddress`)
  if (entity?.kind === 'asset' && !entity.feed.isMint) {
    refuse(`${entity.feed.symbol} is not a token of Solana, so it has no mint to read`)
  }
}
