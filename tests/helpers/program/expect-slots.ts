import { PROGRAM_ID } from '@prediction-market/sdk'
import { type Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { accountsOf, type InstructionName } from '../../../sdk/src/program.ts'
import { snapshot } from './balances.ts'
import { withKey } from './slots.ts'
import type { World } from './world.ts'

/** Accounts to put where they do not belong, by what they are; a key pair signs where it is put. */
export type Substitutes = Record<string, PublicKey | Keypair>

/** An instruction that would succeed as it is. */
export interface GuardedInstruction {
  name: InstructionName
  instruction: TransactionInstruction
  signers?: Keypair[]
  /** What the accounts after the named ones are. */
  remaining?: string[]
  /** Slots, or single changes such as `mint ← nobody`, that are harmless, each with the reason. */
  except?: Record<string, string>
  /** A batch goes on without what cannot be settled: it may succeed, as long as nothing changes. */
  maySkip?: boolean
}

const REFUSED = `Program ${PROGRAM_ID.toBase58()} failed`

interface Change {
  text: string
  instruction: TransactionInstruction
  signer?: Keypair
}

/**
 * Puts every substitute, and every other account of the instruction's own, into every slot, one at a time;
 * leaves out signatures and write locks. None of it may succeed, and nothing may change.
 */
export async function expectSlotsGuarded(
  world: World,
  guarded: GuardedInstruction,
  substitutes: Substitutes,
): Promise<void> {
  const { chain } = world
  const { instruction, signers = [], maySkip = false } = guarded
  const own = instruction.keys.map(({ pubkey }) => pubkey)
  const watched = [...own, ...Object.values(substitutes).map(toAddress)]
  const before = await snapshot(chain, watched)
  const accepted: string[] = []
  for (const [index, slot] of slotsOf(guarded).entries()) {
    if (guarded.except?.[slot]) continue
    for (const change of changesOf(guarded, index, slot, substitutes)) {
      if (guarded.except?.[change.text]) continue
      const signing = signersFor(change.instruction, [...signers, ...(change.signer ? [change.signer] : [])])
      const { error, logs } = await chain.execute([change.instruction], signing)
      // It is the program that must refuse, not what surrounds it.
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

/** Every way to spoil one slot. */
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

/** Those of the signers whom the instruction asks. */
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
