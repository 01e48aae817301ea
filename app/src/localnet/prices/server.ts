import { createServer, type ServerResponse } from 'node:http'
import { isFeedId, type PriceSource, type PriceUpdate, UnknownFeedError } from '../../prices/source.ts'
import { closeAtOnce, listen, type PortChoice, reachableHost } from '../../runtime/listen.ts'
import { toHermes } from './to-hermes.ts'

/** A price source that others can ask over HTTP. */
export interface PriceServer {
  /** For `HermesPrices`, or any client of Hermes that reads the parsed part. */
  readonly url: string
  close(): Promise<void>
}

const PATH = /^\/v2\/updates\/price\/(latest|\d{1,15})$/

/** The update of a feed at a time, `null` if there is none. */
async function find(source: PriceSource, id: string, when: string): Promise<PriceUpdate | null> {
  try {
    return await (when === 'latest' ? source.latest(id) : source.updateAt(id, Number(when)))
  } catch (error) {
    if (error instanceof UnknownFeedError) return null
    throw error
  }
}

/** What a request asks for, or the status and reason of its refusal. */
async function answer(source: PriceSource, target: string): Promise<{ status: number; body: unknown }> {
  const [path = '', query] = target.split('?')
  const [, when] = PATH.exec(path) ?? []
  const wanted = new URLSearchParams(query).getAll('ids[]')
  if (when === undefined) return { status: 404, body: { error: `no such path: ${path}` } }
  if (wanted.length === 0) return { status: 400, body: { error: 'ids[]: at least one feed id' } }

  const updates: PriceUpdate[] = []
  const missing: string[] = []
  for (const id of wanted) {
    if (!isFeedId(id)) return { status: 400, body: { error: `ids[]: ${id} is no feed id` } }
    const update = await find(source, id, when)
    if (update) updates.push(update)
    else missing.push(id)
  }
  if (missing.length > 0) return { status: 404, body: { error: `no update for ${missing.join(', ')}` } }
  return { status: 200, body: toHermes(updates) }
}

/**
 * Serves a price source in the shape of Hermes: `GET /v2/updates/price/{unix second}` and `…/latest` with
 * `ids[]`. There is nothing signed in its answers.
 *
 * @throws Error if the port cannot be taken
 */
export async function servePrices(source: PriceSource, choice: PortChoice): Promise<PriceServer> {
  const send = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => {
    if (request.method !== 'GET') {
      send(response, 405, { error: 'only GET' })
      return
    }
    answer(source, request.url ?? '/')
      .then(({ status, body }) => send(response, status, body))
      .catch((error: Error) => send(response, 500, { error: error.message }))
  })
  const port = await listen(server, choice)
  return {
    url: `http://${reachableHost(choice.host)}:${port}`,
    close: () => closeAtOnce(server),
  }
}
