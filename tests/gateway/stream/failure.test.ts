import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { sql } from 'drizzle-orm'
import type { History } from '../../../app/src/history/projector/projector.ts'
import { openStream } from '../../helpers/gateway/sse-client.ts'
import { streamServer } from '../../helpers/gateway/stream-server.ts'
import { RecordedHistory, toldIds } from '../../helpers/history/recorded.ts'

describe('history: the stream of a store that fails', () => {
  it('goes on where it was once the store is back, though nothing more happens', async () => {
    // Given a stream, and a store with events that it has not been told of.
    const recorded = await RecordedHistory.open({ bets: 400, wallets: 5, markets: 2 })
    const { db } = recorded
    let advanced = (_lastEvent: number) => {}
    const history: History & { lastEvent: number } = {
      db,
      lastEvent: 0,
      onAdvance(listener) {
        advanced = listener
        return () => {}
      },
    }
    const server = await streamServer(history)
    try {
      const client = await openStream(server.url)
      await recorded.advance()
      const told = await toldIds(recorded)

      // When it is told while the log cannot be read.
      await db.execute(sql`ALTER TABLE events RENAME TO lost`)
      history.lastEvent = recorded.lastEvent
      advanced(recorded.lastEvent)
      await sleep(300)
      expect([client.isEnded, client.events]).to.deep.equal([false, []])
      await db.execute(sql`ALTER TABLE lost RENAME TO events`)

      // Then nothing is missing.
      expect((await client.received(told.length)).map(({ id }) => id)).to.deep.equal(told)
    } finally {
      await server.stop()
    }
  })
})
