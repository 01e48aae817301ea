import {
  feedPair,
  findFeed,
  findFeedById,
  findFeedByMint,
  nearestFeed,
  PRICE_FEEDS,
} from '@prediction-market/sdk/feeds'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { isOrdinaryWord } from '../../sdk/src/core/feeds/lookup.ts'
import SOURCES from './feeds/sources.json' with { type: 'json' }

const PUSH_PROGRAM = new PublicKey('pythWSnswVUd12oZpeFP8e9CVaEqJg25g1Vtc2biRsT')
const DRIFT_PROGRAM = new PublicKey('dRiftyHA39MWEi3m9aunc5MzRF1JYuBsbn6VPcn33UH')

const rows = SOURCES.feeds.map(({ symbol, id, sources, account }) => ({
  symbol,
  id,
  owners: sources.map((key) => ownerOf(key)),
  account: account?.address,
  program: account?.program,
}))

/** The owner of a source's repository. */
function ownerOf(key: string): string | undefined {
  const source = (SOURCES.sources as Record<string, { repository: string }>)[key]
  return source?.repository.split('/')[0]
}

describe('feeds', () => {
  it('have at least 30 assets, each with two sources of different owners', () => {
    expect(PRICE_FEEDS).to.have.length.of.at.least(30)
    expect(rows.map((row) => row.symbol)).to.deep.equal(PRICE_FEEDS.map((feed) => feed.symbol))
    for (const { symbol, owners } of rows) {
      expect(owners, symbol).to.have.length(2)
      expect(owners, symbol).to.not.include(undefined)
      expect(owners[0], symbol).to.not.equal(owners[1])
    }
  })

  for (const feed of PRICE_FEEDS) {
    it(`${feed.symbol} has the id that its second source has`, () => {
      expect(feed.id).to.match(/^[0-9a-f]{64}$/)
      expect(rows.find((row) => row.symbol === feed.symbol)?.id).to.equal(feed.id)
    })
  }

  for (const { symbol, account, program } of rows.filter((row) => row.account !== undefined)) {
    it(`${symbol} has the ${program} account that its id derives`, () => {
      const id = Buffer.from(findFeed(symbol ?? '')?.id ?? '', 'hex')
      const [derived] =
        program === 'push'
          ? PublicKey.findProgramAddressSync([Buffer.from([0, 0]), id], PUSH_PROGRAM)
          : PublicKey.findProgramAddressSync([Buffer.from('pyth_pull'), id], DRIFT_PROGRAM)
      expect(derived.toBase58()).to.equal(account)
    })
  }

  it('prove most ids by an account', () => {
    expect(rows.filter((row) => row.account !== undefined)).to.have.length.of.at.least(48)
  })

  it('share no id, symbol, name or alias', () => {
    const words = PRICE_FEEDS.flatMap((feed) => [
      ...new Set([feed.symbol, feed.name, ...feed.aliases].map((word) => word.toLowerCase())),
    ])
    expect(new Set(words).size).to.equal(words.length)
    expect(new Set(PRICE_FEEDS.map((feed) => feed.id)).size).to.equal(PRICE_FEEDS.length)
  })

  it('are found by symbol, pair, name, alias and id, in any case', () => {
    for (const name of ['SOL', 'sol', 'Solana', 'SOL/USD', ' sol/usd ']) {
      expect(findFeed(name)?.symbol, name).to.equal('SOL')
    }
    expect(findFeed('ripple')?.symbol).to.equal('XRP')
    expect(findFeed('SOL/EUR')).to.equal(undefined)
    expect(findFeed('constructor')).to.equal(undefined)
    expect(findFeed('')).to.equal(undefined)
    for (const feed of PRICE_FEEDS) {
      expect(findFeed(feed.name)).to.equal(feed)
      expect(findFeedById(feed.id)).to.equal(feed)
      expect(findFeedById(`0x${feed.id.toUpperCase()}`)).to.equal(feed)
      expect(findFeed(feedPair(feed))).to.equal(feed)
    }
    expect(findFeedById('00'.repeat(32))).to.equal(undefined)
  })

  it('have the mints that their sources have, each once', () => {
    const mints = SOURCES.mints.map(({ symbol, mint }) => [symbol, mint])
    const known = PRICE_FEEDS.filter(({ mint }) => mint !== null).map(({ symbol, mint }) => [symbol, mint])
    expect(known).to.have.length.of.at.least(20)
    expect(mints).to.deep.equal(known)
    for (const { symbol, mint } of PRICE_FEEDS) {
      if (mint === null) continue
      expect(new PublicKey(mint).toBase58()).to.equal(mint)
      expect(findFeedByMint(mint)?.symbol).to.equal(symbol)
    }
    expect(findFeedByMint('So11111111111111111111111111111111111111112')).to.equal(undefined)
  })

  it('have a price to compare with, and a sign for names that mean something else', () => {
    for (const feed of PRICE_FEEDS) expect(Number(feed.typicalPrice), feed.symbol).to.be.above(0)
    expect(isOrdinaryWord('Trump')).to.equal(true)
    expect(isOrdinaryWord('SOL')).to.equal(false)
  })

  it('are found near a misspelt name', () => {
    const misspelt = {
      Solanna: 'Solana',
      Bitcion: 'Bitcoin',
      Etherium: 'Ethereum',
      Dogcoin: 'Dogecoin',
      BONKK: 'Bonk',
    }
    for (const [word, name] of Object.entries(misspelt)) expect(nearestFeed(word), word).to.equal(name)
    for (const word of ['Solana', 'SOL', 'FROGGO', 'CAT', 'FROG', ''])
      expect(nearestFeed(word), word).to.equal(undefined)
  })
})
