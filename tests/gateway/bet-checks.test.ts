import {
  type Amounts,
  type Config,
  type Fetched,
  type Market,
  PredictionMarketClient,
} from '@prediction-market/sdk'
import {
  AccountDataError,
  findConfig,
  type Settings,
  UnknownVersionError,
} from '@prediction-market/sdk/accounts'
import { getAssociatedTokenAddressSync, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import type { AccountInfo, Connection, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { Hono } from 'hono'
import { MarketBook } from '../../app/src/book/book.ts'
import { BookEntry } from '../../app/src/book/entry.ts'
import { ChainState } from '../../app/src/chain/state.ts'
import type { WithCaller } from '../../app/src/gateway/auth/require.ts'
import * as checks from '../../app/src/gateway/bets/checks.ts'
import { fundsNeeded, parseStake, projectBet } from '../../app/src/gateway/bets/stake.ts'
import { betView, quoteView } from '../../app/src/gateway/bets/views.ts'
import { type Caller, SCOPES } from '../../app/src/gateway/http/context.ts'
import { ApiError } from '../../app/src/gateway/http/errors/api-error.ts'
import type { Services } from '../../app/src/gateway/services.ts'
import { writeJson } from '../../app/src/json/json.ts'
import { ADDRESSES, MINT, market } from '../helpers/book.ts'
import { closedRow } from '../helpers/history/closed-markets.ts'
import { CHANGE, OBSERVED } from '../helpers/sdk/made-decision.ts'

const [ADDRESS, OTHER] = ADDRESSES as [PublicKey, PublicKey]
const UTILITY = { mint: MINT, decimals: 6 }

const entryOf = (state: Partial<Fetched<Market>> = {}) => new BookEntry(market(state), 'Is it?')

/** How a check refuses: status, name and message; `ok` if it does not. */
async function refused(check: () => unknown): Promise<string> {
  try {
    await check()
    return 'ok'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { 'x-error-code': name, 'retry-after': after } = error.headers as Record<string, string>
    return `${error.status} ${name}: ${error.message}${after ? `, after ${after}` : ''}`
  }
}

interface Chain {
  paused?: boolean
  betsOpenAt?: bigint
}

/** The chain at a second of its clock. */
function chainAt(second: bigint, { paused = false, betsOpenAt = 0n }: Chain): ChainState {
  const state = new ChainState({} as Connection, ADDRESS, () => expect.fail())
  const config = { value: { settings: { paused }, betsOpenAt } }
  return Object.defineProperties(state, { config, now: { value: () => second } })
}

describe('the stake of a bet', () => {
  it('is at least the minimum of its currency', async () => {
    const settings = { minimumStakeSol: 1_000_000n, minimumStakeUtility: 2_500_000n } as Settings
    for (const [state, minimum, units, below, label] of [
      [{}, '0.001', 1_000_000n, '0.000999999', '0.001 SOL'],
      [UTILITY, '2.5', 2_500_000n, '2.499999', '2.5 UTILITY'],
    ] as const) {
      expect(parseStake(entryOf(state), minimum, settings)).to.equal(units)
      const short = await refused(() => parseStake(entryOf(state), below, settings))
      expect(short).to.equal(`400 InvalidInput: amount: must be at least ${label}`)
    }
  })

  it('is in the currency of its market, if the bet names one', async () => {
    const check = (state: object, named: 'SOL' | 'UTILITY' | null | undefined) =>
      refused(() => checks.requireCurrency(entryOf(state), named))
    for (const named of ['SOL', null, undefined] as const) expect(await check({}, named)).to.equal('ok')
    const message = (currency: string) =>
      `400 InvalidInput: currency: must be ${currency}, the currency of this market`
    expect(await check({}, 'UTILITY')).to.equal(message('SOL'))
    expect(await check(UTILITY, 'SOL')).to.equal(message('UTILITY'))
    expect(await check(UTILITY, 'UTILITY')).to.equal('ok')
  })

  it('takes rent and fee in SOL besides, whatever its currency', () => {
    expect(fundsNeeded({ currency: 'SOL', amount: 5n }, 7n)).to.deep.equal({ SOL: 12n, UTILITY: 0n })
    expect(fundsNeeded({ currency: 'UTILITY', amount: 5n }, 7n)).to.deep.equal({ SOL: 7n, UTILITY: 5n })
  })

  it('has a payout of no less than was asked for', async () => {
    const check = (state: object, payout: bigint) =>
      refused(() => checks.requireMinPayout(entryOf(state), payout, 1_500_000n))
    expect(await check({}, 1_500_000n)).to.equal('ok')
    const message = '409 PayoutTooLow: minPayout: the payout at the current pools is'
    expect(await check({}, 1_499_999n)).to.equal(`${message} 0.001499999 SOL`)
    expect(await check(UTILITY, 1_499_999n)).to.equal(`${message} 1.499999 UTILITY`)
  })
})

const CLOSED = 'MarketClosed: The market no longer takes bets: betting ended'
const CLOSE = '1970-01-01T00:33:20Z'
const PAUSED = 'Paused: New bets are paused; decisions and payouts are not'
const REOPENING =
  'BetsNotOpenYet: Bets are taken again from 1970-01-01T00:25:01Z on, a minute after a pause or a lower minimum stake'
const recorded = (what: string) => `${CLOSED} before ${CLOSE}, when ${what} was recorded`
const decided = (status: string, at: string) =>
  `MarketClosed: The market is ${status}: betting ended at ${at}`
const [EARLY, LATE] = [1_499n, 2_001n].map((resolvedAt) => ({ status: 'resolved', resolvedAt }) as const)
const PRICED = { condition: CHANGE, reference: OBSERVED }

/** Betting ends at second 2,000, and it is second 1,500 where none is given. */
const BETTING: [words: string, Partial<Market>, { now?: bigint } & Chain, refusal?: string][] = [
  ['open', {}, {}],
  ['open in its last second', {}, { now: 1_999n }],
  ['open since this second', {}, { betsOpenAt: 1_500n }],
  ['open, with a supply at creation', { reference: OBSERVED }, {}],
  ['open before the first price', { condition: CHANGE }, {}],
  ['paused', {}, { paused: true, betsOpenAt: 1_501n }, PAUSED],
  ['about to open', {}, { betsOpenAt: 1_501n }, REOPENING],
  ['closed', {}, { now: 2_000n }, `${CLOSED} at ${CLOSE}`],
  ['closed and paused', {}, { now: 2_000n, paused: true }, `${CLOSED} at ${CLOSE}`],
  ['resolved before betting ended', { ...EARLY }, {}, decided('resolved', '1970-01-01T00:24:59Z')],
  ['resolved after betting ended', { ...LATE }, {}, decided('resolved', CLOSE)],
  ['void', { status: 'void' }, { paused: true }, decided('void', CLOSE)],
  ['with an answer', { observation: OBSERVED }, {}, recorded('the answer')],
  ['with its first price', { ...PRICED }, {}, recorded('the price that it begins with')],
]

describe('bets on a market', () => {
  for (const [words, state, { now = 1_500n, ...chain }, refusal] of BETTING) {
    it(`${refusal ? 'are refused with the reason' : 'are taken'}: ${words}`, async () => {
      const seen = await refused(() => checks.requireBettingOpen(entryOf(state), chainAt(now, chain)))
      expect(seen).to.equal(refusal ? `409 ${refusal}` : 'ok')
    })
  }

  it('are not taken on events where nobody answers them', async () => {
    const check = (type: Market['condition']['type'], answers: boolean) =>
      refused(() => checks.requireAnswered({ type }, answers))
    const none = 'The attestors of this deployment answer no events, so that nothing would decide the market'
    expect(await check('event', false)).to.equal(`409 EventsUnanswered: ${none}`)
    expect(checks.whyUnanswered({ type: 'event' }, false)).to.equal(none)
    expect(await check('event', true)).to.equal('ok')
    for (const type of ['price', 'holders'] as const) expect(await check(type, false)).to.equal('ok')
  })
})

describe('the account of a bet', () => {
  it('is a bankroll that holds all that it takes, in each currency', async () => {
    const check = (held: Amounts, needed: Amounts) => {
      const config = { utilityDecimals: 6 } as Config
      return refused(() => checks.requireBankrollHolds({ address: ADDRESS, held, needed }, config))
    }
    const needed = { SOL: 1_000_000_000n, UTILITY: 2_000_000n }
    const deposit = `or more to ${ADDRESS.toBase58()} with POST /v1/bankroll/deposits`
    expect(await check(needed, needed)).to.equal('ok')
    expect(await check({ ...needed, SOL: 999_999_999n }, needed)).to.equal(
      '402 BankrollTooLow: The bankroll holds 0.999999999 SOL, and the bet takes 1 SOL with rent, reward and fee: ' +
        `deposit 0.000000001 SOL ${deposit}`,
    )
    expect(await check({ ...needed, UTILITY: 1_999_999n }, needed)).to.equal(
      '402 BankrollTooLow: The bankroll holds 1.999999 UTILITY, and the bet takes 2 UTILITY: ' +
        `deposit 0.000001 UTILITY ${deposit}`,
    )
  })

  for (const program of [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID]) {
    it(`is a wallet that holds enough, of which SOL is not read, with ${program}`, async () => {
      const accounts = new Map<string, Partial<AccountInfo<Buffer>>>()
      const getAccountInfo = async (address: PublicKey) => accounts.get(address.toBase58()) ?? null
      const client = new PredictionMarketClient({ getAccountInfo } as unknown as Connection)
      // A wallet of a program, which no key stands for.
      const wallet = findConfig()
      const spending = { wallet, mint: MINT, amount: 2_000_000n, decimals: 6 }
      const check = (change: Partial<checks.WalletSpending> = {}) =>
        refused(() => checks.requireWalletHolds(client, { ...spending, ...change }))
      expect(await check({ mint: null }), 'not even the mint').to.equal('ok')

      accounts.set(MINT.toBase58(), { owner: program, lamports: 1, data: Buffer.alloc(0) })
      const missing = '402 InsufficientFunds: The wallet holds 0 UTILITY, and the stake is 2 UTILITY'
      expect(await check()).to.equal(missing)
      const data = Buffer.concat([MINT.toBuffer(), wallet.toBuffer(), Buffer.alloc(101)])
      // Initialized.
      data[108] = 1
      const account = getAssociatedTokenAddressSync(MINT, wallet, true, program)
      accounts.set(account.toBase58(), { owner: program, data })
      data.writeBigUInt64LE(2_000_000n, 64)
      expect(await check()).to.equal('ok')
      data.writeBigUInt64LE(1_999_999n, 64)
      const short = '402 InsufficientFunds: The wallet holds 1.999999 UTILITY, and the price is 2 UTILITY'
      expect(await check({ what: 'the price is' })).to.equal(short)
    })
  }
})

/** What a key with these scopes may do, without `build` in the query and with `true` and `false`. */
const BY_SCOPES: [scopes: Caller['scopes'], none: string, builds: string, places: string][] = [
  [[], 'no bet', 'no build', 'no bet'],
  [['read'], 'no bet', 'no build', 'no bet'],
  [['build'], 'builds', 'builds', 'no bet'],
  [['bet'], 'places', 'no build', 'places'],
  [['build', 'bet'], 'places', 'builds', 'places'],
  [SCOPES, 'places', 'builds', 'places'],
]

describe('the scopes of a bet', () => {
  const PATH = '/v1/markets/market_1/bets'

  /** What a request does: `places` or `builds` a bet; `no bet` and `no build` if the scope for that is missing. */
  async function sent(path: string, caller?: Partial<Caller>): Promise<string> {
    let isPlaced = false
    const app = new Hono<WithCaller>().use((c, next) => {
      c.set('caller', caller as Caller)
      isPlaced = checks.isPlacedByKey(c, caller as Caller | undefined)
      return next()
    })
    app.use(checks.requireBetScope).onError((error) => Response.json(error.message, error as ApiError))
    app.post('*', (c) => c.json('', 200))
    const answer = await app.request(path, { method: 'POST' })
    const message = await answer.json()
    const hint = '; a key with the scope build has bets built, for the wallet to sign'
    const [does, scope, words] = isPlaced ? ['places', 'bet', hint] : ['builds', 'build', '']
    if (message === '') return does ?? expect.fail()
    if (answer.status === 401) return `${does} nothing`
    expect([answer.status, message]).to.deep.equal([
      403,
      `The API key does not have the scope ${scope}${words}`,
    ])
    return `no ${scope}`
  }

  for (const [scopes, ...does] of BY_SCOPES) {
    it(`decide what an API key does: ${scopes.join(', ') || 'none'}`, async () => {
      const asked = ['', '?build=true', '?build=false'].map((query) =>
        sent(PATH + query, { via: 'key', scopes }),
      )
      expect(await Promise.all(asked)).to.deep.equal(does)
    })
  }

  it('are no question of a wallet’s signature, and there are none without credentials', async () => {
    for (const query of ['', '?build=true', '?build=false']) {
      expect(await sent(PATH + query, { via: 'signature', scopes: SCOPES })).to.equal('builds')
      expect(await sent(PATH + query)).to.equal('builds nothing')
    }
  })

  it('are those of what is built on every other path', async () => {
    for (const path of [
      '/v1/markets/a/bets/b',
      '/v2/v1/markets/a/bets',
      '/v1/markets/a/b/bets',
      '/v1/markets//bets',
    ]) {
      expect(await sent(path, { via: 'key', scopes: ['bet'] }), path).to.equal('no build')
    }
  })
})

describe('the market of a bet', () => {
  const { id } = entryOf()
  const past = closedRow({
    address: ADDRESS.toBase58(),
    creator: '',
    question: 'Is it?',
    createdAt: 1,
    expireAt: 2,
  })
  const present = { ...past, closedAt: null }

  /** Services whose history has these rows. @param onRefresh - what the nodes have: puts it into the book */
  function services(rows: object[], onRefresh = (_: MarketBook): Error | undefined => undefined) {
    const book = new MarketBook()
    let why: Error | undefined
    const loader = {
      async refresh(addresses: PublicKey[]) {
        expect(addresses).to.deep.equal([ADDRESS])
        why = onRefresh(book)
      },
      whyUndecodable: (address: string) => (address === ADDRESS.toBase58() ? why : undefined),
    }
    const history = { db: { select: () => ({ from: () => ({ where: async () => rows }) }) } }
    return { book, loader, history } as unknown as Pick<Services, 'book' | 'loader' | 'history'>
  }

  it('is in the book', async () => {
    const asked = services([past], () => expect.fail())
    const entry = asked.book.put(market(), 'Is it?', 1)
    expect(await checks.requireMarketOnChain(asked, id)).to.equal(entry)
    const other = await refused(() => checks.requireMarketOnChain(asked, 'nothing'))
    expect(other).to.equal('404 MarketNotFound: Market not found: nothing')
  })

  it('is read where only the history has it yet', async () => {
    const asked = services([present], (book) => {
      book.put(market(), 'Is it?', 1)
      return undefined
    })
    expect(await checks.requireMarketOnChain(asked, id)).to.equal(asked.book.get(id))
  })

  const unknown = '400 UnknownVersion: The market has a version that this gateway does not know'
  const missing = '503 Unavailable: The nodes do not have the market yet; try again, after 2'
  for (const [words, rows, error, expected] of [
    ['unknown', [], undefined, `404 MarketNotFound: Market not found: ${id}`],
    ['closed', [past], undefined, '409 MarketClosed: The market is resolved and no longer takes bets'],
    ['of a later version', [present], new UnknownVersionError('market', 9), unknown],
    ['broken', [present], new AccountDataError('it'), missing],
    ['not there', [present], undefined, missing],
  ] as const) {
    it(`is refused: ${words}`, async () => {
      const asked = services([...rows], () => error)
      expect(await refused(() => checks.requireMarketOnChain(asked, id))).to.equal(expected)
    })
  }
})

describe('the answers about a bet', () => {
  const seen = (view: Parameters<typeof writeJson>[0]) => JSON.parse(writeJson(view))
  const pools = { Yes: 1_000_000n, No: 3_000_000n }
  const terms = { ...market().terms, maxRatio: 125 }

  it('are its stake, the pools after it, and its transaction', () => {
    const stake = { amount: 1_500_000n, currency: 'UTILITY', decimals: 6 } as const
    const bet = { market: ADDRESS, outcome: 'No', pools, ...stake } as const
    const after = { newTotalStake: { Yes: 1, No: 3 }, newOdds: { Yes: 0.25, No: 0.75 } }
    const fields = { marketId: entryOf().id, outcome: 'No', amountStaked: 1.5, ...after }
    const prepared =
      'Bet prepared: 1.5 UTILITY on No. Sign the transaction and send it to POST /v1/transactions'
    const placed = { ...fields, transactionId: 'tx', message: 'Bet placed: 1.5 UTILITY on No' }
    expect(seen(betView({ ...bet, transactionId: 'tx' }))).to.deep.equal(placed)
    const projected = { ...fields, transactionId: null, message: prepared }
    expect(seen(betView({ ...bet, transactionId: null }))).to.deep.equal(projected)
  })

  it('are what it would be paid with the pools as they are, and what it costs', () => {
    const entry = entryOf({ ...UTILITY, address: OTHER, pools, terms })
    const quote = projectBet(entry, 'No', 1_000_000n)
    const counts = { from: 1_600n, returnedBy: ['Yes'] } as const
    const costs = { deposit: 2_000_000n, reward: 5_000n }
    expect(seen(quoteView(entry, 'No', 1_000_000n, quote, { counts, costs }))).to.deep.equal({
      marketId: entry.id,
      outcome: 'No',
      amount: 1,
      currency: 'UTILITY',
      odds: { Yes: 0.25, No: 0.75 },
      newOdds: { Yes: 0.2, No: 0.8 },
      newTotalStake: { Yes: 1, No: 4 },
      // A quarter of the one on Yes less a tenth; if Yes wins, 1.25 of the four on No are lost.
      payout: 1.225,
      payoutRatio: 1.225,
      atRisk: 0.3125,
      payoutIfMatched: { Yes: 1.45, No: 1.18 },
      deposit: 0.002,
      reward: 0.000005,
      countsFrom: '1970-01-01T00:26:40Z',
      returnedBy: ['Yes'],
      priceImpact: 0.05,
    })
  })
})
