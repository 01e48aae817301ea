// A tenth of what is asked about questions, or with QUESTIONS=all, as in the suite `slow`, everything.

import { SEED } from '../run/seed.ts'

const isAll = process.env.QUESTIONS === 'all'

/** The share of the questions that are asked. */
export const SHARE = isAll ? 1 : 0.1

/** Every tenth item, beginning where `turn` and SEED say: ten seeds in a row have all of them. */
export function tenthOf<T>(items: readonly T[], turn = 0): T[] {
  return items.filter((_, index) => isAll || (index + turn + SEED) % 10 === 0)
}
