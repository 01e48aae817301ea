import type { Chain } from './chain.ts'

// A runtime may cost time for as long as it lives, and tests start hundreds of them. So what a test starts,
// or a hook around each test, ends with that test; what a hook around all tests starts, with their suite.

let isTesting = false
let ofTest: Chain[] = []
/** Started between tests, by a suite that shows with its first test. */
let ofNextSuite: Chain[] = []
let ofSuite: Chain[] = []
let suite: Mocha.Suite | undefined

/** Releases the chain when the test or the suite that starts it has ended. */
export function releaseInTime(chain: Chain): Chain {
  const chains = isTesting ? ofTest : ofNextSuite
  chains.push(chain)
  return chain
}

/** The outermost suite that a test is in. */
function outermost(test: Mocha.Test | undefined): Mocha.Suite | undefined {
  let found = test?.parent
  while (found?.parent && !found.parent.root) found = found.parent
  return found
}

async function release(chains: Chain[]): Promise<void> {
  for (const chain of chains) await chain.release()
}

/** Hooks around every test, which mocha takes from here; nothing else, such as a benchmark, has them. */
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
