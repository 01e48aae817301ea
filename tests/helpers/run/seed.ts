// Random tests repeat themselves: fast-check and our own generators begin with SEED, or always with the same number.

import fc from 'fast-check'

/** What a run begins with; fast-check prints it with a failure. */
export const SEED = Number(process.env.SEED ?? 20_260_101)

fc.configureGlobal({ seed: SEED })
