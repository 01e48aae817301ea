import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import fc from 'fast-check'
import { fetchText, unlessAborted } from '../../app/src/runtime/read-limited.ts'
import { forEachInSlices, sortInSlices } from '../../app/src/runtime/slices.ts'

/** Keeps the processor busy. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('a long walk in slices', () => {
  it('sees every item in order, and lets others run between them', async () => {
    const seen: number[] = []
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 1)
    const items = Array.from({ length: 20 }, (_, index) => index)
    await forEachInSlices(items, (item) => {
      seen.push(item)
      work(4)
    })
    clearInterval(timer)
    expect(seen).to.deep.equal(items)
    expect(turns).to.be.greaterThan(2)
  })

  it('takes turns with other walks: in one turn of the event loop one of them works', async () => {
    const slices: string[][] = []
    let isRunning = true
    const turn = () => {
      slices.push([])
      if (isRunning) setImmediate(turn)
    }
    setImmediate(turn)
    const walk = (name: string) => {
      return forEachInSlices([1, 2, 3], () => {
        slices.at(-1)?.push(name)
        work(11)
      })
    }
    await Promise.all(['one', 'other', 'third'].map(walk))
    isRunning = false
    for (const worked of slices) expect(worked.length).to.be.lessThan(2)
    expect(slices.flat()).to.deep.equal(['one', 'other', 'third', 'one', 'other', 'third'])
  })

  it('pauses between slices as long as it is asked to', async () => {
    const pauses = [5, 0, 5]
    const asked: number[] = []
    const startedAt = performance.now()
    await forEachInSlices(
      [1, 2, 3],
      () => work(11),
      () => {
        const pause = pauses[asked.length] ?? 0
        asked.push(pause)
        return pause
      },
    )
    expect(asked).to.deep.equal(pauses)
    // Timers may end a millisecond early.
    expect(performance.now() - startedAt).to.be.at.least(3 * 11 + 2 * 4)
  })

  it('sees what is added meanwhile, and not what is removed', async () => {
    const items = new Set(['first', 'removed'])
    const seen: string[] = []
    await forEachInSlices(items, (item) => {
      seen.push(item)
      if (item === 'first') {
        items.delete('removed')
        items.add('added')
      }
    })
    expect(seen).to.deep.equal(['first', 'added'])
  })

  it('fails with what fails', async () => {
    const failing = forEachInSlices([1], () => {
      throw new Error('no luck')
    })
    expect(await failing.catch(String)).to.equal('Error: no luck')
  })
})

describe('sorting in slices', () => {
  const ascending = (a: number, b: number) => a - b

  it('puts any number of items in order, and leaves the list as it was', async () => {
    const anyList = fc.array(fc.nat(5_000), { maxLength: 2_600, size: 'max' })
    const check = async (items: number[]) => {
      const before = [...items]
      expect(await sortInSlices(items, ascending)).to.deep.equal([...items].sort(ascending))
      expect(items).to.deep.equal(before)
    }
    await fc.assert(fc.asyncProperty(anyList, check), { numRuns: 50 })
    for (const length of [0, 1, 499, 500, 501, 1_000, 1_001]) {
      await check(Array.from({ length }, (_, index) => (index * 7_919) % 1_009))
    }
  })

  it('compares about as often as it must', async () => {
    let compared = 0
    const items = Array.from({ length: 10_000 }, (_, index) => (index * 7_919) % 10_007)
    await sortInSlices(items, (a, b) => {
      compared += 1
      return a - b
    })
    expect(compared).to.be.lessThan(items.length * Math.ceil(Math.log2(items.length)))
  })
})

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
