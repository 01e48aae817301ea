import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { listen } from '../../app/src/runtime/serve.ts'

/** A source of the outcomes of events, for attestors. */
export interface EventServer {
  /** With `{market}` in it, as `ATTESTOR_EVENTS_URL`. */
  url: string
  close(): Promise<void>
}

/** Milliseconds after which an event is over, from the first time that anyone asks. */
const OVER_MS = 12_000

/** Serves events whose outcome follows from the address of their market; one in eight is never known. */
export async function serveEvents(): Promise<EventServer> {
  const asked = new Map<string, number>()
  const server = createServer((request, response) => {
    const market = request.url?.slice(1) ?? ''
    const since = asked.get(market) ?? Date.now()
    asked.set(market, since)
    const [byte = 0] = createHash('sha256').update(market).digest()
    const isKnown = Date.now() - since >= OVER_MS && byte % 8 !== 0
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ value: isKnown ? byte % 2 === 0 : null }))
  })
  const port = await listen(server, { host: '127.0.0.1', port: 0, purpose: 'events', setting: 'none' })
  return {
    url: `http://127.0.0.1:${port}/{market}`,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}
