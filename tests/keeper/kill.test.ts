import { setTimeout as sleep } from 'node:timers/promises'
import { PredictionMarketClient } from '@prediction-market/sdk'
import { findFeeVault } from '@prediction-market/sdk/accounts'
import { findFeed } from '@prediction-market/sdk/feeds'
import { NO_RECENT_STAKES } from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { Random } from '../fuzz/random.ts'
import { type BundledKeeper, bundleKeeper } from '../helpers/keeper/bundle.ts'
import {
  closeLocalnet,
  givenMarket,
  givenWallets,
  isPaidOut,
  openLocalnet,
  travelTo,
  untilMarket,
} from '../helpers/keeper/harness.ts'
import { expectPaid, owedTo, positionRent, seedPositions } from '../helpers/keeper/seed.ts'
import { lamportsOf, type Running, start, type TestLocalnet, until } from '../helpers/localnet/index.ts'
import { openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'
import { SEED } from '../helpers/run/seed.ts'

/** A moment that one kill in five hits is missed by all of them with a probability of 1 %. */
const KILLS = 20
const POSITIONS = 500

/** The moments of the kills. */
const random = new Random(SEED)

describe('a keeper that is killed', () => {
  let localnet: TestLocalnet
  let keeper: BundledKeeper
  let proxy: RpcProxy
  /** Called when the keeper sends a transaction. */
  let onSend = () => {}
  /** How many transactions still get through before the keeper is killed. */
  let allowance = 0

  before(async () => {
    localnet = await openLocalnet()
    keeper = await bundleKeeper(LOCALNET_KEYS.keepers)
    proxy = await openRpcProxy({
      node: localnet.node,
      async fate(method) {
        if (method !== 'sendTransaction') return 'pass'
        onSend()
        if (allowance <= 0) return 'hang'
        allowance -= 1
        // So that it is killed before a transaction reaches the node as well as after.
        await sleep(random.int(0, 100))
        return 'pass'
      },
    })
  })

  after(async () => {
    await proxy.close()
    await keeper.remove()
    await closeLocalnet(localnet)
  })

  /** Starts the keeper's own command. */
  const startKeeper = (): Running =>
    start(process.execPath, [keeper.file, 'keeper'], {
      RPC_URL: proxy.rpcUrl,
      WS_URL: proxy.wsUrl,
      CLUSTER: 'localnet',
      HERMES_URL: localnet.pricesUrl,
      KEEPER_KEYPAIRS: keeper.keypairs,
      KEEPER_PORT: '0',
      LOG_LEVEL: 'silent',
    })

  it('attack 24: twenty times at random moments pays everyone exactly once', async () => {
    // Given a market that has expired, with five hundred positions.
    const { connection } = localnet
    const [creator = expect.fail(), other = expect.fail()] = await givenWallets(localnet, 2)
    const feed = findFeed('SOL')?.id ?? expect.fail()
    const opened = await givenMarket(localnet, {
      condition: { type: 'price', feed, comparison: 'above', target: '0.01', timing: 'atExpiry' },
      expiresIn: 120,
      stakes: [
        { bettor: creator, outcome: 'Yes', amount: 1_000_000_007n },
        { bettor: other, outcome: 'No', amount: 3_000_000_001n },
      ],
    })
    const seeded = await seedPositions(localnet, opened, POSITIONS, (index) => ({
      outcome: index % 3 === 0 ? 'No' : 'Yes',
      amount: 10_000_000n + BigInt(index),
    }))
    const addresses = [LOCALNET_KEYS.treasury.publicKey, findFeeVault()]
    const fees = () => Promise.all(addresses.map((address) => lamportsOf(connection, address)))
    const [treasuryBefore = 0n, vaultBefore = 0n] = await fees()
    await travelTo(localnet, opened.expireAt)

    // When its keeper is killed again and again, at any moment from its start to after a payout.
    const client = new PredictionMarketClient(connection)
    const left: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      // Little enough gets through that there is something left to pay after the last: at most thirty positions a
      // transaction.
      allowance = kill % 3 === 1 ? 1 : 0
      const running = startKeeper()
      const sent = new Promise<void>((resolve) => {
        onSend = resolve
      })
      await Promise.race([kill % 5 === 0 ? sleep(random.int(0, 900)) : sent, sleep(20_000), running.ended])
      await sleep(random.int(0, 200))
      expect(running.child.exitCode, running.output()).to.equal(null)
      running.child.kill('SIGKILL')
      await running.ended
      const market = await client.markets.get(opened.address)
      left.push(market?.openPositions ?? 0)
    }

    // Then it was always in the midst of it, got somewhere all the same, and the next one pays the rest.
    const lastLeft = left.at(-1) ?? 0
    expect(lastLeft).to.be.greaterThan(0)
    expect(lastLeft).to.be.lessThan(POSITIONS)
    allowance = Number.POSITIVE_INFINITY
    const running = startKeeper()
    const paid = await untilMarket(localnet, opened.address, 'paid out', isPaidOut)
    running.child.kill('SIGTERM')
    expect(await running.ended, running.output()).to.deep.equal({ code: 0, signal: null })

    // And everyone holds what they are due, to the lamport.
    await expectPaid(localnet, paid, seeded, await positionRent(localnet))
    // The market is decided at expiry, so that no stake is late.
    const own = owedTo(paid, { stakes: { Yes: 1_000_000_007n, No: 0n }, recent: NO_RECENT_STAKES })
    const due = seeded.reduce((sum, position) => sum + owedTo(paid, position), own)
    expect(paid.paid).to.equal(due)
    const [treasury = 0n, vault = 0n] = await fees()
    expect([treasury - treasuryBefore, vault - vaultBefore]).to.deep.equal([
      paid.fees.developer,
      paid.fees.burn,
    ])
  })
})

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
