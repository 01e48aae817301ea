import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { fetchText, unlessAborted } from '../../app/src/runtime/read-limited.ts'

describe('a limited read from another server', () => {
  let server: Server
  let url: string
  let answer: (response: ServerResponse) => void
  let closed: number

  beforeEach(async () => {
    closed = 0
    server = createServer((_, response) => {
      response.on('close', () => {
        closed += 1
      })
      answer(response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => expect.fail('it succeeded'),
      (error: Error) => error,
    )

  it('gives the status and the text', async () => {
    answer = (response) => response.writeHead(404).end('keine Märkte')
    expect(await fetchText(url, { timeoutMs: 5_000, maxBytes: 100 })).to.deep.equal({
      status: 404,
      text: 'keine Märkte',
    })
  })

  it('attack 75: ends at so many bytes, and the connection with it', async () => {
    let sent = 0
    answer = (response) => {
      const part = 'x'.repeat(10_000)
      const more = () => {
        sent += part.length
        if (!response.destroyed) response.write(part, more)
      }
      more()
    }
    const error = await failure(fetchText(url, { timeoutMs: 60_000, maxBytes: 100_000 }))
    expect(error.message).to.include('answered with more than 100000 bytes')
    while (closed === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(sent, 'not much more than the sockets hold').to.be.lessThan(20_000_000)
  })

  it('attack 75: ends at its deadline, though a byte comes now and then', async function () {
    // Without a deadline it would go on for ever.
    this.timeout(20_000)
    answer = (response) => {
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    }
    const error = await failure(fetchText(url, { timeoutMs: 200, maxBytes: 100_000 }))
    expect(error.name).to.equal('TimeoutError')
  })

  it('ends when it is aborted', async () => {
    answer = () => {}
    const abort = new AbortController()
    const reading = failure(fetchText(url, { timeoutMs: 60_000, maxBytes: 1, signal: abort.signal }))
    abort.abort(new Error('enough'))
    expect((await reading).message).to.equal('enough')
    const waiting = failure(unlessAborted(AbortSignal.timeout(10), new Promise(() => {})))
    expect((await waiting).name).to.equal('TimeoutError')
  })
})
