import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Condition, PredictionMarketClient } from '@prediction-market/sdk'
import { findFeed } from '@prediction-market/sdk/feeds'
import { voidAt } from '@prediction-market/sdk/rules'
import type { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { type RestWorld, startRestWorld } from '../helpers/examples/rest-world.ts'
import { createToken, runScript, startScript, until } from '../helpers/localnet/index.ts'
import { PRICE_AT_EXPIRY } from '../helpers/program/world.ts'
import { localnetChain } from '../helpers/scenarios/index.ts'
import type { LocalnetChain } from '../helpers/scenarios/localnet.ts'

const STAKE = 1_000_000_000n

describe('examples/keeper', () => {
  let chain: LocalnetChain
  let client: PredictionMarketClient
  let creator: Keypair
  let other: Keypair
  let folder: string

  before(async () => {
    chain = await localnetChain()
    const [first, second, payer] = (await chain.wallets(3)) as [Keypair, Keypair, Keypair]
    creator = first
    other = second
    client = new PredictionMarketClient(chain.connection, { signer: creator })
    folder = mkdtempSync(join(tmpdir(), 'keeper-'))
    writeFileSync(join(folder, 'payer.json'), JSON.stringify([...payer.secretKey]))
  })

  after(() => rmSync(folder, { recursive: true }))

  /** A market with a stake of 1 SOL on each side. */
  async function given(condition: Condition, token: PublicKey | null = null) {
    const expireAt = (await client.chainTime()) + 100n
    const { market, id } = await client.markets.create({
      question: 'Will the keeper decide this?',
      condition,
      token,
      expireAt,
      currency: 'SOL',
      initialStake: { outcome: 'Yes', amount: STAKE },
    })
    await client.bets.place({ market, outcome: 'No', amount: STAKE }, { signer: other })
    return { market, id, expireAt }
  }

  async function runKeeper(keypair = join(folder, 'payer.json')): Promise<string> {
    const { localnet, node } = chain
    const { code, output } = await runScript('examples/keeper/main.ts', [], {
      RPC_URL: node.rpcUrl,
      KEYPAIR: keypair,
      HERMES_URL: localnet.pricesUrl,
      ATTESTOR_URLS: localnet.attestorUrls.join(),
    })
    expect(code, output).to.equal(0)
    return output
  }

  it('decides by attestations and by accounts, takes the fees and pays', async () => {
    const mint = await createToken(chain.connection, creator)
    const event = await given({ type: 'event', timing: 'atExpiry' })
    const supply = await given({ type: 'supply', comparison: 'above', target: '5', timing: 'byExpiry' }, mint)
    expect(await runKeeper()).not.to.match(/decided|paid/)

    // Two betting periods later, so that no stake is late for the news.
    await chain.reach(Number(await client.chainTime()) + 20)
    chain.localnet.events.set(event.market, true)
    await chain.reach(Number(supply.expireAt))
    const output = await until('a quorum of attestors', async () => {
      const printed = await runKeeper()
      return (await client.markets.get(event.market))?.status === 'resolved' && printed
    })
    expect(output).to.contain(`${event.id} decided: Yes`)
    for (const [{ market }, outcome] of [
      [event, 'Yes'],
      [supply, 'No'],
    ] as const) {
      expect(await client.markets.get(market)).to.deep.include({
        status: 'resolved',
        outcome,
        feesDue: { burn: 0n, developer: 0n },
        paid: 1_900_000_000n,
        openPositions: 0,
      })
    }
    expect(await runKeeper()).not.to.contain(event.id)
  })

  it('voids a market that nobody can decide any more, and refunds the stakes', async () => {
    const { market, id } = await given({ type: 'event', timing: 'atExpiry' })
    const opened = (await client.markets.get(market)) ?? expect.fail()
    await chain.reach(Number(voidAt(opened)))
    // Without a keypair, from a new wallet of the faucet.
    const output = await runKeeper('')
    expect(output).to.contain(`${id} void: nobody proved its answer in time`)
    expect(output)
      .to.contain(`${id} took fees of 0 base units, paid 2 positions`)
      .and.to.contain('nothing else is due')
    expect(await client.markets.get(market)).to.include({ status: 'void', openPositions: 0 })
  })
})

describe('examples/anchor', () => {
  it('bets, reads and receives an event with Anchor alone', async () => {
    const chain = await localnetChain()
    const [creator] = (await chain.wallets(1)) as [Keypair]
    const client = new PredictionMarketClient(chain.connection, { signer: creator })
    const expireAt = (await client.chainTime()) + 3_600n
    await client.markets.create({
      question: 'Will plain Anchor do?',
      condition: PRICE_AT_EXPIRY,
      expireAt,
      currency: 'SOL',
    })
    const { code, output } = await runScript('examples/anchor/main.ts', [], {
      RPC_URL: chain.node.rpcUrl,
      WS_URL: chain.node.wsUrl,
    })
    expect(code, output).to.equal(0)
    expect(output).to.match(/^placed: \w{80,}$/m)
    expect(output).to.include('event: a bet of 500000000 lamports')
    expect(output).to.match(/^pools: \d+ on Yes, \d+ on No$/m)
  })
})

describe('examples/rest-typescript/rounds.ts', () => {
  let world: RestWorld

  before(async () => {
    const feed = findFeed('SOL') ?? expect.fail()
    // As short as the localnet's margin of two seconds allows.
    world = await startRestWorld([{ number: 1, feed, length: 12, currency: 'SOL' }])
    await until('the first round', async () => {
      const series = (await (await fetch(`${world.gateway.url}/v1/rounds`)).json()) as unknown[]
      return series.length > 0
    })
  })

  after(() => world.stop())

  it('bets on the emptier side of a round, and waits for its result', async () => {
    const env = { GATEWAY_URL: world.gateway.url, ROUNDS_TO_PLAY: '1', SECONDS_BEFORE: '5' }
    const running = startScript('examples/rest-typescript/rounds.ts', [], env)
    const { code } = await running.ended
    const output = running.output()
    expect(code, output).to.equal(0)
    expect(output).to.contain('series 1: SOL/USD every 12 seconds')
    expect(output).to.match(/Will SOL be higher at .* 0 on Yes, 0 on No: Yes would pay 0\.05\n/)
    const [, id] = /^(market_\w+): (Yes|No|void)$/m.exec(output) ?? []
    const market = await (await fetch(`${world.gateway.url}/v1/markets/${id}`)).json()
    expect(market).to.deep.include({ id, totalVolume: 0.05 })
  })
})
