import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { type Attestor, startAttestor } from '../../app/src/attestor/attestor.ts'
import { type FollowedChain, followChain } from '../../app/src/book/follow-chain.ts'
import { attestorClock } from '../../app/src/localnet/attestors.ts'
import { ask, askReady, givenMarket } from '../helpers/attestor/harness.ts'
import { serve, type TestServer } from '../helpers/attestor/http.ts'
import {
  type Running,
  sharedLocalnet,
  type TestLocalnet,
  travelTo,
  until,
} from '../helpers/localnet/index.ts'
import { holds, metric } from '../helpers/metrics.ts'
import { startBundled } from '../helpers/run/bundle.ts'

const LOG = pino({ level: 'silent' })

interface Written {
  second: number
  isMet: boolean
  signature: string
}

describe('an attestor that is started again', () => {
  const key = Keypair.generate()
  let localnet: TestLocalnet
  let folder: string
  let statePath: string

  before(async () => {
    localnet = await sharedLocalnet()
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'attestor-'))
    statePath = join(folder, 'state')
  })
  afterEach(() => rm(folder, { recursive: true }))

  describe('within the same moment', () => {
    let chain: FollowedChain
    let attestor: Attestor | undefined

    before(async () => {
      const observer = { call: () => {} }
      chain = await followChain({ nodes: [localnet.node], programId: PROGRAM_ID, log: LOG, observer })
    })
    afterEach(async () => {
      await attestor?.stop()
    })
    after(() => chain.stop())

    const start = (happened: boolean) =>
      startAttestor({
        key,
        programId: PROGRAM_ID,
        chain,
        statePath,
        log: LOG,
        clock: attestorClock(localnet.node),
        events: { finalAnswer: () => happened },
        listen: { host: '127.0.0.1', port: 0, purpose: 'attestor', setting: 'none' },
      })

    it('observes another answer and still returns the one it signed first', async () => {
      const given = await givenMarket({ type: 'event', timing: 'atExpiry' }, 100)
      attestor = await start(false)
      await travelTo(localnet, given.expireAt)
      const path = `/attestations/${given.address}?second=${given.expireAt}`
      const first = await until('the first signature', async () => {
        const answer = await ask(`${attestor?.url}${path}`)
        return answer.status === 200 && answer
      })
      expect(first.body.isMet).to.equal(false)
      await attestor.stop()

      attestor = await start(true)
      const seen = await until('it to look again', async () => {
        const { body } = await ask(`${attestor?.url}/observations`)
        const observations: { market: string; observedAt: number }[] = body.observations
        return observations.find((one) => one.market === given.address && one.observedAt === given.expireAt)
      })
      expect(seen).to.include({ value: '1', observedAt: given.expireAt })
      expect(await askReady(`${attestor.url}${path}`)).to.deep.equal(first)
    })
  })

  describe('as a process that was killed', () => {
    let source: TestServer
    let running: Running | undefined
    let asked = 0

    before(async () => {
      // Says something else each time.
      source = await serve(() => ({ body: { value: asked++ % 2 } }))
    })
    afterEach(async () => {
      running?.child.kill('SIGKILL')
      await running?.ended
    })
    after(() => source.close())

    const environment = async (more: Record<string, string> = {}) => {
      const keyPath = join(folder, 'key.json')
      await writeFile(keyPath, JSON.stringify([...key.secretKey]))
      return {
        ATTESTOR_KEYPAIR: keyPath,
        ATTESTOR_STATE: statePath,
        ATTESTOR_PORT: '0',
        ATTESTOR_EVENTS_URL: `${source.url}/{market}`,
        RPC_URL: localnet.node.rpcUrl,
        WS_URL: localnet.node.wsUrl,
        LOG_LEVEL: 'error',
        ...more,
      }
    }
    const startProcess = async () => {
      const started = await startBundled('app/src/main.ts', ['attestor'], await environment())
      running = started
      return until('the attestor to answer', () => {
        if (started.child.exitCode !== null) expect.fail(started.output())
        return /http:\/\/[\d.:]+/.exec(started.output())?.[0]
      })
    }

    it('never signs both answers for one second, and keeps everything that it published', async () => {
      const given = await givenMarket({ type: 'event', timing: 'atExpiry' }, 600)
      const known = new Map<number, Written>()
      for (let life = 0; life < 3; life++) {
        const url = await startProcess()
        const before = known.size
        // Until it has signed one more; the lives before are answered for all the while.
        await until('another signature', async () => {
          const { status, body } = await ask(`${url}/attestations/${given.address}/all`)
          if (status !== 200) return false
          const attestations: Written[] = body.attestations
          for (const one of known.values()) expect(attestations).to.deep.include(one)
          for (const one of attestations) {
            expect(known.get(one.second) ?? one).to.deep.equal(one)
            known.set(one.second, one)
          }
          return known.size > before
        })
        running?.child.kill('SIGKILL')
        await running?.ended
      }
      expect(known.size).to.be.greaterThanOrEqual(3)
      expect([...known.keys()].every((second) => second % 5 === 0)).to.equal(true)
    })

    it('attack 84: reports that its disk is full, stops signing, and exits to be restarted', async function () {
      if (process.platform !== 'linux') return this.skip()
      const given = await givenMarket({ type: 'event', timing: 'atExpiry' }, 600)
      const url = await startProcess()
      const health = async (path: string) => {
        const { status, body } = await ask(`${url}${path}`)
        return [status, body.status]
      }
      const attestations = async (): Promise<Written[]> => {
        return (await ask(`${url}/attestations/${given.address}/all`)).body.attestations ?? []
      }
      await until('a signature', async () => (await attestations()).length > 0)
      await until('it to be ready', async () => isDeepStrictEqual(await health('/health/ready'), [200, 'ok']))

      // When no file can grow any more.
      const limit = `--fsize=${(await stat(statePath)).size + 10}`
      execFileSync('prlimit', ['--pid', `${running?.child.pid}`, limit])
      const broken = [503, 'broken journal']
      await until('it to notice', async () => isDeepStrictEqual(await health('/health'), broken))
      const signed = await attestations()
      expect(await health('/health/ready')).to.deep.equal(broken)
      expect(await health('/health/live')).to.deep.equal([200, 'ok'])
      expect(await holds('JournalBroken', url)).to.equal(true)
      const startedAt = await metric(url, 'process_start_time_seconds')

      // Then it ends by itself, and the next one goes on with what was signed.
      expect(await running?.ended).to.deep.equal({ code: 1, signal: null })
      expect(running?.output()).to.contain('journal broken')
      const next = await startProcess()
      const { body } = await ask(`${next}/attestations/${given.address}/all`)
      for (const one of signed) expect(body.attestations).to.deep.include(one)
      expect(await holds('JournalBroken', next)).to.equal(false)
      expect(await metric(next, 'process_start_time_seconds')).to.be.above(startedAt)
    })

    it('stops when it is asked to', async () => {
      await startProcess()
      running?.child.kill('SIGTERM')
      const ended = await running?.ended
      expect(ended, running?.output()).to.deep.equal({ code: 0, signal: null })
      expect(running?.output()).to.contain(`The attestor ${key.publicKey.toBase58()} answers at`)
    })

    it('names the missing setting', async () => {
      const started = await startBundled('app/src/main.ts', ['attestor'], {
        ATTESTOR_PORT: 'http',
        ATTESTOR_EVENTS_URL: 'https://example.com/',
        DAS_URL: 'nowhere',
      })
      expect(await started.ended).to.deep.equal({ code: 1, signal: null })
      const lines = started.output().split('\n')
      for (const name of [
        'ATTESTOR_KEYPAIR: is missing',
        'ATTESTOR_STATE: is missing',
        'ATTESTOR_PORT: must be a whole number',
        'ATTESTOR_EVENTS_URL: must be a URL with {market} in it',
        'DAS_URL: must be a URL',
        'RPC_URL: is missing',
      ]) {
        expect(
          lines.filter((line) => line.includes(name)),
          started.output(),
        ).to.have.length(1)
      }
    })

    it('names the port that is taken, and does not run twice on one journal', async () => {
      const url = await startProcess()
      const port = new URL(url).port
      const taken = await startBundled('app/src/main.ts', ['attestor'], {
        ...(await environment({ ATTESTOR_PORT: port })),
        ATTESTOR_STATE: join(folder, 'other'),
      })
      const twice = await startBundled('app/src/main.ts', ['attestor'], await environment())
      expect((await taken.ended).code).to.equal(1)
      expect(taken.output()).to.contain(`Cannot listen on 127.0.0.1:${port} (attestor): it is already in use`)
      expect(taken.output()).to.contain('ATTESTOR_PORT')
      expect((await twice.ended).code).to.equal(1)
      expect(twice.output()).to.contain(`${statePath} is in use by another attestor`)
    })
  })
})
