// Releases chains as soon as possible, because a bankrun runtime uses CPU time for as long as it runs. A chain that a
// test or a `beforeEach` hook starts is released after that test, one that a `before` hook starts after its suite.

import type { Chain } from './chain.ts'

let isTesting = false
let ofTest: Chain[] = []
/** Chains that a `before` hook started; their suite is known once its first test begins. */
let ofNextSuite: Chain[] = []
let ofSuite: Chain[] = []
let suite: Mocha.Suite | undefined

/** Registers the chain to be released after the current test or suite. */
export function releaseAfterUse(chain: Chain): Chain {
  const chains = isTesting ? ofTest : ofNextSuite
  chains.push(chain)
  return chain
}

/** The outermost suite of a test. */
function outermost(test: Mocha.Test | undefined): Mocha.Suite | undefined {
  let found = test?.parent
  while (found?.parent && !found.parent.root) found = found.parent
  return found
}

async function release(chains: Chain[]): Promise<void> {
  for (const chain of chains) await chain.release()
}

/** Root hooks of mocha. Code that runs without mocha, such as a benchmark, releases its chains itself. */
export const mochaHooks = {
  async beforeEach(this: Mocha.Context): Promise<void> {
    const current = outermost(this.currentTest)
    if (current !== suite) {
      await release(ofSuite)
      ofSuite = []
      suite = current
    }
    ofSuite.push(...ofNextSuite)
    ofNextSuite = []
    isTesting = true
  },
  async afterEach(): Promise<void> {
    isTesting = false
    await release(ofTest)
    ofTest = []
  },
}
