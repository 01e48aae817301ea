import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { serveKeeper } from '../../app/src/keeper/server.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { closeLocalnet, openKeeper, openLocalnet } from '../helpers/keeper/harness.ts'
import { type TestLocalnet, until } from '../helpers/localnet/index.ts'

describe('the health of a keeper', () => {
  let localnet: TestLocalnet

  before(async () => {
    localnet = await openLocalnet({ attestors: false })
  })

  after(() => closeLocalnet(localnet))

  it('tells which payers run dry before they are, and fails once all do', async () => {
    const [full = expect.fail()] = LOCALNET_KEYS.keepers
    const low = Keypair.generate()
    const { cheats } = localnet.node
    await cheats.setLamports(low.publicKey, 999n)
    const keeper = await openKeeper(localnet, { payers: [full, low], minBalance: 1_000 })
    const onError = (error: Error) => expect.fail(error.message)
    const server = await serveKeeper(keeper, { host: '127.0.0.1', port: 0 }, onError)
    try {
      const health = async () => {
        const answer = await fetch(`${server.url}/health`)
        return { code: answer.status, body: (await answer.json()) as { status: string } }
      }
      const lowPayers = [low.publicKey.toBase58()]
      // It is stale until its websocket has reported the first slot.
      const first = await until('it to be up to date', async () => {
        const answer = await health()
        return answer.body.status !== 'stale' && answer
      })
      expect(first.code).to.equal(200)
      expect(first.body).to.deep.include({ status: 'low', lowPayers })
      expect(await keeper.metrics.registry.metrics()).to.contain('keeper_payers_low 1')

      await cheats.setLamports(low.publicKey, 1_000n)
      expect((await health()).body).to.deep.include({ status: 'ok', lowPayers: [] })

      await cheats.setLamports(low.publicKey, 999n)
      await cheats.setLamports(full.publicKey, 999n)
      expect(await health()).to.deep.include({ code: 503 })
    } finally {
      await server.stop()
      await keeper.stop()
    }
  })
})
