// HTTP servers of the soak bench: outcomes of events, and a slow attestor.

import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '../../app/src/runtime/listen.ts'

/** An HTTP server of the bench. */
export interface Source {
  readonly url: string
  close(): void
}

/** The outcomes of events: the answer of each market, and the unix second from which it is known. */
export class SoakEvents {
  readonly #planned = new Map<string, { at: bigint; hasHappened: boolean }>()

  /** @param now - the chain's time, in unix seconds */
  constructor(private readonly now: () => number) {}

  plan(market: string, at: bigint, hasHappened: boolean): void {
    this.#planned.set(market, { at, hasHappened })
  }

  /** When an event is known to have happened, in unix seconds; `null` if it does not happen. */
  happensAt(market: string): bigint | null {
    const planned = this.#planned.get(market)
    return planned?.hasHappened ? planned.at : null
  }

  finalAnswer(market: string): boolean | null {
    const planned = this.#planned.get(market)
    return planned && BigInt(this.now()) >= planned.at ? planned.hasHappened : null
  }

  /** Serves the answers as attestors ask for them: `GET /{market}`. */
  serve(): Promise<Source> {
    return open(
      createServer((request, response) => {
        const value = this.finalAnswer(request.url?.slice(1) ?? '')
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ value }))
      }),
    )
  }
}

/** Serves an attestor's answers, each delayed by `delayMs`. */
export function slowed(url: string, delayMs: number): Promise<Source> {
  return open(
    createServer(async (request, response) => {
      await sleep(delayMs)
      try {
        const answer = await fetch(url + request.url)
        const type = answer.headers.get('content-type') ?? 'text/plain'
        response.writeHead(answer.status, { 'content-type': type }).end(await answer.text())
      } catch {
        response.destroy()
      }
    }),
  )
}

async function open(server: Server): Promise<Source> {
  const port = await listen(server, { host: '127.0.0.1', port: 0, purpose: 'bench', setting: 'none' })
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
