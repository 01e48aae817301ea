import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Keypair, LAMPORTS_PER_SOL } from '@solana/web3.js'
import { expect } from 'chai'
import { NodeListener } from '../../app/src/chain/node-listener.ts'
import type { Nodes, SocketAddress } from '../../app/src/chain/socket.ts'
import { sharedLocalnet, until } from '../helpers/localnet/index.ts'

const SILENCE_MS = 1_500

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
