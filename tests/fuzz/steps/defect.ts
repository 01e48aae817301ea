import { type Address, PROGRAM } from '../chain/address.ts'
import { slotsOf } from '../chain/instruction.ts'
import type { Instruction } from '../chain/transaction.ts'
import type { World } from '../model/world.ts'
import type { Random } from '../random.ts'
import type { Plan } from './step.ts'

/** One account of an instruction is unsigned, read-only, another one, or of a version that nobody knows. */
export interface Defect {
  slot: string
  how: 'unsigned' | 'readonly' | 'other' | 'version'
  other: Address
}

/**
 * Accounts that may be others, or whose wrong ones are steps of their own: a signer who has no rights, any token
 * account of an owner's, the token account of a treasury that gets nothing.
 */
const FREE: Record<string, readonly string[]> = {
  updateConfig: ['admin'],
  acceptAdmin: ['pendingAdmin'],
  createAttestorSet: ['admin'],
  collectFees: ['treasuryToken'],
  claimPosition: ['ownerToken'],
  withdraw: ['ownerToken'],
  resolveMarket: ['attestorSet'],
}

/** Accounts of ours, and where they are new. */
const VERSIONED = ['config', 'feeVault', 'market', 'question', 'position', 'bankroll', 'attestorSet']
const NEW: Record<string, readonly string[]> = {
  initializeConfig: ['config', 'feeVault'],
  createAttestorSet: ['attestorSet'],
  createMarket: ['market', 'question', 'position'],
}

/** An account that no instruction takes in this place. */
function wrongAccount(random: Random, world: World, name: string, slot: string, isSigner: boolean): Address {
  if (isSigner || /Token$/.test(slot))
    return /Token$/.test(slot) ? world.tokensOf(world.stranger) : world.stranger
  const markets = [...world.markets.values()].filter(({ status }) => status !== 'gone')
  const bankroll = world.bankrolls.get(random.pick(world.actors))
  const candidates = [world.config, world.vaultAddress, world.stranger, world.mint, world.tokenProgram]
  candidates.push(world.tokensOf(world.stranger), world.subjects[0]?.mint ?? world.stranger)
  if (bankroll) candidates.push(bankroll.address)
  if (markets.length > 0) {
    const market = random.pick(markets)
    candidates.push(market.escrow, market.question, world.position(market, random.pick(world.actors)))
    // Another market is as good as this one where nothing else names it.
    if (name !== 'resolveMarket' && name !== 'voidMarket') candidates.push(market.address)
  }
  return random.pick(candidates)
}

/** A random defect for an instruction. */
export function someDefect(random: Random, world: World, { name }: Plan): Defect | null {
  const slots = slotsOf(name).filter((slot) => !FREE[name]?.includes(slot.name))
  if (slots.length === 0) return null
  const slot = random.pick(slots)
  // Anyone may be the keeper, who signs and is paid.
  const ways: Defect['how'][] = slot.name === 'keeper' ? [] : ['other', 'other']
  if (slot.signer) ways.push('unsigned', 'unsigned')
  if (slot.writable) ways.push('readonly')
  if (VERSIONED.includes(slot.name) && !NEW[name]?.includes(slot.name)) ways.push('version', 'version')
  const other = wrongAccount(random, world, name, slot.name, slot.signer ?? false)
  return { slot: slot.name, how: random.pick(ways), other }
}

/** The plan with the defect in it, or the same plan where it would change nothing. */
export function withDefect(world: World, plan: Plan, { slot, how, other }: Defect): Plan {
  const at = slotsOf(plan.name).findIndex(({ name }) => name === slot)
  const last = plan.instructions.at(-1) as Instruction
  const meta = last.accounts[at]
  const isUsedOnce = (address: Address) =>
    last.accounts.filter((account) => account.address === address).length === 1
  const exists = (address: Address) => (world.runtime.read(address)?.data.length ?? 0) > 0
  if (!meta || meta.address === PROGRAM || meta.address === other || !isUsedOnce(meta.address)) return plan
  if (how === 'version') {
    // An account that the instruction creates has no version yet.
    return exists(meta.address)
      ? { ...plan, reasons: [...plan.reasons, 'UnknownVersion'], unknown: [meta.address] }
      : plan
  }
  const changed = {
    unsigned: { ...meta, isSigner: false },
    readonly: { ...meta, isWritable: false },
    other: { ...meta, address: other },
  }[how]
  const accounts = last.accounts.with(at, changed)
  const instructions = plan.instructions.with(-1, { ...last, accounts })
  return { ...plan, instructions, reasons: [...plan.reasons, 'any'] }
}
