import { verifyRequest, type WalletHeaders } from '@prediction-market/sdk/request'
import { expect } from 'chai'
import fc from 'fast-check'
import { client } from '../../web/src/api/http.ts'
import { nextOffset, serverTime } from '../../web/src/api/server-time.ts'
import { signedBy } from '../../web/src/api/session.ts'
import { formatTime, titleOfTime } from '../../web/src/text/times.ts'
import { openBurner } from '../../web/src/wallet/burner.ts'

describe('page: the time', () => {
  it('is that of the server, whatever the clock of the browser says', () => {
    const input = fc.record({
      ahead: fc.integer({ min: -3_600_000, max: 3_600_000 }),
      trips: fc.array(fc.tuple(fc.nat(5_000), fc.nat(5_000)), { minLength: 1, maxLength: 20 }),
    })
    fc.assert(
      fc.property(input, ({ ahead, trips }) => {
        // Given a server that is ahead, and answers that take a while there and back.
        let browser = 1_800_000_000_000
        let offset = 0
        for (const [there, back] of trips) {
          const exchange = { sentAt: browser, receivedAt: browser + there + back }
          const date = Math.floor((browser + there + ahead) / 1_000) * 1_000
          offset = nextOffset(offset, date, exchange)
          browser += there + back
          // Then no answer leaves the page further off than it took, and the second that a date is cut to.
          expect(Math.abs(offset - ahead)).to.be.at.most(there + back + 1_000)
        }
      }),
    )
  })

  it('stays as it was without a date', () => {
    expect(nextOffset(5_000, Number.NaN, { sentAt: 0, receivedAt: 1 })).to.equal(5_000)
  })

  it("of a signature is the server's: a browser that is an hour late is not refused", async () => {
    // Given a server an hour ahead of this machine, and its answer to some request.
    const ahead = 3_600_000
    const baseUrl = 'http://127.0.0.1:8080'
    const sent: Headers[] = []
    const storage = new Map<string, string>()
    const globals = {
      localStorage: {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => storage.set(key, value),
      },
      fetch: async ({ headers }: Request) => {
        sent.push(headers)
        return new Response('{}', { headers: { date: new Date(Date.now() + ahead).toUTCString() } })
      },
    }
    const before = Object.entries(globals).map(([name, value]) => {
      const descriptor = Object.getOwnPropertyDescriptor(globalThis, name)
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
      return [name, descriptor] as const
    })
    try {
      const wallet = await openBurner()
      const sentAt = Date.now()
      await client.GET('/v1/config', { baseUrl })
      const took = Date.now() - sentAt
      expect(Math.abs(serverTime() - Date.now() - ahead)).to.be.at.most(took + 1_010)

      // When the page signs the next one, then the server takes it.
      await client.GET('/v1/keys', { baseUrl, ...signedBy(wallet) })
      const headers = Object.fromEntries(
        ['X-Wallet-Address', 'X-Wallet-Timestamp', 'X-Wallet-Nonce', 'X-Wallet-Signature'].map((name) => [
          name,
          sent[1]?.get(name) ?? undefined,
        ]),
      ) as { [name in keyof WalletHeaders]?: string }
      const request = { method: 'GET', host: '127.0.0.1:8080', path: '/v1/keys' }
      expect(verifyRequest(headers, request, Date.now() + ahead).ok).to.equal(true)
    } finally {
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor)
        else Reflect.deleteProperty(globalThis, name)
      }
    }
  })
})

describe('page: times', () => {
  it('name their zone, because the sentence that decides a market is in UTC', () => {
    const zone = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' })
      .formatToParts(new Date('2026-12-01T12:00:00Z'))
      .find(({ type }) => type === 'timeZoneName')
    expect(formatTime('2026-12-01T12:00:00Z')).to.contain(zone?.value)
    expect(titleOfTime('2026-12-01T12:00:00Z')).to.match(/ = 2026-12-01 12:00:00 UTC$/)
  })
})
