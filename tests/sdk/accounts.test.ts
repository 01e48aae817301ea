import { BorshCoder, type Idl } from '@coral-xyz/anchor'
import { type GetProgramAccountsFilter, Keypair, PublicKey } from '@solana/web3.js'
import BN from 'bn.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { AccountDataError, identifyAccount } from '../../sdk/src/accounts/data.ts'
import * as accounts from '../../sdk/src/accounts/decode.ts'
import { marketFilters, positionFilters, questionFilters } from '../../sdk/src/accounts/filters.ts'
import { IDL } from '../../sdk/src/complete-idl.ts'
import { type AccountName, accountSize } from '../../sdk/src/program.ts'

const coder = new BorshCoder(IDL as Idl)
const key = () => Keypair.generate().publicKey
const MAX_U64 = '18446744073709551615'
const EMPTY = PublicKey.default
const [creator, token, mint, escrow, owner, market] = [key(), key(), key(), key(), key(), key()]

const CONDITION = {
  metric: { marketCap: { feed: Array.from({ length: 32 }, (_, index) => index) } },
  comparison: { atMost: {} },
  target: { mantissa: new BN(25), exponent: -1 },
  timing: { byExpiry: {} },
}
const OBSERVATION = {
  value: new BN('340282366920938463463374607431768211455'),
  exponent: -18,
  observedAt: new BN(3_001),
}

/** A decided market as Anchor writes it, with a different value in every field. */
const RAW_MARKET = {
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
  paid: new BN(77),
  fees: { burn: new BN(5), developer: new BN(6) },
  terms: {
    burnBps: 1,
    developerBps: 2,
    maxConfidenceBps: 3,
    attestorSet: 65_535,
    proofWindow: 5,
    voidDelay: 6,
  },
  openPositions: 4_294_967_295,
  status: 1,
  outcome: 1,
  feesCollected: 1,
  isWatched: 1,
  decimals: 6,
  escrowBump: 254,
  condition: pad(coder.types.encode('condition', CONDITION), 44),
  observation: [1, ...coder.types.encode('observation', OBSERVATION)],
  padding: Array(5).fill(0),
}

function pad(bytes: Uint8Array, length: number): number[] {
  return [...bytes, ...Array(length - bytes.length).fill(0)]
}

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
      outcome: 0,
      feesCollected: 0,
      observation: Array(29).fill(0),
    },
    MARKET_SIZE,
  )

/** What a node does with filters. */
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
      pools: [9_007_199_254_740_993n, 2n ** 64n - 2n],
      paid: 77n,
      fees: { burn: 5n, developer: 6n },
      feesCollected: true,
      openPositions: 4_294_967_295,
      terms: RAW_MARKET.terms,
      condition: {
        type: 'marketCap',
        feed: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
        comparison: 'atMost',
        target: '2.5',
        timing: 'byExpiry',
      },
      outcome: 'No',
      observation: { value: 2n ** 128n - 1n, exponent: -18, observedAt: 3_001n },
    } satisfies accounts.Market)
  })

  it('reads an open market about no token in SOL: what is not there is null', async () => {
    const read = accounts.decodeMarket(await openMarket())
    expect(read.status).to.equal('open')
    expect(read.token).to.equal(null)
    expect(read.mint).to.equal(null)
    expect(read.resolvedAt).to.equal(null)
    expect(read.outcome).to.equal(null)
    expect(read.observation).to.equal(null)
  })

  it('reads a void market', async () => {
    const raw = { ...RAW_MARKET, status: 2, outcome: 0 }
    const read = accounts.decodeMarket(await onChain('market', raw, MARKET_SIZE))
    expect(read.status).to.equal('void')
    expect(read.outcome).to.equal(null)
    expect(read.resolvedAt).to.equal(4_000n)
  })

  it('reads the configuration', async () => {
    const settings = {
      treasury: owner,
      burnBps: 500,
      developerBps: 400,
      minimumStakeSol: new BN(11),
      minimumStakeUtility: new BN(MAX_U64),
      maxDuration: 12,
      proofWindow: 13,
      voidDelay: 14,
      maxConfidenceBps: 15,
      paused: true,
    }
    const raw = {
      admin: creator,
      pendingAdmin: EMPTY,
      utilityMint: mint,
      utilityDecimals: 6,
      attestorSets: 3,
      settings,
    }
    expect(accounts.decodeConfig(await onChain('config', raw))).to.deep.equal({
      ...raw,
      pendingAdmin: null,
      settings: { ...settings, minimumStakeSol: 11n, minimumStakeUtility: 2n ** 64n - 1n },
    })
    const named = await onChain('config', { ...raw, pendingAdmin: owner })
    expect(accounts.decodeConfig(named).pendingAdmin).to.deep.equal(owner)
  })

  it('reads attestor sets, the fee vault, questions and positions', async () => {
    const set = { index: 2, threshold: 1, keys: [creator, owner] }
    expect(accounts.decodeAttestorSet(await onChain('attestorSet', set, 527))).to.deep.equal(set)
    const vault = await onChain('feeVault', { received: new BN(MAX_U64) })
    expect(accounts.decodeFeeVault(vault)).to.deep.equal({ received: 2n ** 64n - 1n })
    const question = { market, text: 'Wird SOL über 250 $ steigen? 💧' }
    expect(accounts.decodeQuestion(await onChain('question', question))).to.deep.equal(question)
    const position = await onChain('position', { market, owner, stakes: [new BN(1), new BN(MAX_U64)] })
    expect(position).to.have.length(88)
    expect(accounts.decodePosition(position)).to.deep.equal({ market, owner, stakes: [1n, 2n ** 64n - 1n] })
  })

  it('reads data that lies somewhere inside a larger buffer', async () => {
    const data = await onChain('position', { market, owner, stakes: [new BN(1), new BN(2)] })
    const larger = Uint8Array.from([1, 2, 3, ...data, 4])
    expect(accounts.decodePosition(larger.subarray(3, 3 + data.length)).stakes).to.deep.equal([1n, 2n])
  })

  describe('refuse', () => {
    const refuses = (decode: (data: Uint8Array) => unknown, data: Uint8Array, message: string) =>
      expect(() => decode(data)).to.throw(AccountDataError, message)

    it('another account of the program', async () => {
      const vault = await onChain('feeVault', { received: new BN(1) })
      refuses(accounts.decodeMarket, vault, 'not an account of type market: it is of type feeVault')
    })

    it('what is foreign', () => {
      refuses(accounts.decodeMarket, new Uint8Array(500), 'unknown account discriminator')
      refuses(accounts.decodeMarket, new Uint8Array(0), 'unknown account discriminator')
      refuses(accounts.decodePosition, 'base64' as unknown as Uint8Array, 'account data must be bytes')
    })

    it('what is cut short, at any byte', async () => {
      const question = await onChain('question', { market, text: 'Will it?' })
      const set = await onChain('attestorSet', { index: 2, threshold: 1, keys: [creator, owner] })
      const decided = await onChain('market', RAW_MARKET)
      expect(decided).to.have.length(MARKET_SIZE)
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
      const set = await onChain('attestorSet', { index: 2, threshold: 1, keys: [] }, 527)
      set.writeUInt32LE(0xffff_ffff, 11)
      refuses(accounts.decodeAttestorSet, set, 'account of type attestorSet is cut short')
    })

    it('a variant the program does not have', async () => {
      const data = await onChain('market', RAW_MARKET, MARKET_SIZE)
      data.writeUInt8(9, 236)
      refuses(accounts.decodeMarket, data, 'account of type market cannot be read')
    })
  })

  it('are identified by their first bytes', async () => {
    expect(identifyAccount(await openMarket())).to.equal('market')
    expect(identifyAccount(await onChain('question', { market, text: '' }))).to.equal('question')
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
    const position = await onChain('position', { market, owner, stakes: [new BN(0), new BN(0)] })
    expect(passes(position, positionFilters({ market }))).to.equal(true)
    expect(passes(position, positionFilters({ market: owner }))).to.equal(false)
    expect(passes(position, positionFilters({ owner }))).to.equal(true)
    expect(passes(position, positionFilters({ owner: market }))).to.equal(false)
    expect(passes(position, positionFilters({ market, owner }))).to.equal(true)
    expect(passes(position, marketFilters())).to.equal(false)
    const question = await onChain('question', { market, text: 'Will it?' })
    expect(passes(question, questionFilters({ market }))).to.equal(true)
    expect(passes(question, questionFilters({ market: owner }))).to.equal(false)
  })

  it('refuse what cannot be', () => {
    expect(() => marketFilters({ status: 'closed' as never })).to.throw(
      'status: must be one of open, resolved',
    )
    expect(() => marketFilters({ creator: EMPTY })).to.throw('creator: must not be the empty address')
    expect(() => positionFilters({ owner: 'x' as never })).to.throw('owner: must be a public key')
  })
})
