import { parseArgs } from 'node:util'
import { forgetAddresses } from './chain/address.ts'
import { type Counts, runSequence } from './sequence.ts'
import { describe, shrink } from './shrink.ts'

const HELP = `Runs random sequences of all instructions on the program and on a model of its rules, and compares them.

  npm run fuzz -- [--seed N] [--steps N] [--length N] [--counts] [--brief]

  --seed     of the first sequence; each one after it has the next number (1)
  --steps    in all (100000)
  --length   steps of one sequence (1000)
  --counts   prints how often each instruction succeeded, and was refused for each reason
  --brief    prints a failure without its sequence

A failure prints its sequence, cut to what is needed. The same seed and length give the same sequence.`

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '100000' },
    length: { type: 'string', default: '1000' },
    counts: { type: 'boolean' },
    brief: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

function main(): number {
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const [first, total, length] = [Number(values.seed), Number(values.steps), Number(values.length)]
  const counts: Counts = new Map()
  const started = performance.now()
  let done = 0
  for (let seed = first; done < total; seed++) {
    const { start, steps, error } = runSequence(seed, length, counts)
    if (error) {
      console.error(`Sequence ${seed} fails at step ${steps.length}: ${error.message}\n`)
      if (values.brief) return 1
      for (const step of shrink(start, steps)) console.error(describe(step))
      console.error(
        `\nRepeat it with: npm run fuzz -- --seed ${seed} --steps ${steps.length} --length ${length}`,
      )
      return 1
    }
    forgetAddresses()
    done += steps.length
    if ((seed - first) % 10 === 9) console.log(`${done} steps, ${rate(done, started)} a second`)
  }
  if (values.counts) for (const [name, count] of [...counts].sort()) console.log(`${count}\t${name}`)
  const last = first + Math.ceil(total / length) - 1
  console.log(
    `${done} steps in sequences ${first} to ${last}, ${rate(done, started)} a second: no disagreement`,
  )
  return 0
}

function rate(steps: number, started: number): number {
  return Math.round((1_000 * steps) / (performance.now() - started))
}

process.exitCode = main()
