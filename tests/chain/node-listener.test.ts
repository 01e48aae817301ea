import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js'
import { expect } from 'chai'
import { NodeListener } from '../../app/src/chain/node-listener.ts'
import { RecentLogs } from '../../app/src/chain/recent-logs.ts'
import type { Nodes, SocketAddress } from '../../app/src/chain/socket.ts'
import { sharedLocalnet, startScript, until } from '../helpers/localnet/index.ts'

/** Far more than it takes. */
const PATIENCE_MS = 180_000

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

/** Longer than a busy machine leaves a process alone. */
const SILENCE_MS = 3_000

describe('a listener to nodes', () => {
  const held = new Set<Socket>()
  /** Takes every connection, and never says a word. */
  const mute = createServer((socket) => held.add(socket.on('error', () => {})))
  let muteNode: SocketAddress

  before(async () => {
    mute.listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { port } = mute.address() as AddressInfo
    muteNode = { rpcUrl: `http://127.0.0.1:${port}`, wsUrl: `ws://127.0.0.1:${port}` }
  })
  after(() => {
    for (const socket of held) socket.destroy()
    mute.close()
  })

  /** Listens, and writes down what it hears. */
  const listen = (nodes: Nodes, isCurrent = () => true) => {
    const heard = { gaps: 0, logs: 0, slots: [] as number[], errors: [] as string[] }
    const listener = new NodeListener({
      nodes,
      silenceMs: SILENCE_MS,
      isCurrent,
      subscribe: (connection) => connection.onLogs('all', () => heard.logs++),
      onGap: () => heard.gaps++,
      onSlot: (slot) => heard.slots.push(slot),
      onError: (error, what) => heard.errors.push(`${what}: ${error.message}`),
    })
    listener.start()
    return { heard, listener }
  }

  it('moves on from a node that is silent, and makes the subscriptions on the next one', async () => {
    const { node, connection } = await sharedLocalnet()
    const { heard, listener } = listen([muteNode, node])
    try {
      await until('a slot', () => heard.slots.length > 0)
      await connection.requestAirdrop(Keypair.generate().publicKey, LAMPORTS_PER_SOL)
      await until('a transaction', () => heard.logs > 0)
      // What happened before the subscriptions were there is looked for again after the first slots.
      await until('more slots', () => heard.slots.length > 3)
      expect(heard.gaps).to.equal(2)
      expect(heard.errors).to.have.length(1)
      expect(heard.errors[0]).to.match(/^node stopped reporting slots: no slot for \d+ s$/)
    } finally {
      listener.stop()
    }
  })

  it('moves on from a node whose slots are behind what was seen', async () => {
    const { node } = await sharedLocalnet()
    // Given that a node which is asked for accounts is far ahead.
    let isAhead = true
    const { heard, listener } = listen([node, node], () => !isAhead)
    try {
      // Then the next one is listened to.
      await until('the first node', () => heard.slots.length > 0)
      await until('the second node', () => heard.errors.length > 0)
      expect(heard.errors[0]).to.match(/^node stopped reporting slots: slots behind the latest for \d+ s$/)
      // And one that is not behind is kept.
      isAhead = false
      const { length } = heard.errors
      const heardBefore = heard.slots.length
      await until('more slots', () => heard.slots.length > heardBefore + 10)
      expect(heard.errors.length).to.be.at.most(length + 1)
    } finally {
      listener.stop()
    }
  })

  it('comes back to the first one after the last', async () => {
    const before = held.size
    const { heard, listener } = listen([muteNode])
    try {
      await until('it to connect three times', () => held.size >= before + 3)
      expect(heard).to.deep.include({ gaps: 0, logs: 0, slots: [] })
      expect(heard.errors).to.have.length(2)
    } finally {
      listener.stop()
    }
  })

  it('receives nothing and connects to no node once it has stopped', async () => {
    const { node } = await sharedLocalnet()
    const { heard, listener } = listen([node, muteNode])
    await until('a slot', () => heard.slots.length > 0)
    listener.stop()
    // A notification that was already under way.
    await sleep(100)
    const [slots, connections] = [heard.slots.length, held.size]
    await sleep(2 * SILENCE_MS)
    expect([heard.slots.length, held.size]).to.deep.equal([slots, connections])
    expect(heard.errors).to.deep.equal([])
  })
})

describe('logs that subscriptions report', () => {
  const of = (signature: string, slot: number) => ({
    signature,
    slot,
    logs: [signature],
    events: [],
    bytes: [],
  })

  it('are those of a slot: on a fork the same transaction may have others', () => {
    const logs = new RecentLogs()
    const heard: number[] = []
    logs.subscribe(({ slot }) => heard.push(slot))
    logs.add(of('a', 5))
    logs.add(of('a', 5))
    expect([logs.get('a', 5)?.logs, logs.get('a', 6)]).to.deep.equal([['a'], undefined])
    logs.add(of('a', 6))
    expect([logs.get('a', 5), logs.get('a', 6)?.slot, heard]).to.deep.equal([undefined, 6, [5, 6]])
  })

  it('are waited for only if they may still come', async () => {
    const logs = new RecentLogs()
    expect(await logs.wait('a', 5, 60_000), 'nobody reports').to.equal(undefined)
    logs.add(of('b', 6))
    expect(await logs.wait('a', 5, 60_000), 'later ones have come').to.equal(undefined)
    expect(await logs.wait('c', 6, 1), 'it takes too long').to.equal(undefined)
    const waiting = logs.wait('d', 7, 60_000)
    logs.add(of('d', 7))
    expect((await waiting)?.slot).to.equal(7)
  })
})
