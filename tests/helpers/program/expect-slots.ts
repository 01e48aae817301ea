// Checks that an instruction refuses every wrong account.

import { PROGRAM_ID } from '@prediction-market/sdk'
import { type Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { accountsOf, type InstructionName } from '../../../sdk/src/core/program.ts'
import { snapshot } from './balances.ts'
import { withKey } from './slots.ts'
import type { World } from './world.ts'

/** Accounts to put into wrong slots, by description. A keypair signs if its slot needs a signature. */
export type Substitutes = Record<string, PublicKey | Keypair>

/** A valid instruction whose slots are to be tested. */
export interface GuardedInstruction {
  name: InstructionName
  instruction: TransactionInstruction
  signers?: Keypair[]
  /** Names of the remaining accounts. */
  remaining?: string[]
  /** Harmless slots, or single changes such as `mint ← nobody`, each with the reason. */
  except?: Record<string, string>
  /** Whether a changed instruction may succeed if it changes nothing, as a batch that skips positions does. */
  maySkip?: boolean
}

const REFUSED = `Program ${PROGRAM_ID.toBase58()} failed`

interface Change {
  text: string
  instruction: TransactionInstruction
  signer?: Keypair
}

/**
 * Puts every substitute, and every other account of the instruction, into every slot, one at a time; removes
 * signatures and write locks. Every changed instruction must be refused, and no account may change.
 */
export async function expectSlotsGuarded(
  world: World,
  guarded: GuardedInstruction,
  substitutes: Substitutes,
): Promise<void> {
  const { chain } = world
  const { instruction, signers = [], maySkip = false } = guarded
  // The payer of all fees may be the keeper.
  const own = instruction.keys.map(({ pubkey }) => pubkey).filter((key) => !key.equals(chain.payer.publicKey))
  const watched = [...own, ...Object.values(substitutes).map(toAddress)]
  const before = await snapshot(chain, watched)
  const accepted: string[] = []
  for (const [index, slot] of slotsOf(guarded).entries()) {
    if (guarded.except?.[slot]) continue
    for (const change of changesOf(guarded, index, slot, substitutes)) {
      if (guarded.except?.[change.text]) continue
      const signing = signersFor(change.instruction, [...signers, ...(change.signer ? [change.signer] : [])])
      const { error, logs } = await chain.execute([change.instruction], signing)
      // The program itself must refuse, not the runtime or another program.
      if (error !== null && logs.some((line) => line.startsWith(`${REFUSED}: `))) continue
      const unchanged = maySkip && isEqual(await snapshot(chain, watched), before)
      if (!unchanged) accepted.push(change.text)
    }
  }
  expect(accepted, `accepted by ${guarded.name}`).to.deep.equal([])
  expect(await snapshot(chain, watched)).to.deep.equal(before)
}

/** The names of all accounts of an instruction, in order. */
function slotsOf({ name, instruction, remaining = [] }: GuardedInstruction): string[] {
  const slots = [...accountsOf(name).map((account) => account.name), ...remaining]
  expect(slots, `names for the accounts of ${name}`).to.have.length(instruction.keys.length)
  return slots
}

/** Every change to one slot. */
function changesOf(guarded: GuardedInstruction, index: number, slot: string, given: Substitutes): Change[] {
  const { instruction } = guarded
  const key = instruction.keys[index]
  if (!key) return []
  const changes: Change[] = []
  const own = slotsOf(guarded).map((name, at) => [`its own ${name}`, instruction.keys[at]?.pubkey])
  for (const [name, substitute] of [...Object.entries(given), ...(own as [string, PublicKey][])]) {
    const isPair = !(substitute instanceof PublicKey)
    if (toAddress(substitute).equals(key.pubkey) || (key.isSigner && !isPair)) continue
    changes.push({
      text: `${slot} ← ${name}`,
      instruction: withKey(instruction, index, toAddress(substitute)),
      ...(isPair && key.isSigner ? { signer: substitute } : {}),
    })
  }
  for (const flag of ['isSigner', 'isWritable'] as const) {
    if (!key[flag]) continue
    changes.push({
      text: `${slot}: not ${flag}`,
      instruction: withKey(instruction, index, { [flag]: false }),
    })
  }
  return changes
}

/** The signers that the instruction needs. */
function signersFor({ keys }: TransactionInstruction, signers: Keypair[]): Keypair[] {
  return signers.filter(({ publicKey }) => keys.some((key) => key.isSigner && key.pubkey.equals(publicKey)))
}

function toAddress(account: PublicKey | Keypair): PublicKey {
  return account instanceof PublicKey ? account : account.publicKey
}

function isEqual(one: object, other: object): boolean {
  const text = (value: object) =>
    JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each))
  return text(one) === text(other)
}
