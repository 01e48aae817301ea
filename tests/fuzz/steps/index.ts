import type { World } from '../model/world.ts'
import type { Random } from '../random.ts'
import * as admin from './admin.ts'
import * as auction from './auction.ts'
import * as bankroll from './bankroll.ts'
import * as bankrollBet from './bankroll-bet.ts'
import * as bet from './bet.ts'
import * as create from './create.ts'
import type { Defect } from './defect.ts'
import * as end from './end.ts'
import * as environment from './environment.ts'
import * as payout from './payout.ts'
import * as resolve from './resolve.ts'
import * as settle from './settle.ts'
import type { Plan, StepKind } from './step.ts'
import * as update from './update.ts'

/** Every kind of step, and how often it is tried. */
const KINDS = {
  create: [11, create.create],
  bet: [36, bet.bet],
  bankrollBet: [14, bankrollBet.bankrollBet],
  resolve: [22, resolve.resolve],
  void: [4, resolve.voidMarket],
  settle: [14, settle.settle],
  claim: [8, payout.claim],
  collect: [8, end.collect],
  close: [8, end.close],
  cancel: [4, end.cancel],
  buy: [10, auction.buy],
  deposit: [8, bankroll.deposit],
  withdraw: [4, bankroll.withdraw],
  delegate: [7, bankroll.delegate],
  closeBankroll: [1, bankroll.closeBankroll],
  update: [4, update.update],
  accept: [1, admin.accept],
  attestors: [1, admin.attestors],
  initialize: [1, admin.initialize],
  warp: [16, environment.warp],
  subject: [7, environment.subject],
  tokenState: [3, environment.tokenState],
  shift: [1, environment.shift],
  donate: [3, environment.donate],
} as const

type Kinds = typeof KINDS
type StepOf<K> = K extends StepKind<infer S> ? S : never

/** One step of a sequence: data only. */
export type Step = StepOf<Kinds[keyof Kinds][1]> & { defect?: Defect | null }

const weights = Object.values(KINDS) as unknown as [number, StepKind<Step>][]

/** A random step that the world has a use for. */
export function someStep(random: Random, world: World): Step {
  for (;;) {
    const step = random.weighted(weights).make(random, world)
    if (step) return step
  }
}

/** What the model says about a step. */
export function planOf(world: World, step: Step): Plan | null {
  return (KINDS[step.kind][1] as unknown as StepKind<Step>).plan(world, step)
}
