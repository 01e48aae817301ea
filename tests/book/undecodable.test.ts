import { PROGRAM_ID, toMarketId } from '@prediction-market/sdk'
import { findQuestion } from '@prediction-market/sdk/accounts'
import { type Connection, type GetProgramAccountsFilter, Keypair, type PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect } from 'chai'
import { MarketBook } from '../../app/src/book/book.ts'
import { BookLoader } from '../../app/src/book/loader.ts'
import { dataOf } from '../helpers/program/config.ts'
import { givenMarket, startWorld } from '../helpers/program/world.ts'

describe('a market that cannot be decoded', () => {
  let markets: PublicKey[]
  /** The accounts of the program, by address in base58. */
  let accounts: Map<string, Buffer>
  let reported: string[]
  let book: MarketBook
  let loader: BookLoader

  beforeEach(async () => {
    const world = await startWorld()
    markets = [(await givenMarket(world)).address, (await givenMarket(world)).address]
    accounts = new Map()
    for (const market of markets) {
      for (const address of [market, findQuestion(market)]) {
        accounts.set(address.toBase58(), Buffer.from(await dataOf(world, address)))
      }
    }
    reported = []
    book = new MarketBook()
    const connection = {
      getMultipleAccountsInfo: read,
      getMultipleAccountsInfoAndContext: async (addresses: readonly PublicKey[]) => {
        return { context: { slot: slot++ }, value: await read(addresses) }
      },
      _rpcRequest: answer,
    } as unknown as Connection
    loader = new BookLoader(book, {
      accounts: { read: list, follow: () => expect.fail() },
      connection,
      nodes: [connection],
      programId: PROGRAM_ID,
      onUndecodable: (address) => reported.push(address),
    })
  })

  let slot = 1

  async function list(filters: GetProgramAccountsFilter[]) {
    const isOf = (data: Buffer) => (filter: GetProgramAccountsFilter) => {
      const { offset, bytes } = 'memcmp' in filter ? filter.memcmp : expect.fail()
      const wanted = bs58.decode(bytes as string)
      return data.subarray(offset, offset + wanted.length).equals(wanted)
    }
    const found = [...accounts].filter(([, data]) => filters.every(isOf(data)))
    return { slot: slot++, accounts: found.map(([address, data]) => ({ address, data })) }
  }

  async function read(addresses: readonly PublicKey[]) {
    return addresses.map((address) => {
      const data = accounts.get(address.toBase58())
      return data ? { owner: PROGRAM_ID, data } : null
    })
  }

  /** Answers `getMultipleAccounts` as a node does. */
  async function answer(_method: string, [addresses]: [string[]]) {
    const value = addresses.map((address) => {
      const data = accounts.get(address)?.toString('base64')
      return data ? { owner: PROGRAM_ID.toBase58(), data: [data, 'base64'] } : null
    })
    return { result: { context: { slot: slot++ }, value } }
  }

  /** Changes an account's data. */
  function change(address: PublicKey, to: (data: Buffer) => Buffer): () => void {
    const key = address.toBase58()
    const data = accounts.get(key) ?? expect.fail()
    accounts.set(key, to(Buffer.from(data)))
    return () => accounts.set(key, data)
  }

  const laterVersion = (data: Buffer) => {
    data.writeUInt8(2, 8)
    return data
  }
  const half = (data: Buffer) => data.subarray(0, data.length / 2)
  const inBook = () => markets.map((market) => book.get(toMarketId(market)) !== undefined)

  for (const [text, to] of [
    ['of a later version', laterVersion],
    ['cut short', half],
  ] as const) {
    it(`attack 63: ${text}, is counted and reported once, and holds up no other`, async () => {
      const [broken] = markets as [PublicKey]
      const restore = change(broken, to)
      await loader.fill()
      await loader.reconcile()
      expect(inBook()).to.deep.equal([false, true])
      expect(loader.undecodable).to.equal(1)
      expect(reported).to.deep.equal([broken.toBase58()])
      restore()
      await loader.reconcile()
      expect(inBook()).to.deep.equal([true, true])
      expect(loader.undecodable).to.equal(0)
    })

    it(`attack 63: with a question ${text}, is counted and reported once, and holds up no other`, async () => {
      const [broken] = markets as [PublicKey]
      const restore = change(findQuestion(broken), to)
      await loader.fill()
      await loader.reconcile()
      await loader.reconcile()
      expect(inBook()).to.deep.equal([false, true])
      expect(loader.undecodable).to.equal(1)
      expect(reported).to.deep.equal([broken.toBase58()])
      restore()
      await loader.reconcile()
      expect(inBook()).to.deep.equal([true, true])
      expect(loader.undecodable).to.equal(0)
    })
  }

  it('attack 85: is found by the market that its question names, whatever the address', async () => {
    await loader.fill()
    const [moved] = markets as [PublicKey]
    const address = findQuestion(moved).toBase58()
    const data = accounts.get(address) ?? expect.fail()
    accounts.delete(address)
    accounts.set(Keypair.generate().publicKey.toBase58(), data)
    for (const read of [() => loader.fill(), () => loader.reconcile()]) {
      book.remove(toMarketId(moved))
      await read()
      expect(inBook()).to.deep.equal([true, true])
    }
    expect(loader.undecodable).to.equal(0)
  })

  it('attack 85: without a question, is counted and reported once, and holds up no other', async () => {
    const [broken] = markets as [PublicKey]
    const address = findQuestion(broken).toBase58()
    const data = accounts.get(address) ?? expect.fail()
    accounts.delete(address)
    await loader.fill()
    await loader.reconcile()
    expect(inBook()).to.deep.equal([false, true])
    expect(loader.undecodable).to.equal(1)
    expect(reported).to.deep.equal([broken.toBase58()])
    await loader.retryUndecodable()
    expect(inBook()).to.deep.equal([false, true])
    // A node that lags has it later, and the market itself does not change.
    accounts.set(address, data)
    await loader.retryUndecodable()
    expect(inBook()).to.deep.equal([true, true])
    expect(loader.undecodable).to.equal(0)
    expect(reported).to.deep.equal([broken.toBase58()])
  })

  it('attack 63: is read again however many there are that stay so', async () => {
    const [broken] = markets as [PublicKey]
    const data = accounts.get(broken.toBase58()) ?? expect.fail()
    accounts.delete(broken.toBase58())
    for (let count = 0; count < 100; count++) {
      accounts.set(Keypair.generate().publicKey.toBase58(), laterVersion(Buffer.from(data)))
    }
    accounts.set(broken.toBase58(), laterVersion(Buffer.from(data)))
    await loader.fill()
    expect(loader.undecodable).to.equal(101)
    accounts.set(broken.toBase58(), data)
    for (const isThere of [false, true]) {
      await loader.retryUndecodable()
      expect(inBook()).to.deep.equal([isThere, true])
    }
    expect(loader.undecodable).to.equal(100)
  })

  it('attack 63: is not counted any more once it is gone', async () => {
    const [broken] = markets as [PublicKey]
    change(broken, laterVersion)
    await loader.fill()
    accounts.delete(broken.toBase58())
    await loader.reconcile()
    expect(loader.undecodable).to.equal(0)
  })

  it('attack 63: is not looked for any more once it is gone', async () => {
    const [broken] = markets as [PublicKey]
    change(broken, laterVersion)
    await loader.fill()
    accounts.delete(broken.toBase58())
    await loader.retryUndecodable()
    expect(loader.undecodable).to.equal(0)
  })
})
