import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type { WebhookRow } from '../../app/src/store/schema/gateway.ts'
import { sweep } from '../../app/src/store/sweep.ts'
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
