import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { reserveFee, settleFee } from '../../app/src/store/unpaid-fees.ts'
import { sharedStore } from '../helpers/gateway/store.ts'

describe('the budget for network fees', () => {
  // A time that no other test has, because all unpaid fees count.
  const now = new Date('2090-01-01T00:00:00Z')
  const later = new Date('2090-01-02T00:00:00Z')
  const budgets = { all: 60_000n, wallet: 25_000n }
  const fee = (wallet: string) => ({
    signature: randomBytes(32).toString('hex'),
    wallet,
    lamports: 10_000n,
    expiresAt: later,
  })

  it('attack 78: has room for each wallet, and an end for all of them together', async () => {
    const { db } = await sharedStore()
    const [first, ...fresh] = Array.from({ length: 6 }, () => randomBytes(16).toString('hex'))
    const wallet = first ?? expect.fail()
    const taken = [fee(wallet), fee(wallet)]
    for (const one of taken) expect(await reserveFee(db, one, budgets, now)).to.equal(null)
    expect(await reserveFee(db, fee(wallet), budgets, now)).to.equal('wallet')
    // Fresh wallets, all at once.
    const results = await Promise.all(fresh.map((one) => reserveFee(db, fee(one), budgets, now)))
    expect(results.filter((result) => result === null)).to.have.length(4)
    expect(results.filter((result) => result === 'all')).to.have.length(1)
    expect(await reserveFee(db, fee(randomBytes(16).toString('hex')), budgets, now)).to.equal('all')
    // What is paid back makes room again, and so does the next day.
    for (const { signature } of taken) await settleFee(db, signature, 0n)
    expect(await reserveFee(db, fee(wallet), budgets, now)).to.equal(null)
    const next = { ...fee(wallet), expiresAt: new Date('2090-01-03T00:00:00Z') }
    expect(await reserveFee(db, next, budgets, later)).to.equal(null)
    await settleFee(db, next.signature, 0n)
  })
})
