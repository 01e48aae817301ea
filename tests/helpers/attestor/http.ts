// An HTTP server for one test.

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeAtOnce } from '../../../app/src/runtime/serve.ts'

/** A server that runs for one test. */
export interface TestServer {
  url: string
  close(): Promise<void>
}

/** A request: the path, and the body as JSON if there is one. */
export interface Asked {
  method: string
  path: string
  // biome-ignore lint/suspicious/noExplicitAny: tests know what they send
  body: any
}

/** Serves on a free port; strings are sent as they are, everything else as JSON. */
export async function serve(
  handle: (asked: Asked) => { status?: number; body: unknown },
): Promise<TestServer> {
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    const { status = 200, body } = handle({
      method: request.method ?? '',
      path: request.url ?? '',
      body: text === '' ? undefined : JSON.parse(text),
    })
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => closeAtOnce(server),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
