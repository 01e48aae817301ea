// The topics of the list: what people look for, as selections and orders that the gateway has.

import { CONDITION_KINDS, type Condition, type ConditionKind } from '@prediction-market/sdk/condition'
import type { QueryOf } from '../../api/http.ts'
import { query, setQuery } from '../../state/router.ts'
import { type Strings, t } from '../../text/language.ts'

export type Topic = keyof Strings['markets']['topics']

/** An order of the list, and the types of markets that it has; all if none is named. */
interface Selection {
  sort: NonNullable<QueryOf<'/v1/markets'>['sort']>
  types?: readonly Condition['type'][]
  /** Seconds until a market of the topic ends. */
  within?: number
}

export const TOPICS: Record<Topic, Selection> = {
  trending: { sort: 'trending' },
  today: { sort: 'expiring', within: 86_400 },
  new: { sort: 'newest' },
  crypto: { sort: 'trending', types: ['price', 'change'] },
  tokens: { sort: 'trending', types: ofTokens((kind) => kind.fields.includes('target')) },
  launches: { sort: 'trending', types: ofTokens((kind) => !kind.fields.includes('target')) },
  world: { sort: 'trending', types: ['event'] },
}

/** The types of conditions about a token that are of a kind. */
function ofTokens(isMeant: (kind: ConditionKind) => boolean): Condition['type'][] {
  return CONDITION_KINDS.filter((kind) => kind.needsToken && isMeant(kind)).map(({ type }) => type)
}

const NAMES = Object.keys(TOPICS) as Topic[]

/** The topic that the address names; the first for none. */
export function chosenTopic(): Topic {
  const named = query.value.get('topic')
  return NAMES.find((topic) => topic === named) ?? 'trending'
}

/** The topics to choose from. */
export function TopicTabs({ chosen }: { chosen: Topic }) {
  return (
    <fieldset class="topics">
      <legend class="sr-only">{t().markets.topic}</legend>
      {NAMES.map((topic) => (
        <button
          key={topic}
          type="button"
          aria-pressed={topic === chosen}
          onClick={() => setQuery({ topic: topic === 'trending' ? '' : topic })}
        >
          {t().markets.topics[topic]}
        </button>
      ))}
    </fieldset>
  )
}
