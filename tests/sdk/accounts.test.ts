import { BorshCoder, type Idl } from '@coral-xyz/anchor'
import { AccountDataError } from '@prediction-market/sdk'
import {
  type AccountName,
  identifyAccount,
  marketFilters,
  positionFilters,
  questionFilters,
  UnknownVersionError,
} from '@prediction-market/sdk/accounts'
import { IDL } from '@prediction-market/sdk/idl'
import { type GetProgramAccountsFilter, Keypair, PublicKey } from '@solana/web3.js'
import BN from 'bn.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { accountDecoders } from '../../sdk/src/core/accounts/decoders.ts'
import * as accounts from '../../sdk/src/web3/accounts.ts'
import { codecOf } from '../../sdk/src/web3/codec.ts'
import { accountSize } from '../../sdk/src/web3/coder.ts'
import type { Web3 } from '../../sdk/src/web3/library.ts'

const coder = new BorshCoder(IDL as Idl)
const key = () => Keypair.generate().publicKey
const MAX_U64 = '18446744073709551615'
const EMPTY = PublicKey.default
const [creator, token, mint, escrow, owner, market] = [key(), key(), key(), key(), key(), key()]

const CONDITION = {
  source: Array.from({ length: 32 }, (_, index) => index),
  minimumBalance: new BN(0),
  targetMantissa: new BN(25),
  targetExponent: -1,
  metric: 1,
  comparison: 3,
  timing: 1,
  padding: Array(4).fill(0),
}
const OBSERVATION = {
  value: [new BN(MAX_U64), new BN(7)],
  observedAt: new BN(3_001),
  exponent: -18,
  isMet: 1,
  isSome: 1,
  hasValue: 1,
  padding: 0,
}
const NO_OBSERVATION = {
  value: [new BN(0), new BN(0)],
  observedAt: new BN(0),
  exponent: 0,
  isMet: 0,
  isSome: 0,
  hasValue: 0,
  padding: 0,
}
const REFERENCE = {
  ...NO_OBSERVATION,
  value: [new BN(1_000), new BN(0)],
  observedAt: new BN(1_000),
  exponent: -6,
  isSome: 1,
  hasValue: 1,
}
const RAW_RECENT = {
  period: new BN(MAX_U64),
  stakes: [
    [new BN(1), new BN(2)],
    [new BN(3), new BN(4)],
    [new BN(5), new BN(MAX_U64)],
  ],
}
const RECENT = {
  period: 2n ** 64n - 1n,
  stakes: [
    { Yes: 1n, No: 2n },
    { Yes: 3n, No: 4n },
    { Yes: 5n, No: 2n ** 64n - 1n },
  ],
} as const

/** A decided market as Anchor writes it, with a different value in every field. */
const RAW_MARKET = {
  version: 1,
  status: 1,
  answer: 2,
  burnCollected: 1,
  developerCollected: 0,
  decimals: 6,
  escrowBump: 254,
  padding: 0,
  creator,
  token,
  mint,
  escrow,
  nonce: new BN(MAX_U64),
  createdAt: new BN(1_000),
  closeAt: new BN(2_000),
  expireAt: new BN(3_000),
  resolvedAt: new BN(4_000),
  pools: [new BN('9007199254740993'), new BN(MAX_U64).subn(1)],
  recent: RAW_RECENT,
  latePeriod: new BN(63),
  late: [new BN(8), new BN(9)],
  unmatched: new BN(10),
  paid: new BN(77),
  fees: { burn: new BN(5), developer: new BN(6) },
  escrowRent: new BN(890_880),
  recordedReward: new BN(13),
  observation: OBSERVATION,
  reference: REFERENCE,
  condition: CONDITION,
  terms: {
    pythReceiver: owner,
    decideReward: new BN(11),
    settleReward: new BN(12),
    rewardStake: new BN(14),
    proofWindow: 5,
    voidDelay: 6,
    period: 7,
    closeMargin: 8,
    burnBps: 1,
    developerBps: 2,
    maxConfidenceBps: 3,
    attestorSet: 65_535,
    maxRatio: 125,
  },
  openPositions: 4_294_967_295,
  sequence: 4_294_967_294,
  poolBumps: [1, 2],
  paddingEnd: [0, 0, 0, 0, 0, 0],
  reserved: Array(32).fill(0),
}

const RAW_POSITION = {
  version: 1,
  padding: Array(7).fill(0),
  market,
  owner,
  stakes: [new BN(1), new BN(MAX_U64)],
  recent: RAW_RECENT,
  reserved: Array(8).fill(0),
}

const RESERVED = Array(16).fill(0)
const RAW_QUESTION = { version: 1, market, text: 'Will it?', reserved: RESERVED }
const RAW_SET = {
  version: 1,
  index: 2,
  threshold: 3,
  keys: [creator, owner, market, mint],
  reserved: RESERVED,
}
const RAW_VAULT = {
  version: 1,
  auction: { firstPrice: new BN(1), halfLife: 27_000, smallestLot: new BN(2) },
  received: new BN(MAX_U64),
  forSale: new BN(3),
  price: { value: new BN(1).shln(127), floor: new BN(4) },
  pricedAt: new BN(5),
  sold: new BN(6),
  burned: new BN(1).shln(100),
  lastPrice: new BN(7),
  lastSlot: new BN(8),
  sequence: 9,
  reserved: Array(32).fill(0),
}

/** The size of an attestor set on chain, which has room for eight keys. */
const SET_SIZE = 8 + 1 + 2 + 1 + 4 + 8 * 32 + 16

/** As it lies on chain: with room for what is not there. */
async function onChain(name: AccountName, raw: object, size = 0): Promise<Buffer> {
  const data = await coder.accounts.encode(name, raw)
  return Buffer.concat([data, Buffer.alloc(Math.max(0, size - data.length))])
}

const MARKET_SIZE = accountSize('market')
const openMarket = () =>
  onChain(
    'market',
    {
      ...RAW_MARKET,
      token: EMPTY,
      mint: EMPTY,
      status: 0,
      resolvedAt: new BN(0),
      answer: 0,
      burnCollected: 0,
      fees: { burn: new BN(0), developer: new BN(0) },
      observation: NO_OBSERVATION,
      reference: NO_OBSERVATION,
    },
    MARKET_SIZE,
  )

/** Applies filters as a node does. */
function passes(data: Uint8Array, filters: GetProgramAccountsFilter[]): boolean {
  return filters.every((filter) => {
    if (!('memcmp' in filter)) return data.length === filter.dataSize
    const { offset, bytes } = filter.memcmp
    return Buffer.from(bs58.decode(bytes)).equals(data.subarray(offset, offset + bs58.decode(bytes).length))
  })
}

describe('accounts', () => {
  it('reads a decided market', async () => {
    expect(accounts.decodeMarket(await onChain('market', RAW_MARKET, MARKET_SIZE))).to.deep.equal({
      version: 1,
      creator,
      token,
      mint,
      status: 'resolved',
      decimals: 6,
      escrow,
      nonce: 2n ** 64n - 1n,
      createdAt: 1_000n,
      closeAt: 2_000n,
      expireAt: 3_000n,
      resolvedAt: 4_000n,
      pools: { Yes: 9_007_199_254_740_993n, No: 2n ** 64n - 2n },
      recent: RECENT,
      latePeriod: 63n,
      late: { Yes: 8n, No: 9n },
      unmatched: 10n,
      paid: 77n,
      fees: { burn: 5n, developer: 6n },
      escrowRent: 890_880n,
      recordedReward: 13n,
      feesDue: { burn: 0n, developer: 6n },
      openPositions: 4_294_967_295,
      sequence: 4_294_967_294,
      terms: { ...RAW_MARKET.terms, decideReward: 11n, settleReward: 12n, rewardStake: 14n },
      condition: {
        type: 'marketCap',
        feed: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
        comparison: 'atMost',
        target: '2.5',
        timing: 'byExpiry',
      },
      outcome: 'No',
      answer: 'No',
      observation: { value: 2n ** 67n - 1n, exponent: -18, observedAt: 3_001n, isMet: true, hasValue: true },
      reference: { value: 1_000n, exponent: -6, observedAt: 1_000n, isMet: false, hasValue: true },
    } satisfies accounts.Market)
  })

  it('reads which share of the fees is still to be collected', async () => {
    const raw = { ...RAW_MARKET, burnCollected: 0, developerCollected: 1 }
    const read = accounts.decodeMarket(await onChain('market', raw, MARKET_SIZE))
    expect(read.feesDue).to.deep.equal({ burn: 5n, developer: 0n })
  })

  it('reads an open market about no token in SOL: what is not there is null', async () => {
    const read = accounts.decodeMarket(await openMarket())
    expect(read.status).to.equal('open')
    expect(read.token).to.equal(null)
    expect(read.mint).to.equal(null)
    expect(read.resolvedAt).to.equal(null)
    expect(read.outcome).to.equal(null)
    expect(read.answer).to.equal(null)
    expect(read.observation).to.equal(null)
    expect(read.feesDue).to.deep.equal({ burn: 0n, developer: 0n })
  })

  it('reads a void market, which has no winner but may have an answer', async () => {
    for (const [answer, known] of [null, 'Yes', 'No'].entries()) {
      const raw = { ...RAW_MARKET, status: 2, answer }
      const read = accounts.decodeMarket(await onChain('market', raw, MARKET_SIZE))
      expect(read).to.include({ status: 'void', outcome: null, answer: known, resolvedAt: 4_000n })
    }
  })

  it('reads every condition that a market can store', async () => {
    const metrics = ['price', 'marketCap', 'supply', 'migration', 'holders', 'event']
    for (const [metric, type] of metrics.entries()) {
      const condition = { ...CONDITION, metric, comparison: 0, timing: 0, minimumBalance: new BN(12) }
      const data = await onChain('market', { ...RAW_MARKET, condition }, MARKET_SIZE)
      const read = accounts.decodeMarket(data).condition
      expect(read).to.include({ type, timing: 'atExpiry' })
      if ('target' in read) expect(read).to.include({ comparison: 'above', target: '2.5' })
      if (read.type === 'holders') expect(read.minimumBalance).to.equal(12n)
    }
  })

  it('reads the configuration', async () => {
    const settings = {
      treasury: owner,
      pythReceiver: token,
      burnBps: 500,
      developerBps: 400,
      minimumStakeSol: new BN(11),
      minimumStakeUtility: new BN(MAX_U64),
      decideReward: new BN(18),
      settleReward: new BN(19),
      maxDuration: 12,
      proofWindow: 13,
      voidDelay: 14,
      feedVoidDelay: 20,
      shortestPeriod: 16,
      shortestAttestedPeriod: 17,
      closeMargin: 21,
      maxConfidenceBps: 15,
      paused: true,
    }
    const values = { version: 1, admin: creator, utilityMint: mint, utilityDecimals: 6, attestorSets: 3 }
    const raw = {
      ...values,
      pendingAdmin: EMPTY,
      settings,
      betsOpenAt: new BN(22),
      reserved: Array(32).fill(0),
    }
    expect(accounts.decodeConfig(await onChain('config', raw))).to.deep.equal({
      ...values,
      pendingAdmin: null,
      settings: {
        ...settings,
        minimumStakeSol: 11n,
        minimumStakeUtility: 2n ** 64n - 1n,
        decideReward: 18n,
        settleReward: 19n,
      },
      betsOpenAt: 22n,
    })
    const named = await onChain('config', { ...raw, pendingAdmin: owner })
    expect(accounts.decodeConfig(named).pendingAdmin).to.deep.equal(owner)
  })

  it('reads attestor sets, the fee vault, questions and positions', async () => {
    const { reserved: _, ...set } = RAW_SET
    expect(accounts.decodeAttestorSet(await onChain('attestorSet', RAW_SET, SET_SIZE))).to.deep.equal(set)
    const vault = await onChain('feeVault', RAW_VAULT)
    expect(accounts.decodeFeeVault(vault)).to.deep.equal({
      version: 1,
      auction: { firstPrice: 1n, halfLife: 27_000, smallestLot: 2n },
      received: 2n ** 64n - 1n,
      forSale: 3n,
      price: { value: 2n ** 127n, floor: 4n },
      pricedAt: 5n,
      sold: 6n,
      burned: 2n ** 100n,
      last: { price: 7n, slot: 8n },
      sequence: 9,
    })
    const unsold = await onChain('feeVault', { ...RAW_VAULT, lastPrice: new BN(0), lastSlot: new BN(0) })
    expect(accounts.decodeFeeVault(unsold).last).to.equal(null)
    const question = { version: 1, market, text: 'Wird SOL über 250 $ steigen? 💧' }
    const asked = await onChain('question', { ...question, reserved: RESERVED })
    expect(accounts.decodeQuestion(asked)).to.deep.equal(question)
    const position = await onChain('position', RAW_POSITION)
    expect(position).to.have.length(160)
    expect(accounts.decodePosition(position)).to.deep.equal({
      version: 1,
      market,
      owner,
      stakes: { Yes: 1n, No: 2n ** 64n - 1n },
      recent: RECENT,
    })
  })

  it('reads the delegates of a bankroll, and no empty places', async () => {
    const [delegate, cosigner] = [key(), key()]
    const pair = (sol: number, utility: number) => [new BN(sol), new BN(utility)]
    const limits = { perBet: pair(1, 2), total: pair(3, 4), maxFee: new BN(5), expiresAt: new BN(6) }
    const named = { key: delegate, cosigner, limits, spent: pair(7, 8) }
    const empty = { ...named, key: EMPTY }
    const raw = { version: 1, bump: 254, padding: Array(6).fill(0), owner, reserved: RESERVED }
    const data = await onChain('bankroll', { ...raw, delegates: [empty, named, empty, empty] })
    expect(accounts.decodeBankroll(data)).to.deep.equal({
      version: 1,
      owner,
      delegates: [
        {
          key: delegate,
          cosigner,
          limits: {
            perBet: { SOL: 1n, UTILITY: 2n },
            total: { SOL: 3n, UTILITY: 4n },
            maxFee: 5n,
            expiresAt: 6n,
          },
          spent: { SOL: 7n, UTILITY: 8n },
        },
      ],
    } satisfies accounts.Bankroll)
  })

  it('reads data that lies somewhere inside a larger buffer', async () => {
    const data = await onChain('position', RAW_POSITION)
    const larger = Uint8Array.from([1, 2, 3, ...data, 4])
    expect(accounts.decodePosition(larger.subarray(3, 3 + data.length)).recent).to.deep.equal(RECENT)
  })

  describe('refuse', () => {
    const refuses = (decode: (data: Uint8Array) => unknown, data: Uint8Array, message: string) =>
      expect(() => decode(data)).to.throw(AccountDataError, message)

    it('another account of the program', async () => {
      const vault = await onChain('feeVault', RAW_VAULT)
      refuses(accounts.decodeMarket, vault, 'not an account of type market: it is of type feeVault')
    })

    it('any other type than their own, with decoders that are made anew', async () => {
      const { feeVault, ...others } = accountDecoders<Web3>(codecOf())
      const vault = await onChain('feeVault', RAW_VAULT)
      expect(feeVault(vault)).to.deep.equal(accounts.decodeFeeVault(vault))
      for (const [name, decode] of Object.entries(others)) {
        refuses(decode, vault, `not an account of type ${name}: it is of type feeVault`)
      }
      const set = await onChain('attestorSet', RAW_SET, SET_SIZE)
      expect(others.attestorSet(set)).to.deep.equal(accounts.decodeAttestorSet(set))
      const question = await onChain('question', RAW_QUESTION)
      expect(others.question(question)).to.deep.equal(accounts.decodeQuestion(question))
      expect(others.question(question).market).to.deep.equal(market)
    })

    it('attack 63: a version that is not known, by its name', async () => {
      for (const version of [0, 2, 255]) {
        const later = await onChain('market', { ...RAW_MARKET, version }, MARKET_SIZE)
        const error = thrown(() => accounts.decodeMarket(later))
        expect(error).to.be.instanceOf(UnknownVersionError)
        expect(error).to.include({ name: 'UnknownVersionError', version })
      }
    })

    it('an account of another program', () => {
      refuses(accounts.decodeMarket, new Uint8Array(500), 'unknown account discriminator')
      refuses(accounts.decodeMarket, new Uint8Array(0), 'unknown account discriminator')
      refuses(accounts.decodePosition, 'base64' as unknown as Uint8Array, 'account data must be bytes')
    })

    it('an account that is cut short, at any byte', async () => {
      const question = await onChain('question', RAW_QUESTION)
      const set = await onChain('attestorSet', RAW_SET)
      const decided = await onChain('market', RAW_MARKET)
      expect(decided).to.have.length(MARKET_SIZE)
      expect(MARKET_SIZE).to.equal(584)
      for (const [decode, data] of [
        [accounts.decodeQuestion, question],
        [accounts.decodeAttestorSet, set],
        [accounts.decodeMarket, decided],
      ] as const) {
        for (let length = 8; length < data.length; length++) {
          refuses(decode, data.subarray(0, length), 'is cut short')
        }
      }
    })

    it('a count beyond the data, without counting', async () => {
      const set = await onChain('attestorSet', { ...RAW_SET, keys: [] }, SET_SIZE)
      set.writeUInt32LE(0xffff_ffff, 12)
      refuses(accounts.decodeAttestorSet, set, 'account of type attestorSet is cut short')
    })

    it('a variant the program does not have', async () => {
      const bad = [{ status: 9 }, { answer: 3 }, { condition: { ...CONDITION, metric: 7 } }]
      for (const change of bad) {
        const data = await onChain('market', { ...RAW_MARKET, ...change }, MARKET_SIZE)
        refuses(accounts.decodeMarket, data, 'account of type market cannot be read')
        const error = thrown(() => accounts.decodeMarket(data)) as AccountDataError
        expect(error.name).to.equal('AccountDataError')
        expect(error.cause).to.be.instanceOf(Error)
      }
    })
  })

  it('are identified by their first bytes', async () => {
    expect(identifyAccount(await openMarket())).to.equal('market')
    expect(identifyAccount(await onChain('question', RAW_QUESTION))).to.equal('question')
    expect(identifyAccount(new Uint8Array(8))).to.equal(null)
    expect(identifyAccount((await openMarket()).subarray(0, 7))).to.equal(null)
  })
})

describe('filters', () => {
  it('let through what they name, and nothing else', async () => {
    const decided = await onChain('market', RAW_MARKET, MARKET_SIZE)
    const open = await openMarket()
    const only = (filters: GetProgramAccountsFilter[]) => [passes(decided, filters), passes(open, filters)]
    expect(only(marketFilters())).to.deep.equal([true, true])
    expect(only(marketFilters({ creator }))).to.deep.equal([true, true])
    expect(only(marketFilters({ creator: owner }))).to.deep.equal([false, false])
    expect(only(marketFilters({ token }))).to.deep.equal([true, false])
    expect(only(marketFilters({ token: null }))).to.deep.equal([false, true])
    expect(only(marketFilters({ mint }))).to.deep.equal([true, false])
    expect(only(marketFilters({ mint: null }))).to.deep.equal([false, true])
    expect(only(marketFilters({ status: 'resolved' }))).to.deep.equal([true, false])
    expect(only(marketFilters({ status: 'open' }))).to.deep.equal([false, true])
    expect(only(marketFilters({ status: 'void' }))).to.deep.equal([false, false])
    expect(only(marketFilters({ creator, token, mint, status: 'resolved' }))).to.deep.equal([true, false])
    expect(only(marketFilters({ creator, token, status: 'open' }))).to.deep.equal([false, false])
    expect(only(positionFilters())).to.deep.equal([false, false])
  })

  it('find positions by market and owner, and questions by market', async () => {
    const position = await onChain('position', RAW_POSITION)
    expect(passes(position, positionFilters({ market }))).to.equal(true)
    expect(passes(position, positionFilters({ market: owner }))).to.equal(false)
    expect(passes(position, positionFilters({ owner }))).to.equal(true)
    expect(passes(position, positionFilters({ owner: market }))).to.equal(false)
    expect(passes(position, positionFilters({ market, owner }))).to.equal(true)
    expect(passes(position, marketFilters())).to.equal(false)
    const question = await onChain('question', RAW_QUESTION)
    expect(passes(question, questionFilters({ market }))).to.equal(true)
    expect(passes(question, questionFilters({ market: owner }))).to.equal(false)
  })

  it('refuse impossible values', () => {
    expect(() => marketFilters({ status: 'closed' as never })).to.throw(
      'status: must be one of open, resolved',
    )
    expect(() => marketFilters({ creator: EMPTY })).to.throw('creator: must not be the default pubkey')
    expect(() => positionFilters({ owner: 'x' as never })).to.throw('owner: must be a public key')
  })
})

function thrown(action: () => unknown): unknown {
  try {
    return action()
  } catch (error) {
    return error
  }
}
