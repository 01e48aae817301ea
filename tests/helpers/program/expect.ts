import {
  type EventName,
  type ProgramError,
  type ProgramEvent,
  parseEvents,
  parseProgramError,
} from '@prediction-market/sdk'
import type { PublicKey, Signer, TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import type { Chain, Outcome } from '../chain/index.ts'
import { snapshot } from './balances.ts'
import { succeed } from './world.ts'

/** A transaction: what to run, and who signs besides the payer of its fee. */
export interface Attempt {
  instructions: TransactionInstruction | TransactionInstruction[]
  signers?: Signer[]
  /** Accounts that must not change, besides all those that the instructions name. */
  watched?: PublicKey[]
}

/**
 * Runs a transaction that must be refused by this name, and checks that nothing changed: no lamport, no
 * token, no byte of any account that it names. What the runtime itself refuses has the runtime's words for
 * a name, such as `invalid account data for instruction`.
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

/** What a transaction was refused for, by name; `null` if it was not. */
export function refusalOf(outcome: Outcome): string | null {
  if (outcome.error === null) return null
  const error = parseProgramError(outcome)
  if (error) return error.name
  const failure = outcome.logs.map((line) => /^Program \w+ failed: (.+)$/.exec(line)?.[1]).find(Boolean)
  return failure ?? outcome.error
}

/** Runs a transaction that, refused or not, must change nothing. */
export async function expectUnchanged({ chain }: { chain: Chain }, attempt: Attempt): Promise<Outcome> {
  const instructions = [attempt.instructions].flat()
  const named = instructions.flatMap(({ keys }) => keys.map(({ pubkey }) => pubkey))
  const addresses = [...named, ...(attempt.watched ?? [])].filter((key) => !key.equals(chain.payer.publicKey))
  const before = await snapshot(chain, addresses)
  const outcome = await chain.execute(instructions, attempt.signers)
  const after = await snapshot(chain, addresses)
  expect(after, outcome.logs.join('\n')).to.deep.equal(before)
  return outcome
}

/** The events of a transaction that must succeed. */
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

/** The names of those events. */
export async function eventNames(...args: Parameters<typeof eventsOf>): Promise<EventName[]> {
  return (await eventsOf(...args)).map(({ name }) => name)
}
