import { expect } from 'chai'
import { ConfirmedClock } from '../../app/src/attestor/clock.ts'
import { chainTime, sharedLocalnet, type TestLocalnet, travelTo, until } from '../helpers/localnet/index.ts'

describe("the attestor's clock", () => {
  let localnet: TestLocalnet
  let clock: ConfirmedClock

  before(async () => {
    localnet = await sharedLocalnet()
    clock = await ConfirmedClock.start(localnet.connection, (error) => expect.fail(error.message))
  })
  after(() => clock.stop())

  it('is never ahead of the chain', async () => {
    const { slot, unixSecond } = clock.now
    expect(slot).to.be.lessThanOrEqual(await localnet.connection.getSlot('processed'))
    expect(unixSecond).to.be.lessThanOrEqual(await chainTime(localnet.connection))
  })

  it('follows the chain by itself', async () => {
    const second = (await chainTime(localnet.connection)) + 60
    await travelTo(localnet, second)
    await until('the clock to be there', () => clock.now.unixSecond >= second)
  })

  it('is current when it is read', async () => {
    const second = (await chainTime(localnet.connection)) + 60
    await travelTo(localnet, second)
    const time = await until('a confirmed slot of that second', async () => {
      const read = await clock.read()
      expect(clock.now.slot).to.be.greaterThanOrEqual(read.slot)
      return read.unixSecond >= second && read
    })
    expect(time.slot).to.be.greaterThan(0)
  })
})
