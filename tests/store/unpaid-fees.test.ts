import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { gte } from 'drizzle-orm'
import { unpaidFees } from '../../app/src/store/schema/gateway.ts'
import { reserveFee, settleFee } from '../../app/src/store/unpaid-fees.ts'
import { sharedStore } from '../helpers/gateway/store.ts'

describe('the budget for network fees', () => {
  // A time that no other test has, because all unpaid fees count.
  const now = new Date('2090-01-01T00:00:00Z')
  const later = new Date('2090-01-02T00:00:00Z')
  const inFlightUntil = new Date('2090-01-01T00:03:00Z')
  const limits = { all: 60_000n, lost: 20_000n, inFlight: 3 }
  const newWallet = () => randomBytes(16).toString('hex')
  const fee = (wallet: string) => ({
    signature: randomBytes(32).toString('hex'),
    wallet,
    lamports: 10_000n,
    inFlightUntil,
    expiresAt: later,
  })

  beforeEach(async () => {
    const { db } = await sharedStore()
    await db.delete(unpaidFees).where(gte(unpaidFees.expiresAt, later))
  })

  it('attack 78: has room for each wallet, and an end for all of them together', async () => {
    const { db } = await sharedStore()
    const wallet = newWallet()
    const taken = [fee(wallet), fee(wallet), fee(wallet)]
    for (const one of taken) expect(await reserveFee(db, one, limits, now)).to.equal(null)
    expect(await reserveFee(db, fee(wallet), limits, now)).to.equal('inFlight')
    // Fresh wallets, all at once.
    const fresh = Array.from({ length: 4 }, newWallet)
    const results = await Promise.all(fresh.map((one) => reserveFee(db, fee(one), limits, now)))
    expect(results.filter((result) => result === null)).to.have.length(3)
    expect(results.filter((result) => result === 'all')).to.have.length(1)
    // What is paid back makes room again, and so does the next day.
    for (const { signature } of taken) await settleFee(db, signature, 0n, now)
    expect(await reserveFee(db, fee(wallet), limits, now)).to.equal(null)
    const next = { ...fee(wallet), expiresAt: new Date('2090-01-03T00:00:00Z') }
    expect(await reserveFee(db, next, limits, later)).to.equal(null)
  })

  it('attack 103: stops a wallet that loses fees, and leaves honest ones their bets in flight', async () => {
    const { db } = await sharedStore()
    const wide = { all: 100_000_000n, lost: 40_000n, inFlight: 16 }
    const honest = newWallet()
    let lost = 0n
    for (const wallet of Array.from({ length: 3 }, newWallet)) {
      // Thirty parallel bets, of which all that are sent fail; then thirty more.
      for (const expected of ['inFlight', 'lost']) {
        const fees = Array.from({ length: 30 }, () => fee(wallet))
        const results = await Promise.all(fees.map((one) => reserveFee(db, one, wide, now)))
        const sent = fees.filter((_, index) => results[index] === null)
        expect(sent).to.have.length(expected === 'inFlight' ? 16 : 0)
        expect(results.filter((result) => result === expected)).to.have.length(30 - sent.length)
        for (const { signature, lamports } of sent) {
          await settleFee(db, signature, lamports, now)
          lost += lamports
        }
      }
    }
    expect(lost).to.equal(3n * 16n * 10_000n)
    for (let bets = 0; bets < 16; bets += 1) {
      expect(await reserveFee(db, fee(honest), wide, now)).to.equal(null)
    }
  })

  it('counts a bet that nobody settles as lost once it cannot be confirmed', async () => {
    const { db } = await sharedStore()
    const wallet = newWallet()
    for (const one of [fee(wallet), fee(wallet)])
      expect(await reserveFee(db, one, limits, now)).to.equal(null)
    expect(await reserveFee(db, fee(wallet), limits, inFlightUntil)).to.equal('lost')
  })
})
