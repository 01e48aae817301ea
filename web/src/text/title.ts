// What a market is called, and what its creator calls it.

import { t } from './language.ts'

/** What is read of a market: its question, and the sentence that its condition means. */
interface Words {
  question: string
  questionAgrees: 'yes' | 'no' | 'unread'
}

/** What a market is called: its question, if that says what the condition says; otherwise the condition's sentence. */
export function titleOf({ question, questionAgrees }: Words, description: string): string {
  return questionAgrees === 'yes' ? question : description
}

/** What to say of a question that is not the title; `null` if it is. */
export function creatorsWords({ question, questionAgrees }: Words): string | null {
  if (questionAgrees === 'yes') return null
  const { contradicts, unchecked } = t().common.title
  return questionAgrees === 'no' ? contradicts(question) : unchecked(question)
}
