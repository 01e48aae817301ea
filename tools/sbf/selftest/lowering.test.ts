// Tests tools/sbf: builds a program of many cases and compares each with its reference.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import fc from 'fast-check'
import { load, MAX_PAIRS, type Pair, type Selftest } from './program.ts'
import { calls } from './reference/calls.ts'
import { floats } from './reference/floats.ts'
import { integers } from './reference/integers.ts'
import { memory } from './reference/memory.ts'

/** SBF_RUNS: the number of random inputs per case. SBF_SEED: their seed, which a failure prints. */
const RUNS = Number(process.env.SBF_RUNS ?? 300)
const SEED = Number(process.env.SBF_SEED ?? 1)

const references = { ...integers, ...floats, ...calls, ...memory }

/** Numbers around powers of two: the boundaries of limbs, sign bits and operand widths. */
const edges = [0, 7, 8, 15, 16, 31, 32, 52, 53, 63, 64, 95, 96, 127, 128]
  .flatMap((bit) => [-1n, 0n, 1n].map((near) => (1n << BigInt(bit)) + near))
  .map((number) => BigInt.asUintN(128, number))

/** Numbers whose length in bits is uniformly distributed. */
const anyNumber = fc
  .integer({ min: 0, max: 128 })
  .chain((bits) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n }))

/** Builds the program; `messages` has the errors if that fails. */
function build(folder: string, ...options: string[]) {
  const output = join(folder, 'selftest.so')
  const command = new URL('../build', import.meta.url).pathname
  const workspace = new URL('.', import.meta.url).pathname
  const { status, stderr } = spawnSync(command, [workspace, 'selftest', output, ...options], {
    encoding: 'utf8',
  })
  return { output, built: status === 0, messages: stderr }
}

function* inBatches(pairs: readonly Pair[]) {
  for (let start = 0; start < pairs.length; start += MAX_PAIRS) yield pairs.slice(start, start + MAX_PAIRS)
}

describe('tools/sbf', function () {
  // The first build compiles the tools and the standard library.
  this.timeout('20m')
  const folder = mkdtempSync(join(tmpdir(), 'selftest-'))
  const versions = { v3: new Map(), v0: new Map() } as Record<'v3' | 'v0', Selftest>

  before('build the program', () => {
    const { output, built, messages } = build(folder)
    if (!built) throw new Error(messages)
    versions.v3 = load(output)
    versions.v0 = load(output.replace('.so', '-v0.so'))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('has a reference for every case', () => {
    for (const selftest of Object.values(versions))
      expect([...selftest.keys()]).to.have.members(Object.keys(references))
  })

  for (const [name, reference] of Object.entries(references)) {
    /** Expects the results of the reference, of many pairs at once where none must abort. */
    const agree = (pairs: readonly Pair[]) => {
      const aborts = pairs.filter(([a, b]) => reference(a, b) === null)
      const batches = [
        ...inBatches(pairs.filter((pair) => !aborts.includes(pair))),
        ...aborts.map((one) => [one]),
      ]
      for (const [version, selftest] of Object.entries(versions)) {
        const run = selftest.get(name) ?? expect.fail()
        for (const batch of batches) {
          const results = run(batch) ?? batch.map((pair) => run([pair])?.[0] ?? null)
          for (const [index, [a, b]] of batch.entries()) {
            expect(results[index], `${name}(${a}, ${b}), SBPF ${version}`).to.equal(reference(a, b))
          }
        }
      }
    }

    it(`computes ${name}`, () => {
      agree(edges.flatMap((a) => edges.map((b): Pair => [a, b])))
      agree(fc.sample(fc.tuple(anyNumber, anyNumber), { numRuns: RUNS, seed: SEED }))
    })
  }

  const refusals = {
    'float-compare': /refused::.*: A call to built-in function '__ltdf2' is not supported/,
    'float-to-signed': /refused::.*: llvm\.fptosi\.sat\.i64\.f64 is not supported/,
    'single-precision': /refused::.*: fmul of float is not supported/,
    'wide-to-float': /refused::.*: uitofp of i128 to double is not supported/,
    'large-frame': /refused::.*: its stack frame is larger than 4,096 bytes/,
    static: /refused::.*COUNT: a static that can change is not supported/,
    'unknown-function': /refused::.*: a call of defined_nowhere, which is defined nowhere, is not supported/,
  }
  for (const [feature, message] of Object.entries(refusals))
    it(`refuses ${feature.replaceAll('-', ' ')}, and names the function`, () => {
      const { built, messages } = build(folder, '--features', `refuse-${feature}`)
      expect(built).to.equal(false)
      expect(messages).to.match(message)
    })
})
