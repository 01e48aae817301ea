import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect } from 'chai'
import { fetchNode } from '../../app/src/chain/fetch-node.ts'

describe('a request to a node', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  const server = createServer((request, response) => answer(request, response))
  let url: string

  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })

  after(() => {
    server.closeAllConnections()
    server.close()
  })

  const ask = (timeoutMs = 60_000) => fetchNode(url, timeoutMs, { method: 'POST', body: '{}' })

  it('is made once more on a new connection when the node has closed those that were kept alive', async () => {
    // Given a node that drops every connection which is used a second time.
    const used = new Set<Socket>()
    const waiting: ServerResponse[] = []
    answer = ({ socket }, response) => {
      if (used.has(socket)) return socket.destroy()
      used.add(socket)
      waiting.push(response)
      // All at once, so that there are several connections.
      if (waiting.length === 5) for (const one of waiting.splice(0)) one.end('first')
    }
    await Promise.all(Array.from({ length: 5 }, () => ask()))
    answer = ({ socket }, response) => {
      if (used.has(socket)) return socket.destroy()
      response.end('second')
    }
    expect((await ask()).body).to.equal('second')
  })

  it('is repeated once more when a new connection is dropped too, and then fails', async () => {
    let requests = 0
    answer = ({ socket }) => {
      requests += 1
      socket.destroy()
    }
    expect(await ask().then(String, String)).to.contain('hang up')
    expect(requests).to.equal(3)
  })

  it('ends after its time, whether the node says nothing or stops in the middle', async () => {
    for (const start of ['', 'half of']) {
      answer = (_, response) => {
        response.writeHead(200, { 'content-length': '100' })
        if (start) response.write(start)
      }
      const error = await ask(200).then(
        () => expect.fail('it was answered'),
        (failure: Error) => failure,
      )
      expect(String(error.cause)).to.contain('no answer for 200 ms')
    }
  })
})
