import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Condition, type Fetched, type Market, PROGRAM_ID } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { KINDS } from '../../app/src/attestor/due-tasks.ts'
import { MEMORY_JOURNAL } from '../../app/src/attestor/journal.ts'
import { Schedule } from '../../app/src/attestor/schedule.ts'
import { Signer } from '../../app/src/attestor/signer.ts'
import { MarketBook } from '../../app/src/book/book.ts'
import { rankOf } from '../helpers/book.ts'
import { type Running, sharedLocalnet, until } from '../helpers/localnet/index.ts'
import { type Fate, openRpcProxy, type RpcProxy } from '../helpers/localnet/rpc-proxy.ts'
import { startBundled } from '../helpers/run/bundle.ts'
import { plainMarket } from '../helpers/sdk/market.ts'

const NOW = 2_002
const COUNT = 50

const EARLY: Condition = { type: 'event', timing: 'byExpiry' }
const PROGRESS: Condition = {
  type: 'holders',
  comparison: 'atLeast',
  target: '1',
  minimumBalance: 1n,
  timing: 'atExpiry',
}

describe('the schedule of an attestor', () => {
  let time: { unixSecond: number; slot: number }
  let lookedAt: string[]
  let book: MarketBook
  let schedule: Schedule

  beforeEach(() => {
    time = { unixSecond: NOW, slot: 50 }
    lookedAt = []
    book = new MarketBook()
  })
  afterEach(() => schedule.stop())

  /** A market that notes its address in {@link lookedAt} when its time of expiry is read. */
  function givenMarket(condition: Condition, expireAt: number): Fetched<Market> {
    const address = Keypair.generate().publicKey
    const market = plainMarket({ condition, createdAt: 1_000n, token: Keypair.generate().publicKey })
    const expiry = {
      get: () => {
        lookedAt.push(address.toBase58())
        return BigInt(expireAt)
      },
    }
    return Object.defineProperty({ ...market, address }, 'expireAt', expiry)
  }

  function givenSchedule(hasEvents = true): void {
    const signer = new Signer({ key: Keypair.generate(), programId: PROGRAM_ID, journal: MEMORY_JOURNAL })
    const clock = {
      get now() {
        return time
      },
      read: async () => time,
    }
    const missed = { rankOf, onMissed: () => {}, steadyNow: () => 0 }
    schedule = new Schedule({ book, clock, signer, kinds: hasEvents ? KINDS : ['holders'], ...missed })
  }

  /** The markets that are looked at when the clock has come to a second, each once. */
  async function looksAt(second: number): Promise<Set<string>> {
    lookedAt = []
    time = { unixSecond: second, slot: 50 + second - NOW }
    await schedule.advance()
    return new Set(lookedAt)
  }

  const addresses = (markets: readonly Fetched<Market>[]) =>
    new Set(markets.map(({ address }) => address.toBase58()))
  const givenMany = (condition: Condition, expireAt: number) => {
    const markets = Array.from({ length: COUNT }, () => givenMarket(condition, expireAt))
    for (const market of markets) book.put(market, 'Will it?', 1)
    return markets
  }

  it('looks only at markets whose moment changes', async () => {
    givenSchedule()
    const early = givenMany(EARLY, NOW + 1_000)
    const progress = givenMany(PROGRESS, NOW + 1_000)
    const expiring = givenMany(PROGRESS, NOW + 2)
    const all = addresses([...early, ...progress, ...expiring])
    expect(await looksAt(NOW)).to.deep.equal(all)
    expect(await looksAt(NOW)).to.have.property('size', 0)
    expect(await looksAt(NOW + 1)).to.have.property('size', 0)
    expect(await looksAt(NOW + 2)).to.deep.equal(addresses(expiring))
    expect(await looksAt(NOW + 3)).to.deep.equal(addresses(early))
    expect(await looksAt(NOW + 4)).to.have.property('size', 0)
    expect(await looksAt(NOW + 8)).to.deep.equal(addresses([...early, ...progress]))
    expect(await looksAt(NOW + 13)).to.deep.equal(addresses([...early, ...expiring]))
    // Expired markets never again, also while they stay open.
    expect(await looksAt(NOW + 38)).to.deep.equal(addresses([...early, ...progress]))
  })

  it('looks at one market when that one changes or its task ends', async () => {
    givenSchedule()
    givenMany(EARLY, NOW + 1_000)
    await looksAt(NOW)
    const added = givenMarket(EARLY, NOW + 1_000)
    book.put(added, 'Will it?', 2)
    expect(await looksAt(NOW)).to.deep.equal(addresses([added]))
    const [task] = schedule.due.event
    if (!task) expect.fail('no task is due')
    schedule.start(task)
    schedule.succeed(task)
    expect(await looksAt(NOW)).to.deep.equal(addresses([task.entry.market]))
    expect(schedule.due.event.size).to.equal(COUNT)
  })

  it('has no tasks of markets that are gone or that nobody can observe', async () => {
    const markets = givenMany(EARLY, NOW + 1_000)
    givenSchedule(false)
    await schedule.advance()
    expect(schedule.due.event.size).to.equal(0)
    schedule.stop()

    givenSchedule()
    // A new schedule walks over the markets that are there in slices.
    await until('a task of every market', async () => {
      await schedule.advance()
      return schedule.due.event.size === COUNT
    })
    for (const market of markets) book.put({ ...market, status: 'void', resolvedAt: 2_003n }, 'Will it?', 2)
    expect(schedule.due.event.size).to.equal(0)
    expect(await looksAt(NOW + 3)).to.have.property('size', 0)
  })

  it('makes the task of a moment that came while the one before was running', async () => {
    givenSchedule()
    givenMany(EARLY, NOW + 1_000)
    await schedule.advance()
    const [task] = schedule.due.event
    if (!task) expect.fail('no task is due')
    schedule.start(task)
    await looksAt(NOW + 3)
    const moments = () => [...schedule.due.event].map(({ entry, moment }) => [entry.id, moment.at])
    expect(moments()).to.have.length(COUNT - 1)
    schedule.succeed(task)
    await schedule.advance()
    expect(moments()).to.deep.include([task.entry.id, NOW + 3])
  })
})

describe('an attestor that is stopped', () => {
  const proxies: RpcProxy[] = []
  let folder: string
  let running: Running | undefined
  let fate: Fate = 'pass'
  let calls = 0

  beforeEach(async () => {
    fate = 'pass'
    folder = await mkdtemp(join(tmpdir(), 'attestor-'))
    await writeFile(join(folder, 'key.json'), JSON.stringify([...Keypair.generate().secretKey]))
    const { node } = await sharedLocalnet()
    const count = () => {
      calls += 1
      return fate
    }
    for (let index = 0; index < 3; index += 1) proxies.push(await openRpcProxy({ node, fate: count }))
    running = await startBundled('app/src/main.ts', ['attestor'], {
      ATTESTOR_KEYPAIR: join(folder, 'key.json'),
      ATTESTOR_STATE: join(folder, 'state'),
      ATTESTOR_PORT: '0',
      RPC_URL: proxies.map(({ rpcUrl }) => rpcUrl).join(),
      WS_URL: proxies.map(({ wsUrl }) => wsUrl).join(),
      LOG_LEVEL: 'warn',
    })
    await until('the attestor to start', () => running?.output().includes('Ctrl-C'))
  })

  afterEach(async () => {
    running?.child.kill('SIGKILL')
    await running?.ended
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()))
    await rm(folder, { recursive: true })
  })

  it('gives up what it has asked nodes that no longer answer', async () => {
    // Given nodes that hang, while it repairs its book.
    fate = 'hang'
    for (const proxy of proxies) proxy.cutSockets()
    const before = calls
    await until('it to ask', () => calls > before + 1)

    // When it is stopped, then it ends, and asks nobody any more.
    running?.child.kill('SIGTERM')
    await until('it to stop', () => running?.output().includes('Stopping.'))
    const asked = calls
    expect(await running?.ended).to.deep.equal({ code: 0, signal: null })
    expect(calls).to.equal(asked)
  })

  it('ends when its nodes are gone', async () => {
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await until('it to notice', () => running?.output().includes('could not'))
    running?.child.kill('SIGTERM')
    expect(await running?.ended).to.deep.equal({ code: 0, signal: null })
  })
})
