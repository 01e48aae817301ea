import { PROGRAM_ID } from '@prediction-market/sdk'
import type { Random } from '../../fuzz/random.ts'
import type { Call, Fault, Result } from './faults.ts'
import type { Snapshot } from './recorder.ts'

/** A wrong answer and its name. */
export interface Lie {
  fault: Fault
  result: Result
}

/** The wrong answer of a node to a call, with the slot of now; `undefined` if it answers correctly. */
export function lieAbout(
  { method, params }: Call,
  truth: Result,
  old: Snapshot,
  random: Random,
): Lie | undefined {
  switch (method) {
    case 'getAccountInfo': {
      const wrong = wrongAccount(params[0], truth.value, old, random)
      return wrong && { fault: wrong.fault, result: { ...truth, value: wrong.account } }
    }
    case 'getMultipleAccounts': {
      const index = random.int(0, Math.max(0, truth.value.length - 1))
      const wrong = wrongAccount(params[0][index], truth.value[index], old, random)
      return (
        wrong && { fault: wrong.fault, result: { ...truth, value: truth.value.with(index, wrong.account) } }
      )
    }
    case 'getProgramAccounts': {
      if (params[0] !== PROGRAM_ID.toBase58()) return undefined
      const left = (list: Result[]) => list.filter(() => !random.oneIn(4))
      const result = Array.isArray(truth) ? left(truth) : { ...truth, value: left(truth.value) }
      return { fault: 'missing account', result }
    }
    case 'getSignatureStatuses':
      return { fault: 'missing status', result: { ...truth, value: truth.value.map(() => null) } }
    case 'getTransaction':
      return truth && { fault: 'missing transaction', result: null }
    case 'getSignaturesForAddress': {
      const result = truth.filter(() => !random.oneIn(3))
      return result.length < truth.length ? { fault: 'short list', result } : undefined
    }
    default:
      return undefined
  }
}

function wrongAccount(
  address: string,
  account: Result,
  old: Snapshot,
  random: Random,
): { fault: Fault; account: Result } | undefined {
  if (account?.owner !== PROGRAM_ID.toBase58()) return undefined
  const before = old.accounts.get(address)
  const isStale = before && before.data[0] !== account.data[0] && random.oneIn(2)
  return isStale ? { fault: 'stale account', account: before } : { fault: 'missing account', account: null }
}
