// The admin: handing over, attestor sets and the first configuration. The settings are in `update.ts`.

import { type Address, ours, SYSTEM } from '../chain/address.ts'
import { Bytes } from '../chain/bytes.ts'
import { call } from '../chain/instruction.ts'
import { PROGRAM_DATA, rent, UPGRADE_AUTHORITY } from '../chain/runtime.ts'
import { ATTESTORS, NOBODY } from '../model/world.ts'
import { VAULT_BYTES } from './auction.ts'
import { canPay, type Plan, type StepKind } from './step.ts'
import { encodeSettings, settingsReasons } from './update.ts'

const CONFIG_BYTES = 279
const SET_BYTES = 288
const MOST_SETS = 6

export interface AcceptStep {
  kind: 'accept'
  signer: Address
}

export interface AttestorsStep {
  kind: 'attestors'
  signer: Address
  /** Indices of `ATTESTORS`. */
  keys: number[]
}

export interface InitializeStep {
  kind: 'initialize'
  signer: Address
  halfLife: number
  smallestLot: bigint
}

export const accept: StepKind<AcceptStep> = {
  make(random, world) {
    const isNamed = world.pendingAdmin !== NOBODY && !random.oneIn(3)
    return { kind: 'accept', signer: isNamed ? world.pendingAdmin : random.pick(world.actors) }
  },

  plan(world, { signer }): Plan {
    return {
      name: 'acceptAdmin',
      instructions: [call('acceptAdmin', { pendingAdmin: signer, config: world.config })],
      reasons: signer === world.pendingAdmin ? [] : ['NotPendingAdmin'],
      commit() {
        world.admin = signer
        world.pendingAdmin = NOBODY
      },
    }
  },
}

export const attestors: StepKind<AttestorsStep> = {
  make(random, world) {
    if (world.sets.length >= MOST_SETS) return null
    const count = random.pick([3, 4, 4, 5, 5, 6, 7, 7, 8, 8, 9])
    const start = random.int(0, 9)
    const keys = Array.from({ length: count }, (_, index) => (start + index) % 10)
    if (random.oneIn(6)) keys[0] = keys.at(-1) ?? 0
    const signer = random.oneIn(6) ? random.pick(world.actors) : world.admin
    return { kind: 'attestors', signer, keys }
  },

  plan(world, { signer, keys }): Plan {
    const index = Buffer.alloc(2)
    index.writeUInt16LE(world.sets.length)
    const address = ours(`attestor set ${world.sets.length}`, 'attestors', index)
    const reasons: string[] = []
    const isDistinct = new Set(keys).size === keys.length
    if (!isDistinct || ![4, 5, 7, 8].includes(keys.length)) reasons.push('InvalidAttestorSet')
    if (signer !== world.admin) reasons.push('NotAdmin')
    if (!canPay(world, signer, rent(SET_BYTES))) reasons.push('funds')
    const data = new Bytes().u32(keys.length)
    for (const key of keys) data.key((ATTESTORS[key] as (typeof ATTESTORS)[number]).key)
    const accounts = { admin: signer, config: world.config, attestorSet: address, systemProgram: SYSTEM }
    return {
      name: 'createAttestorSet',
      instructions: [call('createAttestorSet', accounts, data)],
      reasons,
      commit() {
        world.move(signer, address, rent(SET_BYTES))
        world.sets.push({ address, keys })
      },
    }
  },
}

export const initialize: StepKind<InitializeStep> = {
  make(random, world) {
    const signer = random.pick([UPGRADE_AUTHORITY, ...world.actors])
    return {
      kind: 'initialize',
      signer,
      halfLife: world.vault.halfLife,
      smallestLot: world.vault.smallestLot,
    }
  },

  plan(world, { signer, halfLife, smallestLot }): Plan {
    const isDone = world.balance(world.config) > 0n
    const reasons = isDone ? ['AccountExists'] : []
    if (signer !== UPGRADE_AUTHORITY) reasons.push('NotUpgradeAuthority')
    if (isDone && settingsReasons(world.settings).length > 0) reasons.push('any')
    const accounts = {
      authority: signer,
      config: world.config,
      feeVault: world.vaultAddress,
      utilityMint: world.mint,
      programData: PROGRAM_DATA,
      systemProgram: SYSTEM,
    }
    const auction = new Bytes().u64(0).u32(halfLife).u64(smallestLot).done()
    return {
      name: 'initializeConfig',
      instructions: [call('initializeConfig', accounts, encodeSettings(world.settings).raw(auction))],
      reasons,
      commit() {
        world.move(signer, world.config, rent(CONFIG_BYTES))
        world.move(signer, world.vaultAddress, rent(VAULT_BYTES))
        world.vault.price = world.supply << 32n
      },
    }
  },
}
