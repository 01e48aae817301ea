import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import { signRequest } from '@prediction-market/sdk/request'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { httpServer, RESPONSE_ALREADY_SENT, type ServerLimits } from '../../app/src/runtime/http-server.ts'
import { reachableHost } from '../../app/src/runtime/serve.ts'
import { type GuardedApp, guardedApp } from '../helpers/gateway/guarded-app.ts'

describe('an HTTP server of the gateway', () => {
  let guarded: GuardedApp
  let server: Server
  beforeEach(async () => {
    guarded = await guardedApp()
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  async function listen(limits: Partial<ServerLimits> = {}): Promise<number> {
    server = httpServer(guarded.app.fetch, limits)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }

  /** Everything that comes back on a connection until the server ends it. */
  async function exchange(port: number, write: (socket: Socket) => void): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    // The server may close while we still write: that is what is being tested.
    socket.on('error', () => {})
    socket.on('connect', () => write(socket))
    await new Promise((resolve) => socket.on('close', resolve))
    return Buffer.concat(chunks).toString()
  }

  function expectAnswer(text: string, status: number, reason: RegExp): void {
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head).to.match(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head.toLowerCase()).to.contain('content-type: application/json')
    expect(head).to.match(/^x-error-code: (InvalidInput|InternalError)$/im)
    const parsed = JSON.parse(body.replace(/^[0-9a-f]+\r\n/, '').split('\r\n')[0] ?? '')
    expect(Object.keys(parsed)).to.deep.equal(['error'])
    expect(parsed.error).to.match(reason)
  }

  async function expectAlive(port: number): Promise<void> {
    // What cuts off a slow client must not cut off this one, however busy the machine is.
    Object.assign(server, { headersTimeout: 0, requestTimeout: 0, timeout: 0 })
    const answer = await fetch(`http://127.0.0.1:${port}/v1/me`)
    expect(await answer.json()).to.deep.equal({ caller: null })
  }

  const head = (...lines: string[]) => `${[...lines, 'Host: localhost'].join('\r\n')}\r\n\r\n`

  it('sends nothing more for a route that writes its response itself', async () => {
    let end = () => {}
    server = httpServer(async (_, env) => {
      const { outgoing } = env as HttpBindings
      outgoing.writeHead(200)
      outgoing.write('first, ')
      end = () => outgoing.end('last')
      return RESPONSE_ALREADY_SENT
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const text = answer.text()
    end()
    expect(await text).to.equal('first, last')
  })

  it('stops reading a body that does not say how long it is', async () => {
    const port = await listen()
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    const text = await exchange(port, (socket) => {
      socket.write(
        head('POST /v1/work HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked'),
      )
      for (let count = 0; count < 5; count += 1) socket.write(chunk)
    })
    expectAnswer(text, 413, /^The body is larger than 65536 bytes$/)
    await expectAlive(port)
  })

  it('does not wait for a body that says it is too long', async () => {
    const port = await listen()
    const text = await exchange(port, (socket) => {
      socket.write(head('POST /v1/work HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 65537'))
    })
    expectAnswer(text, 413, /^The body is larger than 65536 bytes$/)
    await expectAlive(port)
  })

  it('takes a small body in chunks, signed', async () => {
    const port = await listen()
    const [method, path, body] = ['POST', '/v1/work', '{"a":1}']
    const signed = await signRequest(
      Keypair.generate(),
      { method, host: `127.0.0.1:${port}`, path, body },
      { timestamp: guarded.clock.now },
    )
    const stream = new Blob([body.slice(0, 3), body.slice(3)]).stream()
    const headers = { ...signed, 'Content-Type': 'application/json' }
    const init = { method, headers, body: stream, duplex: 'half' } as RequestInit
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
    expect(await answer.json()).to.include({ body })
  })

  it('checks signatures over path and query as they were sent', async () => {
    const port = await listen()
    const path = "/v1/me?q='a'&r=%7e"
    const signed = await signRequest(
      Keypair.generate(),
      { method: 'GET', host: 'localhost', path },
      { timestamp: guarded.clock.now },
    )
    const lines = Object.entries(signed).map(([name, value]) => `${name}: ${value}`)
    const text = await exchange(port, (socket) => {
      socket.write(head(`GET ${path} HTTP/1.1`, 'Connection: close', ...lines))
    })
    expect(text).to.match(/^HTTP\/1.1 200 /)
    expect(text).to.contain(signed['X-Wallet-Address'])
  })

  it('cuts off a client that is slow with its headers', async () => {
    const port = await listen({ headersTimeout: 100, requestTimeout: 200, checkEvery: 20 })
    const text = await exchange(port, (socket) => socket.write('GET /v1/me HTTP/1.1\r\nHost: loc'))
    expectAnswer(text, 408, /^The request took too long to arrive$/)
    await expectAlive(port)
  })

  it('cuts off a client that is slow with its body', async () => {
    const port = await listen({ headersTimeout: 100, requestTimeout: 200, checkEvery: 20 })
    const text = await exchange(port, (socket) => {
      socket.write(head('POST /v1/work HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 100'))
      socket.write('{"a":')
    })
    expectAnswer(text, 408, /^The request took too long to arrive$/)
    expect(guarded.runs.count).to.equal(0)
    await expectAlive(port)
  })

  it('cuts off a client that does not take its answer', async () => {
    const port = await listen({ idleTimeout: 200 })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    const closed = new Promise((resolve) => server.once('connection', (peer) => peer.once('close', resolve)))
    socket.pause()
    socket.write(head('GET /v1/large HTTP/1.1'))
    await closed
    socket.destroy()
    await expectAlive(port)
  })

  it('closes a connection on which nothing more is asked for', async () => {
    // Time enough for the answer on a busy machine.
    const port = await listen({ idleTimeout: 2_000 })
    const text = await exchange(port, (socket) => void socket.write(head('GET /v1/me HTTP/1.1')))
    expect(text).to.match(/^HTTP\/1\.1 200 /)
    expect(text).to.match(/^connection: keep-alive\r$/im)
  })

  it('survives a client that goes away in the middle of its body', async () => {
    const port = await listen()
    const socket = connect(port, '127.0.0.1')
    const closed = new Promise((resolve) => server.once('connection', (peer) => peer.once('close', resolve)))
    socket.write(head('POST /v1/work HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 100'))
    socket.write('{"a":', () => socket.destroy())
    await closed
    expect(guarded.runs.count).to.equal(0)
    await expectAlive(port)
  })

  it('refuses headers that are too large', async () => {
    const port = await listen({ maxHeaderSize: 8_192 })
    const text = await exchange(port, (socket) => {
      socket.write(head('GET /v1/me HTTP/1.1', `X-Large: ${'x'.repeat(9_000)}`))
    })
    expectAnswer(text, 431, /^The headers are too large$/)
    await expectAlive(port)
  })

  it('refuses what is not HTTP, and targets that are no path', async () => {
    const port = await listen()
    const garbage = await exchange(port, (socket) => socket.write('HELLO\r\n\r\n'))
    expectAnswer(garbage, 400, /^Malformed HTTP request$/)
    const smuggled = head('POST /v1/work HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked')
    expectAnswer(await exchange(port, (socket) => socket.write(smuggled)), 400, /^Malformed HTTP request$/)
    const target = head('GET /v1\\me HTTP/1.1', 'Connection: close')
    expectAnswer(await exchange(port, (socket) => socket.write(target)), 400, /^Malformed request: /)
    await expectAlive(port)
  })
})

describe('the host that a server listens on', () => {
  for (const [host, reachable] of [
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', 'localhost'],
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['::1', '[::1]'],
  ] as const) {
    it(`is reached as ${reachable} where it is ${host}`, () => {
      expect(reachableHost(host)).to.equal(reachable)
      expect(new URL(`http://${reachableHost(host)}:8080`).port).to.equal('8080')
    })
  }
})
