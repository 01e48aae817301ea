// Expectations about transactions: refusals, unchanged accounts and events.

import type { ProgramError } from '@prediction-market/sdk'
import { type EventName, type ProgramEvent, parseEvents } from '@prediction-market/sdk/events'
import { parseProgramError } from '@prediction-market/sdk/transaction'
import type { PublicKey, Signer, TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import type { Chain, TransactionResult } from '../chain/index.ts'
import { snapshot } from './balances.ts'
import { succeed } from './world.ts'

/** A transaction, and its signers besides the fee payer. */
export interface Attempt {
  instructions: TransactionInstruction | TransactionInstruction[]
  signers?: Signer[]
  /** Accounts that must not change, besides those of the instructions. */
  watched?: PublicKey[]
}

/**
 * Runs a transaction that must fail with the error `name`, and checks that no account of it changed: no
 * lamport, no token, no byte. For errors of the runtime `name` is the runtime's message, such as `invalid
 * account data for instruction`.
 */
export async function expectRefusal(
  { chain }: { chain: Chain },
  name: string,
  attempt: Attempt,
): Promise<ProgramError | null> {
  const outcome = await expectUnchanged({ chain }, attempt)
  expect(refusalOf(outcome), outcome.logs.join('\n')).to.equal(name)
  return parseProgramError(outcome)
}

/** The name of the error that a transaction failed with; `null` if it succeeded. */
export function refusalOf(outcome: TransactionResult): string | null {
  if (outcome.error === null) return null
  const error = parseProgramError(outcome)
  if (error) return error.name
  const failure = outcome.logs.map((line) => /^Program \w+ failed: (.+)$/.exec(line)?.[1]).find(Boolean)
  return failure ?? outcome.error
}

/** Runs a transaction that must change nothing, whether it succeeds or fails. */
export async function expectUnchanged(
  { chain }: { chain: Chain },
  attempt: Attempt,
): Promise<TransactionResult> {
  const instructions = [attempt.instructions].flat()
  const named = instructions.flatMap(({ keys }) => keys.map(({ pubkey }) => pubkey))
  const addresses = [...named, ...(attempt.watched ?? [])].filter((key) => !key.equals(chain.payer.publicKey))
  const before = await snapshot(chain, addresses)
  const outcome = await chain.execute(instructions, attempt.signers)
  const after = await snapshot(chain, addresses)
  expect(after, outcome.logs.join('\n')).to.deep.equal(before)
  return outcome
}

/** Runs a transaction that must succeed, and returns its events. */
export async function eventsOf(
  world: { chain: Chain },
  instructions: TransactionInstruction | TransactionInstruction[],
  signers: Signer[] = [],
): Promise<ProgramEvent[]> {
  const { logs } = await succeed(world, [instructions].flat(), signers)
  const { events, isTruncated } = parseEvents(logs)
  expect(isTruncated).to.equal(false)
  return events
}

/** Runs a transaction that must succeed, and returns the names of its events. */
export async function eventNames(...args: Parameters<typeof eventsOf>): Promise<EventName[]> {
  return (await eventsOf(...args)).map(({ name }) => name)
}
