import { PredictionMarketClient, toMarketId } from '@prediction-market/sdk'
import { READ_CONFIRMED } from '@prediction-market/sdk/transaction'
import type { Keypair, VersionedTransactionResponse } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { type Gateway, startGateway } from '../../app/src/gateway/gateway.ts'
import { request } from '../helpers/gateway/harness.ts'
import { openStream } from '../helpers/gateway/sse-client.ts'
import { buildVersion1 } from '../helpers/kit/version-1.ts'
import { createToken, until } from '../helpers/localnet/index.ts'
import { CHAIN, type ScenarioChain, scenarioChain } from '../helpers/scenarios/index.ts'

describe(`transactions of version 1 on the ${CHAIN}`, () => {
  let chain: ScenarioChain
  let gateway: Gateway
  let url: string

  before(async () => {
    chain = await scenarioChain()
    gateway = await startGateway({ nodes: [chain.node], port: 0, log: pino({ level: 'silent' }) })
    url = gateway.url
  })

  after(() => gateway?.stop())

  it('attack 38: a bet in version 1, and the next one, appear in book, history, stream, wallet and status', async () => {
    // Given a market, and somebody who listens to it.
    const { connection } = chain
    const [creator, stranger] = (await chain.wallets(2)) as [Keypair, Keypair]
    const client = new PredictionMarketClient(connection)
    const { market } = await client.markets.create(
      {
        question: 'Will a whole token be minted?',
        condition: { type: 'supply', comparison: 'atLeast', target: '1', timing: 'byExpiry' },
        token: await createToken(connection, creator),
        currency: 'SOL',
        expireAt: BigInt(await chain.nextExpiry()) + 600n,
      },
      { signer: creator },
    )
    const id = toMarketId(market)
    const stream = await openStream(url, `?market=${id}`)

    // When a stranger bets with a transaction of version 1, and the creator with one of version 0.
    const bettor = stranger.publicKey
    const [bet] = await client.bets.buildPlace({ market, bettor, outcome: 'No', amount: 20_000_000n })
    const bytes = await buildVersion1(connection, stranger, bet ?? expect.fail())
    const signature = await connection.sendRawTransaction(bytes)
    const read: VersionedTransactionResponse = await until('the bet on chain', () =>
      connection.getTransaction(signature, READ_CONFIRMED),
    )
    expect([read.version, read.meta?.err]).to.deep.equal([1, null])
    const next = await client.bets.place({ market, outcome: 'Yes', amount: 10_000_000n }, { signer: creator })

    // Then both are reported everywhere.
    const get = async (path: string) => (await request(url, 'GET', path)).body
    await until('both in the book', async () => (await get(`/v1/markets/${id}`)).totalVolume === 0.03)
    const bets = await until('both in the history', async () => {
      const placed = await get(`/v1/markets/${id}/bets`)
      return placed.length === 2 && placed
    })
    expect(bets.map(({ transactionId }: { transactionId: string }) => transactionId)).to.deep.equal([
      next.signature,
      signature,
    ])
    const told = await until('both in the stream', () => {
      const found = stream.events.filter(({ event }) => event === 'bet')
      return found.length === 2 && found
    })
    expect(told[0]?.data).to.include({ transactionId: signature, outcome: 'No', amount: 0.02 })
    stream.close()
    const [newest] = await get(`/v1/wallets/${bettor.toBase58()}/history`)
    expect(newest).to.include({ type: 'bet', transactionId: signature, marketId: id })
    const status = await get(`/v1/transactions/${signature}`)
    expect(status).to.include({ transactionId: signature, error: null, slot: read.slot })
    expect(status.status).to.be.oneOf(['confirmed', 'finalized'])
  })
})
