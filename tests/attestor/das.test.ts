import type { Comparison } from '@prediction-market/sdk/condition'
import { meets } from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { countHolders } from '../../app/src/attestor/count.ts'
import { DasHolders } from '../../app/src/attestor/das.ts'
import { type Asked, serve, type TestServer } from '../helpers/attestor/http.ts'
import { TokenMaker } from '../helpers/attestor/tokens.ts'
import { failure, fundedWallet, sharedLocalnet } from '../helpers/localnet/index.ts'

const COUNT = fc.oneof(fc.bigInt(0n, 5_000n), fc.bigInt(0n, 2n ** 64n - 1n))

/** Compares value and target exactly, as the program does. */
function compare(count: bigint, target: string, comparison: Comparison): boolean {
  const [whole = '', fraction = ''] = target.split('.')
  const scale = 10n ** BigInt(fraction.length)
  const [value, wanted] = [count * scale, BigInt(whole + fraction)]
  if (comparison === 'above') return value > wanted
  if (comparison === 'atLeast') return value >= wanted
  return comparison === 'below' ? value < wanted : value <= wanted
}

const TARGET = fc.oneof(
  COUNT.map(String),
  fc.bigInt(0n, 10n ** 40n).map(String),
  fc
    .tuple(fc.bigInt(0n, 5_000n), fc.integer({ min: 1, max: 9 }))
    .map(([whole, tenth]) => `${whole}.${tenth}`),
)
const COMPARISON = fc.constantFrom<Comparison>('above', 'atLeast', 'below', 'atMost')

describe('a condition on holders', () => {
  it('is met when the program says so', () => {
    fc.assert(
      fc.property(COUNT, TARGET, COMPARISON, (count, target, comparison) => {
        expect(meets({ target, comparison }, { value: count, exponent: 0 })).to.equal(
          compare(count, target, comparison),
        )
      }),
    )
  })
})

const PAGE = 1_000

/** An account as a DAS server returns it; the amount is written digit by digit. */
const account = (
  mint: string,
  owner: string,
  amount: string,
  address = Keypair.generate().publicKey.toBase58(),
) =>
  `{"address":"${address}","mint":"${mint}","owner":"${owner}","amount":${amount},"delegated_amount":0,"frozen":false}`

const result = (accounts: readonly string[], more = '', slot = ',"last_indexed_slot":100') =>
  `{"jsonrpc":"2.0","id":"holders","result":{"total":${accounts.length},"limit":${PAGE}${slot}${more},"token_accounts":[${accounts.join()}]}}`

describe('holders from a DAS server', () => {
  let mint: string
  let server: TestServer | undefined
  let asked: Asked[]

  before(async () => {
    const { connection } = await sharedLocalnet()
    mint = (await new TokenMaker(connection, await fundedWallet(connection)).mint()).toBase58()
  })

  beforeEach(() => {
    asked = []
  })

  afterEach(async () => {
    await server?.close()
    server = undefined
  })

  async function holders(handle: (params: Asked['body']['params']) => { status?: number; body: string }) {
    server = await serve((one) => {
      asked.push(one)
      return handle(one.body.params)
    })
    return new DasHolders(server.url, (await sharedLocalnet()).connection)
  }

  /** 2,500 accounts: the owners of the last 500 are those of the first ones. */
  const accounts = (of: string) => {
    const owners = Array.from({ length: 2_000 }, (_, index) => `owner ${index}`)
    return Array.from({ length: 2_500 }, (_, index) =>
      account(of, owners[index % 2_000] ?? '', '3', `account ${index}`),
    )
  }

  it('are read page by page with a cursor, and added up by owner', async () => {
    const all = accounts(mint)
    const source = await holders(({ cursor, limit }) => {
      const start = Number(cursor ?? 0)
      const page = all.slice(start, start + limit)
      return { body: result(page, page.length > 0 ? `,"cursor":"${start + page.length}"` : '') }
    })
    const balances = (await source.balances(mint, 0)) ?? expect.fail()
    expect(countHolders(balances, 1n)).to.equal(2_000n)
    expect(countHolders(balances, 6n)).to.equal(500n)
    expect(asked.map(({ body }) => body.params.cursor)).to.deep.equal([undefined, '1000', '2000', '2500'])
    expect(asked[0]?.body).to.include({ jsonrpc: '2.0', method: 'getTokenAccounts' })
    expect(asked[0]?.body.params).to.include({ mint, limit: PAGE, page: 1 })
  })

  it('are read by page number if there is no cursor', async () => {
    const all = accounts(mint)
    const source = await holders(({ page, limit }) => ({
      body: result(all.slice((page - 1) * limit, page * limit)),
    }))
    const balances = (await source.balances(mint, 0)) ?? expect.fail()
    expect(countHolders(balances, 6n)).to.equal(500n)
    expect(asked.map(({ body }) => body.params.page)).to.deep.equal([1, 2, 3])
  })

  it('are counted exactly for any balance, without accounts of other tokens or empty ones', async () => {
    const other = Keypair.generate().publicKey.toBase58()
    const source = await holders(() => ({
      body: result([
        account(mint, 'one', '9223372036854775807'),
        account(mint, 'two', '"9223372036854775808"'),
        account(mint, 'none', '0'),
        account(other, 'three', '9223372036854775808'),
      ]),
    }))
    const balances = await source.balances(mint, 0)
    expect(balances).to.deep.equal(
      new Map([
        ['one', 2n ** 63n - 1n],
        ['two', 2n ** 63n],
      ]),
    )
  })

  it('count an account once if it appears on two pages', async () => {
    const all = accounts(mint).slice(0, 1_500)
    const source = await holders(({ page }) => ({
      body: result(page === 1 ? all.slice(0, PAGE) : all.slice(PAGE - 100)),
    }))
    const balances = (await source.balances(mint, 0)) ?? expect.fail()
    expect(countHolders(balances, 1n)).to.equal(1_500n)
    expect(countHolders(balances, 4n)).to.equal(0n)
  })

  it('are unknown if there is no token, without a request to the server', async () => {
    const source = await holders(() => ({ body: result([]) }))
    expect(await source.balances(Keypair.generate().publicKey.toBase58(), 0)).to.equal(null)
    expect(asked).to.deep.equal([])
  })

  for (const [what, answer, message] of [
    ['fails', { status: 502, body: '{}' }, 'answered 502'],
    ['refuses', { body: '{"error":{"code":-32000,"message":"no such mint"}}' }, 'no such mint'],
    ['makes no sense', { body: '{"result":{"token_accounts":[{"owner":1}]}}' }, 'owner'],
    ['is no JSON', { body: 'busy' }, 'not valid JSON'],
    ['lags', { body: result([], '', ',"last_indexed_slot":99') }, 'slot 99, behind 100'],
    ['does not say its slot', { body: result([], '', '') }, 'does not report last_indexed_slot'],
  ] as const) {
    it(`cannot be read from a server that ${what}`, async () => {
      const source = await holders(() => answer)
      expect((await failure(source.balances(mint, 100))).message).to.contain(message)
    })
  }

  it('cannot be read from a server that repeats the same page', async () => {
    const page = accounts(mint).slice(0, PAGE)
    const source = await holders(() => ({ body: result(page, ',"cursor":"same"') }))
    expect((await failure(source.balances(mint, 0))).message).to.contain('twice')
  })
})
