import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { toMarketId } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { BookEntry } from '../../app/src/book/entry.ts'
import { type OutcomeSources, readResult } from '../../app/src/gateway/relay/outcome.ts'
import { market, WALLETS } from '../helpers/book.ts'
import {
  act,
  inSeconds,
  openGateway,
  paidWallet,
  request,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { sharedLocalnet } from '../helpers/localnet/index.ts'
import { type Fate, openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

describe('gateway: many requests for the status of transactions', () => {
  const wallet = Keypair.generate()
  const calls: string[] = []
  let proxy: RpcProxy
  let test: TestGateway
  let url: string

  before(async () => {
    const { node } = await sharedLocalnet()
    proxy = await openRpcProxy({
      node,
      fate: async (method): Promise<Fate> => {
        calls.push(method)
        // The first look-up takes so long that the others come meanwhile.
        if (method === 'getSignatureStatuses' && calls.indexOf(method) === calls.length - 1)
          await sleep(1_000)
        return 'pass'
      },
    })
    test = await openGateway({ nodes: [proxy] })
    url = test.gateway.url
    await paidWallet(url, wallet, { SOL: '5' })
  })

  after(async () => {
    await test.gateway.stop()
    await proxy.close()
  })

  it('asks the node once for many transactions, and answers each request with its own', async () => {
    // Given a market with a bet, among many transactions that do not exist.
    const market = {
      question: 'Will SOL be above $250?',
      outcomes: ['Yes', 'No'],
      expireAt: inSeconds(test, 3_600),
      currency: 'SOL',
    }
    const { id } = (await act(url, '/v1/markets', market, wallet)).sent.body
    const stake = { outcome: 'Yes', amount: '0.5' }
    const { transactionId } = (await act(url, `/v1/markets/${id}/bets`, stake, wallet)).sent.body
    const ids = Array.from({ length: 300 }, () => bs58.encode(randomBytes(64)))
    ids.splice(150, 0, transactionId)

    // When all of them are asked for at once.
    calls.length = 0
    const answers = await Promise.all(ids.map((one) => request(url, 'GET', `/v1/transactions/${one}`)))

    // Then each has its own answer, for few calls.
    for (const [index, { status, body }] of answers.entries()) {
      expect(status).to.equal(200)
      expect(body.transactionId).to.equal(ids[index])
      expect(body.status).to.be.oneOf(ids[index] === transactionId ? ['confirmed', 'finalized'] : ['unknown'])
    }
    expect(answers[150]?.body.result).to.include({ transactionId })
    expect(calls.filter((method) => method === 'getSignatureStatuses').length).to.be.lessThan(50)
  })
})

describe('gateway: the result of a confirmed bet', () => {
  const [owner] = WALLETS
  const after = { Yes: 5n, No: 2n }
  const { address } = market()
  const events = [
    { name: 'BetPlaced', data: { market: address, owner, outcome: 'Yes', amount: 5n, pools: after } },
    { name: 'BankrollBet', data: { market: address, owner, spent: { SOL: 5n, UTILITY: 0n }, fee: 0n } },
  ]

  /** Whether a bet's market is read again if the book has these pools of it. */
  async function isReadAgain(pools: typeof after, reported: typeof events): Promise<boolean> {
    const entry = new BookEntry(market({ pools }), '', 9)
    const checked: boolean[] = []
    const sources = {
      rpc: { logs: { wait: async () => ({ events: reported }) } },
      loader: {
        book: { get: () => entry },
        refreshSince: async (_: unknown, slot: number, isAfter: (entry: BookEntry) => boolean) => {
          expect(slot).to.equal(9)
          checked.push(isAfter(entry))
        },
      },
      config: () => ({ utilityDecimals: 6 }),
    }
    const result = await readResult({ signature: 'a', slot: 9 }, sources as unknown as OutcomeSources)
    expect(result).to.include({ marketId: toMarketId(address), transactionId: 'a' })
    return !checked[0]
  }

  it('needs no read of its market if the book has it, also if a bankroll paid', async () => {
    expect(await isReadAgain(after, events.slice(0, 1))).to.equal(false)
    expect(await isReadAgain(after, events)).to.equal(false)
    expect(await isReadAgain({ Yes: 6n, No: 2n }, events)).to.equal(false)
  })

  it('needs one if the book has its market as it was before', async () => {
    expect(await isReadAgain({ Yes: 0n, No: 2n }, events)).to.equal(true)
  })

  it('needs one after any other change in the same transaction', async () => {
    const recorded = {
      name: 'ObservationRecorded',
      data: { market: address },
    } as unknown as (typeof events)[0]
    expect(await isReadAgain(after, [...events, recorded])).to.equal(true)
  })
})
