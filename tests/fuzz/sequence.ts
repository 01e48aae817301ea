import { named } from './chain/address.ts'
import { UPGRADE_AUTHORITY } from './chain/runtime.ts'
import type { Instruction, Meta } from './chain/transaction.ts'
import { allDifferences, differences } from './check.ts'
import { defaultSettings, World } from './model/world.ts'
import { Random } from './random.ts'
import { someDefect, withDefect } from './steps/defect.ts'
import { planOf, type Step, someStep } from './steps/index.ts'
import { isReason } from './steps/step.ts'

/** What a sequence begins with. */
export interface Start {
  token2022: boolean
  halfLife: number
  smallestLot: bigint
}

/** How often each kind of step succeeded, and was refused for each name. */
export type Counts = Map<string, number>

/** The program and the model disagree. */
class Disagreement extends Error {}

function startWorld({ token2022, halfLife, smallestLot }: Start): World {
  const world = new World({
    token2022,
    settings: defaultSettings(named('treasury 0')),
    vault: {
      halfLife,
      smallestLot,
      price: 0n,
      floor: 0n,
      pricedAt: 0,
      forSale: 0n,
      received: 0n,
      sold: 0n,
      burned: 0n,
      sequence: 0,
    },
  })
  run(world, { kind: 'initialize', signer: UPGRADE_AUTHORITY, halfLife, smallestLot })
  run(world, { kind: 'attestors', signer: UPGRADE_AUTHORITY, keys: [0, 1, 2, 3] })
  return world
}

/** Whether a wallet would have to sign that is a token account now, and so can pay nothing. */
function isShifted({ tokens, shifty }: World, instructions: readonly Instruction[]): boolean {
  const signs = ({ address, isSigner }: Meta) => isSigner && address === shifty
  return tokens.has(shifty) && instructions.some(({ accounts }) => accounts.some(signs))
}

/** Runs a step on the program and on the model; throws if they disagree. */
function run(world: World, step: Step, counts?: Counts): void {
  const planned = planOf(world, step)
  if (!planned) return
  const plan = step.defect && planned.name ? withDefect(world, planned, step.defect) : planned
  const { instructions, reasons, commit, unknown = [] } = plan
  if (isShifted(world, instructions)) return
  if (instructions.length === 0) {
    commit()
    return
  }
  for (const account of unknown) world.runtime.setVersion(account, 2)
  const error = world.runtime.send(instructions)
  for (const account of unknown) world.runtime.setVersion(account, 1)
  if (error === null && reasons.length > 0) {
    throw new Disagreement(`the program accepts what the model refuses for ${reasons.join(', ')}`)
  }
  if (error !== null && !reasons.some((reason) => isReason(reason, error))) {
    const model = reasons.length > 0 ? `the model for ${reasons.join(', ')}` : 'the model accepts it'
    const logs = world.runtime.logs(instructions).join('\n  ')
    throw new Disagreement(`the program refuses for ${error}, ${model}\n  ${logs}`)
  }
  if (error === null) commit()
  const found = differences(world, instructions)
  if (found.length > 0) throw new Disagreement(found.join('\n'))
  const key = `${step.kind}: ${error ?? plan.does ?? 'succeeds'}`
  counts?.set(key, (counts.get(key) ?? 0) + 1)
}

/** Runs steps from the beginning; the first that fails, or null. */
export function replay(start: Start, steps: readonly Step[]): { index: number; error: Error } | null {
  let index = 0
  try {
    const world = startWorld(start)
    for (; index < steps.length; index++) run(world, steps[index] as Step)
    return null
  } catch (error) {
    return { index, error: error as Error }
  }
}

export interface Sequence {
  start: Start
  steps: Step[]
  error: Error | null
}

/** Makes and runs a random sequence of `length` steps. The same seed gives the same sequence. */
export function runSequence(seed: number, length: number, counts?: Counts): Sequence {
  const random = new Random(seed)
  const start = {
    token2022: random.oneIn(2),
    halfLife: random.pick([150, 1_500, 27_000]),
    smallestLot: random.pick([250_000_000n, 1_000_000_000n]),
  }
  const steps: Step[] = []
  try {
    const world = startWorld(start)
    while (steps.length < length) {
      const step = someStep(random, world)
      if (random.oneIn(8)) {
        const plan = planOf(world, step)
        if (plan?.name) step.defect = someDefect(random, world, plan)
      }
      steps.push(step)
      run(world, step, counts)
    }
    const found = allDifferences(world)
    if (found.length > 0) throw new Disagreement(found.join('\n'))
    return { start, steps, error: null }
  } catch (error) {
    return { start, steps, error: error as Error }
  }
}
