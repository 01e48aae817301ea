// Changes of the settings, and when they open and close bets.

import { type Address, RECEIVERS } from '../chain/address.ts'
import { Bytes } from '../chain/bytes.ts'
import { call } from '../chain/instruction.ts'
import { UPGRADE_AUTHORITY } from '../chain/runtime.ts'
import type { Settings } from '../model/types.ts'
import { NOBODY, type World } from '../model/world.ts'
import type { Random } from '../random.ts'
import type { Plan, StepKind } from './step.ts'

/** From unpausing, or a lower minimum, to the first bet; and from that to the next pause or other minimum. */
const PAUSE_SECONDS = 60

export interface UpdateStep {
  kind: 'update'
  signer: Address
  settings: Settings
  pending: Address
}

/** Why settings are refused whatever they were before. */
export function settingsReasons(settings: Settings): string[] {
  const reasons: string[] = []
  const { burnBps, developerBps, proofWindow, maxDuration, confidenceBps } = settings
  if (burnBps > 1_000 || developerBps > 1_000) reasons.push('FeeTooHigh')
  if (settings.treasury === NOBODY) reasons.push('TreasuryMissing')
  if (!RECEIVERS.some((receiver) => receiver === settings.receiver)) reasons.push('UnknownPythReceiver')
  const isMinimum = (amount: bigint, most: bigint) => amount >= 1n && amount <= most
  const { minimumSol, minimumUtility } = settings
  if (!isMinimum(minimumSol, 10_000_000_000n) || !isMinimum(minimumUtility, 1_000_000_000_000n))
    reasons.push('MinimumStakeOutOfRange')
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

export function encodeSettings(settings: Settings): Bytes {
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
    [5, () => opening(random, settings)],
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
  ])()
}

/** What opens and closes bets: the pause, a minimum stake, or two of them at once. */
function opening(random: Random, { paused }: Settings): Partial<Settings> {
  const minimumSol = () => random.pick([0n, 1n, 1_000n, 1_000_000n, 10_000_000_001n])
  const minimumUtility = () => random.pick([0n, 1n, 1_000n, 1_000_000_000_001n])
  return random.weighted<() => Partial<Settings>>([
    [4, () => ({ minimumSol: minimumSol() })],
    [4, () => ({ minimumUtility: minimumUtility() })],
    [1, () => ({ minimumSol: minimumSol(), minimumUtility: minimumUtility() })],
    [1, () => ({ minimumSol: minimumSol(), paused: !paused })],
    [2, () => ({ paused: !paused })],
  ])()
}

function proofTimes(random: Random): Partial<Settings> {
  const proofWindow = random.pick([9, 10, 60, 120, 700, 1_300])
  const delay = () => random.pick([2, 3, 10]) * proofWindow
  return { proofWindow, voidDelay: delay(), feedVoidDelay: delay() }
}

/** Whether new settings open bets to somebody who could not place them, change in another way who can, or neither. */
function openingOf(before: Settings, after: Settings): 'opens' | 'changes' | 'none' {
  const least = (settings: Settings) => [settings.minimumSol, settings.minimumUtility]
  const was = before.paused ? null : least(before)
  const is = after.paused ? null : least(after)
  if (is?.some((minimum, at) => was === null || minimum < (was[at] ?? 0n))) return 'opens'
  const isSame = before.paused === after.paused && `${least(before)}` === `${least(after)}`
  return isSame ? 'none' : 'changes'
}

export const update: StepKind<UpdateStep> = {
  make(random, world) {
    const { settings, betsOpenAt, now } = world
    const isNearOpening = Math.abs(now - betsOpenAt) <= PAUSE_SECONDS && random.oneIn(3)
    // A pause ends soon, or nothing would happen any more.
    const changes =
      settings.paused && !random.oneIn(5)
        ? { paused: false }
        : isNearOpening
          ? opening(random, settings)
          : change(random, world)
    const pending = random.oneIn(4)
      ? random.pick([...world.actors, UPGRADE_AUTHORITY, NOBODY])
      : world.pendingAdmin
    const signer = random.oneIn(8) ? random.pick(world.actors) : world.admin
    return { kind: 'update', signer, settings: { ...settings, ...changes }, pending }
  },

  plan(world, { signer, settings, pending }): Plan {
    const reasons = settingsReasons(settings)
    if (signer !== world.admin) reasons.push('NotAdmin')
    const { now, betsOpenAt } = world
    const haveJustOpened = betsOpenAt <= now && now < betsOpenAt + PAUSE_SECONDS
    const change = openingOf(world.settings, settings)
    if (!world.settings.paused && change !== 'none' && haveJustOpened) reasons.push('PauseTooSoon')
    const accounts = { admin: signer, config: world.config }
    return {
      name: 'updateConfig',
      instructions: [call('updateConfig', accounts, encodeSettings(settings).key(pending))],
      reasons,
      commit() {
        if (change === 'opens') world.betsOpenAt = now + PAUSE_SECONDS
        world.settings = settings
        world.pendingAdmin = pending
      },
    }
  },
}
