import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { sql } from 'drizzle-orm'
import type { History } from '../../../app/src/history/history.ts'
import { openStream } from '../../helpers/gateway/sse-client.ts'
import { streamServer } from '../../helpers/gateway/stream-server.ts'
import { publicIds, RecordedHistory } from '../../helpers/history/recorded.ts'

describe('history: the stream of a store that fails', () => {
  it('continues when the store is back, also if no event follows', async () => {
    // Given a stream, and a store with events that have not been sent.
    const recorded = await RecordedHistory.open({ bets: 400, wallets: 5, markets: 2 })
    const { db } = recorded
    const listeners: (() => void)[] = []
    const history: History & { lastEvent: number } = {
      db,
      lastEvent: 0,
      isComplete: true,
      isRebuilding: false,
      gaps: 0,
      oldestGap: null,
      hasGap: () => false,
      lag: () => ({ slots: 0, seconds: 0 }),
      onChange(listener) {
        listeners.push(listener)
        return () => {}
      },
    }
    const server = await streamServer(history)
    try {
      const client = await openStream(server.url)
      await recorded.advance()
      const ids = await publicIds(recorded)

      // When the history changes while the log cannot be read.
      await db.execute(sql`ALTER TABLE log RENAME TO lost`)
      history.lastEvent = recorded.lastEvent
      for (const listener of listeners) listener()
      await sleep(300)
      expect([client.isEnded, client.events]).to.deep.equal([false, []])
      await db.execute(sql`ALTER TABLE lost RENAME TO log`)

      // Then all events arrive.
      expect((await client.received(ids.length)).map(({ id }) => id)).to.deep.equal(ids)
    } finally {
      await server.stop()
    }
  })
})
