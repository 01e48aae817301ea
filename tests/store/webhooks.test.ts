import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { gte } from 'drizzle-orm'
import { unpaidFees, type WebhookRow } from '../../app/src/store/schema/gateway.ts'
import { sweep } from '../../app/src/store/store.ts'
import { reserveFee, settleFee } from '../../app/src/store/unpaid-fees.ts'
import { claimWebhook, findWebhook, insertWebhook, updateClaimed } from '../../app/src/store/webhooks.ts'
import { sharedStore } from '../helpers/gateway/store.ts'

const DAY_MS = 86_400_000

describe('stored webhooks', () => {
  // A time that no other test has.
  const now = new Date('2090-02-01T00:00:00Z')
  const until = new Date('2090-02-01T00:00:40Z')

  const webhook = (owner: string, over: Partial<WebhookRow> = {}): WebhookRow => ({
    id: randomBytes(8).toString('hex'),
    owner,
    url: 'https://example.com/',
    secret: '',
    markets: [],
    wallet: null,
    types: [],
    position: 0,
    failures: 0,
    failingSince: null,
    nextAttemptAt: new Date(now.getTime() - 1),
    isSlow: false,
    disabledAt: null,
    run: null,
    claimedUntil: now,
    createdAt: now,
    ...over,
  })
  const newOwner = () => randomBytes(16).toString('hex')

  it('attack 101: have one place for each owner, and others for slow ones', async () => {
    const { db } = await sharedStore()
    const [greedy, honest] = [newOwner(), newOwner()]
    const rows = [webhook(greedy), webhook(greedy), webhook(greedy, { isSlow: true }), webhook(honest)]
    for (const row of rows) expect(await insertWebhook(db, row, 10)).to.equal(true)
    const claimed: string[] = []
    const claim = async (isSlow?: boolean) => {
      const row = await claimWebhook(db, { run: newOwner(), newest: 1, now, until, isSlow })
      if (row) claimed.push(row.owner + (row.isSlow ? ' slow' : ''))
      return row
    }
    const first = await claim(false)
    await claim(false)
    expect(await claim(false)).to.equal(undefined)
    await claim()
    expect(await claim()).to.equal(undefined)
    expect(claimed).to.have.members([greedy, honest, `${greedy} slow`])
    // The place is free for the next one of its owner.
    if (!first?.run) return expect.fail()
    await updateClaimed(db, { id: first.id, run: first.run }, { run: null, claimedUntil: now, position: 1 })
    const next = await claim()
    expect(next?.owner).to.equal(greedy)
    for (const { owner, id } of rows) {
      const row = await findWebhook(db, owner, id)
      if (row?.run) await updateClaimed(db, { id, run: row.run }, { position: 1_000_000_000 })
    }
  })

  it('are deleted after thirty days disabled', async () => {
    const { db } = await sharedStore()
    const owner = newOwner()
    const disabledAt = new Date(Date.now() - 30 * DAY_MS)
    const row = webhook(owner, { disabledAt })
    await insertWebhook(db, row, 10)
    await sweep(db, new Date(disabledAt.getTime() + 30 * DAY_MS))
    expect(await findWebhook(db, owner, row.id)).to.not.equal(undefined)
    await sweep(db, new Date(disabledAt.getTime() + 30 * DAY_MS + 1))
    expect(await findWebhook(db, owner, row.id)).to.equal(undefined)
  })
})

describe('the budget for network fees', () => {
  // A time that no other test has, because all unpaid fees count.
  const now = new Date('2090-01-01T00:00:00Z')
  const later = new Date('2090-01-02T00:00:00Z')
  const inFlightUntil = new Date('2090-01-01T00:03:00Z')
  const limits = { all: 60_000n, wallet: 30_000n }
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

  it('attack 103: lets no wallet lose more than its limit, whatever it has in flight', async () => {
    const { db } = await sharedStore()
    const wide = { all: 100_000_000n, wallet: 40_000n }
    for (const wallet of Array.from({ length: 3 }, newWallet)) {
      let lost = 0
      // Ten parallel bets, of which one fails; then ten more, until nothing is left to lose.
      for (const fit of [4, 3, 2, 1, 0]) {
        const fees = Array.from({ length: 10 }, () => fee(wallet))
        const results = await Promise.all(fees.map((one) => reserveFee(db, one, wide, now)))
        const sent = fees.filter((_, index) => results[index] === null)
        expect(sent).to.have.length(fit)
        expect(results.filter((result) => result === (fit > 0 ? 'inFlight' : 'lost'))).to.have.length(
          10 - fit,
        )
        for (const [index, { signature, lamports }] of sent.entries()) {
          await settleFee(db, signature, index === 0 ? lamports : 0n, now)
        }
        lost += Math.min(fit, 1)
      }
      expect(lost).to.equal(4)
    }
    // An honest wallet goes on beside them, sixteen at a time where fees are small.
    const honest = newWallet()
    for (let bets = 0; bets < 16; bets += 1) {
      expect(await reserveFee(db, { ...fee(honest), lamports: 2_500n }, wide, now)).to.equal(null)
    }
    expect(await reserveFee(db, fee(honest), wide, now)).to.equal('inFlight')
  })

  it('lets a wallet that has lost nothing send one bet at a time, whatever its fee', async () => {
    const { db } = await sharedStore()
    const wallet = newWallet()
    const [first, second] = [fee(wallet), fee(wallet)].map((one) => ({ ...one, lamports: 50_000n })) as [
      ReturnType<typeof fee>,
      ReturnType<typeof fee>,
    ]
    expect(await reserveFee(db, first, limits, now)).to.equal(null)
    expect(await reserveFee(db, second, limits, now)).to.equal('inFlight')
    await settleFee(db, first.signature, 0n, now)
    expect(await reserveFee(db, second, limits, now)).to.equal(null)
    await settleFee(db, second.signature, 50_000n, now)
    expect(await reserveFee(db, fee(wallet), limits, now)).to.equal('lost')
  })

  it('counts a bet that nobody settles as lost once it cannot be confirmed', async () => {
    const { db } = await sharedStore()
    const wallet = newWallet()
    for (const one of [fee(wallet), fee(wallet), fee(wallet)])
      expect(await reserveFee(db, one, limits, now)).to.equal(null)
    expect(await reserveFee(db, fee(wallet), limits, inFlightUntil)).to.equal('lost')
  })
})
