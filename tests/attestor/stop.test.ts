import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { type Running, sharedLocalnet, until } from '../helpers/localnet/index.ts'
import { type Fate, openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'
import { startBundled } from '../helpers/run/bundle.ts'

describe('an attestor that is stopped', function () {
  this.timeout(180_000)
  const proxies: RpcProxy[] = []
  let folder: string
  let running: Running | undefined
  let fate: Fate = 'pass'
  let calls = 0

  beforeEach(async () => {
    fate = 'pass'
    folder = await mkdtemp(join(tmpdir(), 'attestor-'))
    await writeFile(join(folder, 'key.json'), JSON.stringify([...Keypair.generate().secretKey]))
    const { node } = await sharedLocalnet()
    const count = () => {
      calls += 1
      return fate
    }
    for (let index = 0; index < 3; index += 1) proxies.push(await openRpcProxy({ node, fate: count }))
    running = await startBundled('app/src/main.ts', ['attestor'], {
      ATTESTOR_KEYPAIR: join(folder, 'key.json'),
      ATTESTOR_STATE: join(folder, 'state'),
      ATTESTOR_PORT: '0',
      RPC_URL: proxies.map(({ rpcUrl }) => rpcUrl).join(),
      WS_URL: proxies.map(({ wsUrl }) => wsUrl).join(),
      LOG_LEVEL: 'warn',
    })
    await until('the attestor to start', () => running?.output().includes('Ctrl-C'), 60_000)
  })

  afterEach(async () => {
    running?.child.kill('SIGKILL')
    await running?.ended
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()))
    await rm(folder, { recursive: true })
  })

  it('gives up what it has asked nodes that no longer answer', async () => {
    // Given nodes that hang, while it repairs its book.
    fate = 'hang'
    for (const proxy of proxies) proxy.cutSockets()
    const before = calls
    await until('it to ask', () => calls > before + 1)

    // When it is stopped, then it ends, and asks nobody any more.
    running?.child.kill('SIGTERM')
    await until('it to stop', () => running?.output().includes('Stopping.'))
    const asked = calls
    expect(await running?.ended).to.deep.equal({ code: 0, signal: null })
    expect(calls).to.equal(asked)
  })

  it('ends when its nodes are gone', async () => {
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await until('it to notice', () => running?.output().includes('could not'), 60_000)
    running?.child.kill('SIGTERM')
    expect(await running?.ended).to.deep.equal({ code: 0, signal: null })
  })
})
