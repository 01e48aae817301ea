import { once } from 'node:events'
import { createServer } from 'node:net'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { startLocalnet } from '../../app/src/localnet/localnet.ts'
import { startNode } from '../../app/src/localnet/node.ts'
import { airdrop, failure, freePorts, isListening, openConnection } from '../helpers/localnet/index.ts'

/** JSON-RPC, websocket, prices and three attestors, from the first port on. */
const PORTS = [0, 1, 2, 3, 4, 5]

describe('a localnet', () => {
  it('listens on the ports that were chosen, all in a row by default', async () => {
    const port = await freePorts(PORTS.length)
    const localnet = await startLocalnet({ rpcPort: port, demo: false })
    expect(localnet.node.rpcUrl).to.equal(`http://127.0.0.1:${port}`)
    expect(localnet.node.wsUrl).to.equal(`ws://127.0.0.1:${port + 1}`)
    expect(localnet.pricesUrl).to.equal(`http://127.0.0.1:${port + 2}`)
    expect(localnet.attestorUrls).to.deep.equal([3, 4, 5].map((next) => `http://127.0.0.1:${port + next}`))
    expect(await openConnection(localnet.node).getSlot()).to.be.greaterThan(0)
    await localnet.stop()

    for (const offset of PORTS) expect(await isListening(port + offset)).to.equal(false)
  })

  it('gives a payer of our choice 100,000 SOL', async () => {
    const payer = Keypair.generate()
    const node = await startNode({ rpcPort: 0, payer })
    const balance = await openConnection(node).getBalance(payer.publicKey)
    await node.stop()

    expect(node.payer.publicKey.equals(payer.publicKey)).to.equal(true)
    expect(balance).to.equal(100_000_000_000_000)
  })

  it('runs beside another on other ports, each with its own chain and prices', async () => {
    const port = await freePorts(2 * PORTS.length)
    const localnets = await Promise.all([
      startLocalnet({ rpcPort: port, seed: 'one', demo: false }),
      startLocalnet({ rpcPort: port + PORTS.length, seed: 'two', demo: false }),
    ])
    const [first, second] = localnets
    const [one, two] = [openConnection(first.node), openConnection(second.node)]
    const address = Keypair.generate().publicKey
    await airdrop(one, address, 3_000_000n)
    await first.prices.set('SOL', '1')

    expect(await one.getBalance(address)).to.equal(3_000_000)
    expect(await two.getBalance(address)).to.equal(0)
    const [solana] = second.prices.feeds
    expect((await second.prices.latest(solana?.id ?? '')).price > 100n * 10n ** 8n).to.equal(true)

    // And one goes on when the other stops.
    await first.stop()
    await airdrop(two, address, 4_000_000n)
    expect(await two.getBalance(address)).to.equal(4_000_000)
    await second.stop()
  })

  it('on all addresses is reached on this machine', async () => {
    const localnet = await startLocalnet({ rpcPort: 0, host: '0.0.0.0', demo: false })
    expect(new URL(localnet.node.rpcUrl).hostname).to.equal('127.0.0.1')
    expect(await openConnection(localnet.node).getSlot()).to.be.greaterThan(0)
    expect((await fetch(localnet.pricesUrl)).status).to.equal(404)
    await localnet.stop()
  })

  it('can be stopped twice, and started again on the same ports with an empty chain', async () => {
    const rpcPort = await freePorts(2)
    const address = Keypair.generate().publicKey
    const first = await startNode({ rpcPort })
    await first.cheats.setLamports(address, 5_000_000n)
    await Promise.all([first.stop(), first.stop()])

    const second = await startNode({ rpcPort })
    expect(await openConnection(second).getBalance(address)).to.equal(0)
    await second.stop()
  })

  for (const [offset, purpose, setting] of [
    [0, 'JSON-RPC', 'LOCALNET_PORT'],
    [1, 'websocket', 'LOCALNET_WS_PORT'],
    [2, 'prices', 'LOCALNET_PRICES_PORT'],
    [4, 'attestor', 'LOCALNET_ATTESTORS_PORT'],
  ] as const) {
    it(`says which port is taken and which setting chooses another: ${setting}`, async () => {
      const rpcPort = await freePorts(PORTS.length)
      const squatter = createServer().listen(rpcPort + offset, '127.0.0.1')
      await once(squatter, 'listening')
      try {
        const { message } = await failure(startLocalnet({ rpcPort, demo: false }))
        expect(message).to.contain(`127.0.0.1:${rpcPort + offset}`)
        expect(message).to.contain(purpose).and.to.contain(setting)

        // And nothing of it stays.
        for (const other of PORTS.filter((index) => index !== offset)) {
          expect(await isListening(rpcPort + other)).to.equal(false)
        }
      } finally {
        squatter.close()
      }
    })
  }
})
