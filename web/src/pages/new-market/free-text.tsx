// A question in one's own words, which fills in the builder.

import { useState } from 'preact/hooks'
import { readQuestion } from '../../api/gateway.ts'
import { messageOf } from '../../api/http.ts'
import type { Asset, QuestionAnswer } from '../../model/types.ts'
import { t } from '../../text/language.ts'
import { EXAMPLES } from './compose.ts'
import { type Draft, fromMeant } from './draft.ts'
import { type Problem, problemOf } from './fixes.ts'
import { ProblemText } from './problem-text.tsx'
import { EVENT_TOPIC, isAboutToken, isEvent } from './topics.ts'

interface Props {
  draft: Draft
  assets: readonly Asset[]
  onChange(fields: Partial<Draft>): void
}

/** A question in one's own words, which fills in the builder. */
export function FreeText({ draft, assets, onChange }: Props) {
  const [words, setWords] = useState('')
  const [isReading, setIsReading] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isFilled, setIsFilled] = useState(false)

  const fill = (fields: Partial<Draft>) => {
    setProblem(null)
    setIsFilled(true)
    onChange(fields)
  }
  const read = async (question: string) => {
    if (!question.trim()) return
    setIsReading(true)
    setProblem(null)
    setIsFilled(false)
    try {
      const tokenAddress = isAboutToken(draft.topic) ? draft.token.trim() || null : null
      const expireAt = new Date(draft.expiry).toISOString()
      const found = meantBy(await readQuestion({ question: question.trim(), tokenAddress, expireAt }), assets)
      if ('message' in found) setProblem(found)
      else fill(found)
    } catch (error) {
      setProblem(problemOf(error as Error, draft, assets))
    } finally {
      setIsReading(false)
    }
  }

  return (
    <form
      class="ask-words"
      onSubmit={(event) => {
        event.preventDefault()
        void read(words)
      }}
    >
      <label class="field">
        <span>{t().builder.words.label}</span>
        <span class="ask-line">
          <input
            name="words"
            value={words}
            maxLength={280}
            autoComplete="off"
            placeholder={EXAMPLES[0]}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
          <button type="submit" class="button quiet" disabled={isReading}>
            {isReading ? t().builder.words.reading : t().builder.words.fill}
          </button>
        </span>
      </label>
      <div class="quick">
        {EXAMPLES.map((example) => (
          <button
            key={example}
            type="button"
            class="pill"
            onClick={() => {
              setWords(example)
              void read(example)
            }}
          >
            {example}
          </button>
        ))}
      </div>
      <ProblemText problem={problem} onFix={({ change }) => (change ? fill(change) : void read(words))} />
      <p class="muted small-text" role="status">
        {isFilled && t().builder.words.filled}
      </p>
    </form>
  )
}

/** What a question fills in, or why it does not and what may be meant. */
function meantBy(answer: QuestionAnswer, assets: readonly Asset[]): Partial<Draft> | Problem {
  const { question, tokenAddress, expireAt, condition, reason, alternatives } = answer
  if (condition) return fromMeant({ question, tokenAddress, expireAt, condition }, assets)
  // Where the same words mean one market at another time, that is meant.
  const [first, ...others] = alternatives
  if (first && first.question === question && others.length === 0) return fromMeant(first, assets)
  const { attestors } = t().builder.words
  const fixes = alternatives.map((meant) => ({
    text: isEvent(meant.condition.type) ? attestors : meant.question,
    change: fromMeant(meant, assets),
  }))
  const offersEvent = alternatives.some((meant) => isEvent(meant.condition.type))
  const event = { text: attestors, change: { topic: EVENT_TOPIC, words: question } }
  return { message: messageOf(reason), fixes: offersEvent ? fixes : [...fixes, event] }
}
