import { expect } from 'chai'
import { Hono } from 'hono'
import { limitRequests } from '../../app/src/runtime/limit-requests.ts'

describe("the limits of an attestor's HTTP interface", () => {
  const clock = { now: 0 }
  const limits = { perAddress: 60, inAll: 150, trustedProxies: 0, now: () => clock.now }

  /** A server with these limits that counts its work, and requests from an address. */
  const open = () => {
    const app = new Hono()
    const work = { done: 0 }
    app.use('*', limitRequests(limits))
    app.get('/', (c) => {
      work.done += 1
      return c.text('ok')
    })
    const ask = (remoteAddress: string) =>
      app.request('/', {}, { incoming: { socket: { remoteAddress, remoteFamily: 'IPv4', remotePort: 1 } } })
    return { ask, work }
  }

  it('attack 81: refuse a flood before any work, and leave others their share', async () => {
    const { ask, work } = open()
    const flood = await Promise.all(Array.from({ length: 2_000 }, () => ask('10.0.0.1')))
    expect(work.done).to.equal(60)
    const refused = flood.find(({ status }) => status === 429) ?? expect.fail()
    expect(refused.headers.get('retry-after')).to.equal('1')
    expect((await ask('10.0.0.2')).status).to.equal(200)
    // From many addresses.
    for (let index = 0; index < 500; index += 1) await ask(`10.1.${index >> 8}.${index & 255}`)
    expect(work.done).to.equal(150)
    clock.now += 60_000
    expect((await ask('10.0.0.1')).status).to.equal(200)
  })
})
