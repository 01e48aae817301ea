import { PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import type { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { SIMULATED_FEEDS } from '../../../app/src/localnet/prices/feeds.ts'
import { decodePriceUpdate } from '../../../app/src/prices/price-update.ts'
import { feedAddress, proofAddress } from '../../../app/src/prices/pyth.ts'
import { chainTime, sharedLocalnet, type TestLocalnet, until } from '../../helpers/localnet/index.ts'

const FEEDS = SIMULATED_FEEDS

const idOf = (symbol: string) => {
  const feed = FEEDS.find((candidate) => candidate.symbol === symbol)
  return feed?.id ?? expect.fail(`No feed ${symbol}`)
}

describe('the simulated feeds on the localnet', () => {
  let localnet: TestLocalnet

  before(async () => {
    localnet = await sharedLocalnet()
  })

  const read = async (address: PublicKey) => {
    const account = await localnet.connection.getAccountInfo(address, 'processed')
    if (!account) expect.fail(`No account ${address.toBase58()}`)
    expect(account.owner.equals(PYTH_RECEIVER)).to.equal(true)
    const rent = await localnet.connection.getMinimumBalanceForRentExemption(account.data.length)
    expect(account.lamports).to.equal(rent)
    return decodePriceUpdate(account.data)
  }

  it('keep each account on the second of the chain', async () => {
    const follow = async (id: string) => {
      const address = feedAddress(id)
      const first = await read(address)
      expect(first.verification).to.equal('full')
      expect(first.writeAuthority.equals(address)).to.equal(true)
      expect(first.update.feedId).to.equal(id)
      const next = await until(`the next update of ${id}`, async () => {
        const account = await read(address)
        return account.update.publishTime > first.update.publishTime && account
      })
      expect(next.update).to.deep.equal(await localnet.prices.updateAt(id, next.update.publishTime))
      expect(next.postedSlot > first.postedSlot).to.equal(true)
      expect(next.update.publishTime).to.be.at.most(await chainTime(localnet.connection))
    }
    await Promise.all(FEEDS.map(({ id }) => follow(id)))
  })

  it('show a price that was set when the call returns', async () => {
    const update = await localnet.prices.set('JUP', '1.2345')
    const account = await read(feedAddress(idOf('JUP')))
    localnet.prices.release('JUP')
    expect(account.update.price).to.equal(123_450_000n)
    expect(account.update.publishTime).to.be.at.least(update.publishTime)
  })

  it('post any past update to an account of its own', async () => {
    const id = idOf('ETH')
    const { publishTime } = await localnet.prices.latest(id)
    const update = (await localnet.prices.updateAt(id, publishTime)) ?? expect.fail('No update')
    await until('two more seconds', async () => {
      return (await localnet.prices.latest(id)).publishTime >= publishTime + 2
    })

    const address = await localnet.prices.post(update)
    expect(address.equals(proofAddress(id, publishTime))).to.equal(true)
    expect(await localnet.prices.post(update)).to.deep.equal(address)
    expect((await read(address)).update).to.deep.equal(update)
    expect((await read(feedAddress(id))).update.publishTime).to.be.greaterThan(publishTime)
  })
})
