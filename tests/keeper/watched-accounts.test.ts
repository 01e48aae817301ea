import { Connection, Keypair, PublicKey, SYSVAR_CLOCK_PUBKEY } from '@solana/web3.js'
import { expect } from 'chai'
import { WatchedAccounts } from '../../app/src/keeper/watched-accounts.ts'
import { sharedLocalnet, type TestLocalnet, until } from '../helpers/localnet/index.ts'
import { openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'

describe('watched accounts', () => {
  let localnet: TestLocalnet
  let proxy: RpcProxy
  let accounts: WatchedAccounts
  /** What the node seems to be ahead, in slots and seconds. */
  let ahead: { slots: number; seconds: number }
  /** The addresses of each call, in base58. */
  let asked: string[][]

  before(async () => {
    localnet = await sharedLocalnet()
    proxy = await openRpcProxy({
      node: localnet.node,
      alter({ method, params, result }) {
        if (method !== 'getMultipleAccounts') return undefined
        asked.push(params[0])
        const [clock, ...others] = result.value
        const data = Buffer.from(clock.data[0], 'base64')
        data.writeBigInt64LE(data.readBigInt64LE(32) + BigInt(ahead.seconds), 32)
        const value = [{ ...clock, data: [data.toString('base64'), 'base64'] }, ...others]
        return { context: { slot: result.context.slot + ahead.slots }, value }
      },
    })
  })

  after(() => proxy.close())

  beforeEach(() => {
    accounts = new WatchedAccounts(new Connection(proxy.rpcUrl))
    ahead = { slots: 0, seconds: 0 }
    asked = []
  })

  const write = async (address: PublicKey, byte: number) => {
    const owner = PublicKey.default
    await localnet.node.cheats.setAccount(address, { lamports: 1_000_000n, data: Buffer.of(byte), owner })
  }
  const byteOf = (address: PublicKey) => accounts.get(address)?.data[0]

  it('are taken whatever the clock of another answer was', async () => {
    const address = Keypair.generate().publicKey
    await write(address, 1)
    // Given an answer whose clock was ahead.
    ahead.seconds = 1_000
    await accounts.readNext()
    const unixSecond = accounts.unixSecond
    // When an account is read beside an earlier clock.
    ahead.seconds = 0
    accounts.watch(address)
    expect(await accounts.readNext()).to.deep.equal([address.toBase58()])
    // Then it counts, and time does not go back.
    expect(byteOf(address)).to.equal(1)
    expect(accounts.unixSecond).to.equal(unixSecond)
  })

  it('keep the state of the newer slot, each its own', async () => {
    const [one, other] = [Keypair.generate().publicKey, Keypair.generate().publicKey]
    await write(one, 1)
    accounts.watch(one)
    ahead.slots = 1_000
    await accounts.readNext()
    await write(one, 2)
    await write(other, 3)
    accounts.watch(other)
    ahead.slots = 0
    expect(await accounts.readNext(), 'only the one that was not read later').to.deep.equal([
      other.toBase58(),
    ])
    expect([byteOf(one), byteOf(other)]).to.deep.equal([1, 3])
    ahead.slots = 1_000
    expect(await accounts.readNext()).to.deep.equal([one.toBase58()])
    expect(byteOf(one)).to.equal(2)
  })

  it('are reported when they come, change and go, and not in between', async () => {
    const address = Keypair.generate().publicKey
    const key = address.toBase58()
    accounts.watch(address)
    expect(await accounts.readNext(), 'read for the first time').to.deep.equal([key])
    expect(await accounts.readNext()).to.deep.equal([])
    await write(address, 1)
    expect(await accounts.readNext(), 'there').to.deep.equal([key])
    expect(await accounts.readNext()).to.deep.equal([])
    await write(address, 2)
    expect(await accounts.readNext(), 'changed').to.deep.equal([key])
    accounts.unwatch(address)
    expect(accounts.get(address)).to.equal(undefined)
    expect(await accounts.readNext()).to.deep.equal([])
  })

  it('are read in turn, as many as one call takes, with the clock', async () => {
    const many = Array.from({ length: 250 }, () => Keypair.generate().publicKey)
    for (const address of many) accounts.watch(address)
    expect(accounts.batch).to.equal(99)
    for (let call = 0; call < 5; call++) await accounts.readNext()
    const keys = many.map((address) => address.toBase58())
    const read = asked.flatMap(([clock, ...others]) => {
      expect(clock).to.equal(SYSVAR_CLOCK_PUBKEY.toBase58())
      return others
    })
    expect(read).to.deep.equal([...keys, ...keys].slice(0, 5 * 99))
  })

  describe('that are followed', () => {
    let following: { stop(): void }
    const errors: string[] = []

    beforeEach(async () => {
      following = accounts.follow({
        nodes: [localnet.node],
        silenceMs: 15_000,
        isCurrent: () => true,
        onError: (error, what) => errors.push(`${what}: ${error.message}`),
      })
      await until('slots', () => accounts.areFollowed)
    })

    afterEach(() => {
      following.stop()
      expect(errors).to.deep.equal([])
    })

    /** Reads until there are no news any more. */
    const readAll = () =>
      until('no news', async () => {
        await accounts.readNews()
        return !accounts.hasNews
      })

    it('have news when they are new and when they change, until those are read', async () => {
      const [one, other] = [Keypair.generate().publicKey, Keypair.generate().publicKey]
      await write(one, 1)
      for (const address of [one, other]) accounts.watch(address)
      expect(accounts.hasNews, 'not read yet').to.equal(true)
      expect(await accounts.readNews()).to.have.members([one.toBase58(), other.toBase58()])
      // The subscriptions may not be there yet when the accounts are read.
      await until('a report', async () => {
        await readAll()
        await write(one, 2)
        return until('it', () => accounts.hasNews, 1_000).catch(() => false)
      })
      asked = []
      expect(await accounts.readNews()).to.deep.equal([one.toBase58()])
      expect(byteOf(one)).to.equal(2)
      expect(asked.map(([, ...keys]) => keys)).to.deep.equal([[one.toBase58()]])
    })

    it('have news until a node answers that is as far as the report', async () => {
      const address = Keypair.generate().publicKey
      accounts.watch(address)
      await readAll()
      await until('a report', async () => {
        await write(address, 1)
        return accounts.hasNews
      })
      ahead.slots = -1_000_000
      await accounts.readNews()
      expect(accounts.hasNews).to.equal(true)
      ahead.slots = 0
      await readAll()
      expect(byteOf(address)).to.equal(1)
    })

    it('are not followed any more once they are not watched', async () => {
      const address = Keypair.generate().publicKey
      accounts.watch(address)
      expect(accounts.areFollowed).to.equal(true)
      accounts.unwatch(address)
      await write(address, 1)
      expect([accounts.hasNews, accounts.areFollowed]).to.deep.equal([false, true])
      expect(await accounts.readNews()).to.deep.equal([])
    })

    it('count as not followed if there are more than a node takes subscriptions', () => {
      for (let count = 0; count <= 1_000; count++) accounts.watch(Keypair.generate().publicKey)
      expect(accounts.areFollowed).to.equal(false)
    })

    it('count as not followed while no slots are reported', async () => {
      following.stop()
      await until('it to be noticed', () => !accounts.areFollowed)
    })
  })
})
