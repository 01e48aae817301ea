import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { type BundledKeeper, bundleKeeper } from '../helpers/keeper/bundle.ts'
import { closeLocalnet, openLocalnet } from '../helpers/keeper/harness.ts'
import { start, until } from '../helpers/localnet/index.ts'

describe('the command that runs a keeper alone', () => {
  let keeper: BundledKeeper

  before(async () => {
    keeper = await bundleKeeper(LOCALNET_KEYS.keepers)
  })

  after(() => keeper.remove())

  it('serves health and metrics, and ends on a signal', async () => {
    // A localnet of its own: markets of other tests that nobody decides would be overdue.
    const localnet = await openLocalnet({ attestors: false })
    const { node, pricesUrl } = localnet
    const running = start(process.execPath, [keeper.file, 'keeper'], {
      RPC_URL: node.rpcUrl,
      WS_URL: node.wsUrl,
      CLUSTER: 'localnet',
      HERMES_URL: pricesUrl,
      LOG_LEVEL: 'silent',
      KEEPER_KEYPAIRS: keeper.keypairs,
      KEEPER_PORT: '0',
    })
    try {
      const url = await until('its address', () => /http:\S+(?=\/metrics)/.exec(running.output())?.[0])
      // It is stale until its websocket has reported the first slot.
      const health = await until('it to be healthy', async () => {
        const answer = await fetch(`${url}/health`)
        return answer.status === 200 && answer
      })
      expect(await health.json()).to.include({ status: 'ok' })

      const metrics = await (await fetch(`${url}/metrics`)).text()
      for (const name of [
        'keeper_markets{state="open"}',
        'keeper_undecodable_markets 0',
        'keeper_oldest_overdue_seconds 0',
        'keeper_payouts_total 0',
        'keeper_skipped_total 0',
        'keeper_lamports_spent_total{step="decide"} 0',
        'keeper_lamports_earned_total{step="settle"} 0',
        'keeper_errors_total',
        `keeper_payer_lamports{payer="${LOCALNET_KEYS.keepers[0]?.publicKey.toBase58()}"} 1000000000000`,
      ]) {
        expect(metrics).to.contain(name)
      }
      expect((await fetch(`${url}/elsewhere`)).status).to.equal(404)
    } finally {
      running.child.kill('SIGTERM')
      await running.ended
      await closeLocalnet(localnet)
    }
    expect(await running.ended, running.output()).to.deep.equal({ code: 0, signal: null })
  })

  it('names the missing setting', async () => {
    const running = start(process.execPath, [keeper.file, 'keeper'], { RPC_URL: '' })
    expect(await running.ended).to.deep.equal({ code: 1, signal: null })
    expect(running.output()).to.contain('RPC_URL: is missing')
  })
})
