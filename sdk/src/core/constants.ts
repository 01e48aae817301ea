// The constants that the program exports in its IDL. Imports no package, so that odds and questions need none.

import { IDL_CONSTANTS, type PredictionMarket } from '../idl/prediction_market.ts'

type Constant = PredictionMarket['constants'][number]

/** A number that the program exports, such as the longest question. */
export function limit(name: Exclude<Constant, { type: 'bytes' }>['name']): number {
  return Number(constant(name))
}

/** The bytes of a seed that the program exports. */
export function seed(name: Extract<Constant, { type: 'bytes' }>['name']): Uint8Array {
  return Uint8Array.from(JSON.parse(constant(name)))
}

function constant(name: Constant['name']): string {
  return (IDL_CONSTANTS.find((candidate) => candidate.name === name) as Constant).value
}
