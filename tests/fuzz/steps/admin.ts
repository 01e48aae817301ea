import { type Address, ours, RECEIVERS, SYSTEM } from '../chain/address.ts'
import { Bytes } from '../chain/bytes.ts'
import { call } from '../chain/instruction.ts'
import { PROGRAM_DATA, rent, UPGRADE_AUTHORITY } from '../chain/runtime.ts'
import type { Settings } from '../model/types.ts'
import { ATTESTORS, NOBODY, type World } from '../model/world.ts'
import type { Random } from '../random.ts'
import { VAULT_BYTES } from './auction.ts'
import { canPay, type Plan, type StepKind } from './step.ts'

const CONFIG_BYTES = 279
const SET_BYTES = 288
const MOST_SETS = 6
/** From unpausing to the first bet, and from that to the next pause. */
const PAUSE_SECONDS = 60

export interface UpdateStep {
  kind: 'update'
  signer: Address
  settings: Settings
  pending: Address
}

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

function settingsReasons(settings: Settings): string[] {
  const reasons: string[] = []
  const { burnBps, developerBps, proofWindow, maxDuration, confidenceBps } = settings
  if (burnBps > 1_000 || developerBps > 1_000) reasons.push('FeeTooHigh')
  if (settings.treasury === NOBODY) reasons.push('TreasuryMissing')
  if (!RECEIVERS.some((receiver) => receiver === settings.receiver)) reasons.push('UnknownPythReceiver')
  if (settings.minimumSol < 1n || settings.minimumUtility < 1n) reasons.push('MinimumStakeZero')
  const between = (value: number, low: number, high: number) => value >= low && value <= high
  const { decideReward, settleReward } = settings
  const limits: [isWithin: boolean, reason: string][] = [
    [between(maxDuration, 1, 157_680_000), 'MaxDurationOutOfRange'],
    [between(proofWindow, 10, 604_800), 'ProofWindowOutOfRange'],
    [between(settings.voidDelay, 2 * proofWindow, 2_592_000), 'VoidDelayOutOfRange'],
    [between(settings.feedVoidDelay, 2 * proofWindow, 2_592_000), 'FeedVoidDelayOutOfRange'],
    [between(settings.shortestPeriod, 2, 300), 'ShortestPeriodOutOfRange'],
    [between(settings.shortestAttestedPeriod, 2, 3_600), 'ShortestAttestedPeriodOutOfRange'],
    [between(settings.closeMargin, 2, 60), 'CloseMarginOutOfRange'],
    [between(confidenceBps, 10, 10_000), 'MaxConfidenceOutOfRange'],
    [decideReward <= 1_000_000_000n, 'DecideRewardTooHigh'],
    [settleReward <= 50_000n, 'SettleRewardTooHigh'],
  ]
  for (const [isWithin, reason] of limits) if (!isWithin) reasons.push(reason)
  return reasons
}

function encodeSettings(settings: Settings): Bytes {
  return new Bytes()
    .key(settings.treasury)
    .key(settings.receiver)
    .u16(settings.burnBps)
    .u16(settings.developerBps)
    .u64(settings.minimumSol)
    .u64(settings.minimumUtility)
    .u64(settings.decideReward)
    .u64(settings.settleReward)
    .u32(settings.maxDuration)
    .u32(settings.proofWindow)
    .u32(settings.voidDelay)
    .u32(settings.feedVoidDelay)
    .u32(settings.shortestPeriod)
    .u32(settings.shortestAttestedPeriod)
    .u32(settings.closeMargin)
    .u16(settings.confidenceBps)
    .u8(settings.paused)
}

/** One setting changed, now and then beyond its limits. */
function change(random: Random, world: World): Partial<Settings> {
  const { settings, treasuries } = world
  return random.weighted<() => Partial<Settings>>([
    [4, () => ({ burnBps: random.pick([0, 1, 333, 500, 999, 1_000, 1_001]) })],
    [4, () => ({ developerBps: random.pick([0, 1, 250, 500, 1_000, 1_001]) })],
    [5, () => ({ treasury: random.pick([...treasuries, ...treasuries, NOBODY]) })],
    [2, () => ({ receiver: random.pick([...RECEIVERS, ...RECEIVERS, world.stranger]) })],
    [2, () => ({ minimumSol: random.pick([0n, 1n, 1_000n, 1_000_000n]) })],
    [2, () => ({ minimumUtility: random.pick([0n, 1n, 1_000n]) })],
    [1, () => ({ maxDuration: random.pick([0, 1, 5_000, 100_000, 157_680_000, 157_680_001]) })],
    [3, () => proofTimes(random)],
    [1, () => ({ voidDelay: 2 * settings.proofWindow + random.int(-1, 1) })],
    [1, () => ({ feedVoidDelay: 2 * settings.proofWindow + random.int(-1, 1) })],
    [1, () => ({ decideReward: random.pick([0n, 300_000n, 1_000_000_000n, 1_000_000_001n]) })],
    [3, () => ({ settleReward: random.pick([0n, 1n, 5_000n, 50_000n, 50_001n]) })],
    [2, () => ({ closeMargin: random.pick([1, 2, 3, 10, 60, 61]) })],
    [2, () => ({ shortestPeriod: random.pick([1, 2, 2, 3, 5, 9, 300, 301]) })],
    [2, () => ({ shortestAttestedPeriod: random.pick([1, 2, 2, 5, 20, 3_600, 3_601]) })],
    [2, () => ({ confidenceBps: random.pick([9, 10, 100, 10_000, 10_001]) })],
    [1, () => ({ paused: !settings.paused })],
  ])()
}

function proofTimes(random: Random): Partial<Settings> {
  const proofWindow = random.pick([9, 10, 60, 120, 700, 1_300])
  const delay = () => random.pick([2, 3, 10]) * proofWindow
  return { proofWindow, voidDelay: delay(), feedVoidDelay: delay() }
}

export const update: StepKind<UpdateStep> = {
  make(random, world) {
    // A pause ends soon, or nothing would happen any more.
    const pauseAgain = world.betsOpenAt > world.now && random.oneIn(4)
    const changes =
      (world.settings.paused && !random.oneIn(5)) || pauseAgain
        ? { paused: !world.settings.paused }
        : change(random, world)
    const pending = random.oneIn(4)
      ? random.pick([...world.actors, UPGRADE_AUTHORITY, NOBODY])
      : world.pendingAdmin
    const signer = random.oneIn(8) ? random.pick(world.actors) : world.admin
    return { kind: 'update', signer, settings: { ...world.settings, ...changes }, pending }
  },

  plan(world, { signer, settings, pending }): Plan {
    const reasons = settingsReasons(settings)
    if (signer !== world.admin) reasons.push('NotAdmin')
    const { now, betsOpenAt } = world
    const haveJustOpened = betsOpenAt <= now && now < betsOpenAt + PAUSE_SECONDS
    const pauses = settings.paused && !world.settings.paused
    if (pauses && haveJustOpened) reasons.push('PauseTooSoon')
    const accounts = { admin: signer, config: world.config }
    return {
      name: 'updateConfig',
      instructions: [call('updateConfig', accounts, encodeSettings(settings).key(pending))],
      reasons,
      commit() {
        if (world.settings.paused && !settings.paused) world.betsOpenAt = now + PAUSE_SECONDS
        world.settings = settings
        world.pendingAdmin = pending
      },
    }
  },
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
