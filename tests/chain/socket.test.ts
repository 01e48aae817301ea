import { expect } from 'chai'
import { sharedLocalnet, startScript } from '../helpers/localnet/index.ts'

/** Far more than it takes. */
const PATIENCE_MS = 30_000

describe('a websocket to a node', () => {
  /** Runs a script beside a node to its end. */
  const run = async (script: string) => {
    const { node } = await sharedLocalnet()
    const running = startScript(`tests/helpers/chain-nodes/${script}`, [node.rpcUrl, node.wsUrl])
    const timer = setTimeout(() => running.child.kill('SIGKILL'), PATIENCE_MS)
    const { code } = await running.ended
    clearTimeout(timer)
    expect(code, running.output().slice(0, 2_000)).to.equal(0)
    return running.output()
  }

  it('leaves the others their turn when it closes while something is being subscribed to', async () => {
    expect(await run('closing-socket.ts')).to.contain('It lives.')
  })

  it('stays closed when the node answers a subscription after all', async () => {
    // Its process has nothing left to do, and ends.
    await run('closed-socket.ts')
  })
})
