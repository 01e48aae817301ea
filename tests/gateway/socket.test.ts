import { expect } from 'chai'
import { sharedLocalnet, startScript } from '../helpers/localnet/index.ts'

/** Far more than it takes. */
const PATIENCE_MS = 30_000

describe('a websocket to a node', () => {
  it('leaves the others their turn when it closes while something is being subscribed to', async () => {
    const { node } = await sharedLocalnet()
    const running = startScript('tests/gateway/closing-socket.ts', [node.rpcUrl, node.wsUrl])
    const timer = setTimeout(() => running.child.kill('SIGKILL'), PATIENCE_MS)
    const { code } = await running.ended
    clearTimeout(timer)
    expect(code, running.output().slice(0, 2_000)).to.equal(0)
    expect(running.output()).to.contain('It lives.')
  })
})
