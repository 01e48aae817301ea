import { expect } from 'chai'
import { untilUnexpired } from '../../web/src/wallet/expired.ts'

describe('page: a transaction that expires before it is confirmed', () => {
  const refusal = (code: string | null) => Object.assign(new Error('no'), { code })
  const expired = () => refusal('TransactionExpired')

  it('is built again, and its owner asked again, but not without end', async () => {
    let runs = 0
    await untilUnexpired(async () => {
      runs += 1
      if (runs < 3) throw expired()
    })
    expect(runs).to.equal(3)
    runs = 0
    const always = untilUnexpired(async () => {
      runs += 1
      throw expired()
    })
    expect(await always.catch((error: Error) => error.message)).to.equal('no')
    expect(runs).to.equal(3)
  })

  it('is not if it may have been placed, or was refused', async () => {
    for (const error of [refusal(null), refusal('PayoutTooLow'), new Error('?')]) {
      let runs = 0
      const failed = untilUnexpired(async () => {
        runs += 1
        throw error
      })
      expect(await failed.catch((reason: Error) => reason)).to.equal(error)
      expect(runs).to.equal(1)
    }
  })
})
