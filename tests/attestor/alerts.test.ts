import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import pino from 'pino'
import { type Attestor, KEEP_SECONDS, startAttestor } from '../../app/src/attestor/attestor.ts'
import { type FollowedChain, followChain } from '../../app/src/book/follow-chain.ts'
import { attestorClock } from '../../app/src/localnet/attestors.ts'
import { agreed, ask, givenMarket, nextMoment } from '../helpers/attestor/harness.ts'
import { sharedLocalnet, type TestLocalnet, travelTo, until } from '../helpers/localnet/index.ts'
import { metric } from '../helpers/metrics.ts'

const LOG = pino({ level: 'silent' })

describe("an attestor's alerts", () => {
  const key = Keypair.generate()
  let localnet: TestLocalnet
  let chain: FollowedChain
  let folder: string
  let attestor: Attestor | undefined
  /** Whether the source of events answers. */
  let isUp: boolean

  before(async () => {
    localnet = await sharedLocalnet()
    const observer = { call: () => {} }
    chain = await followChain({ nodes: [localnet.node], programId: PROGRAM_ID, log: LOG, observer })
  })

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'attestor-'))
    isUp = true
  })

  afterEach(async () => {
    await attestor?.stop()
    await rm(folder, { recursive: true })
  })

  after(() => chain.stop())

  /** @param later - seconds that its clock is ahead of the chain's */
  const start = async (later = 0) => {
    const { now } = attestorClock(localnet.node)
    const ahead = { ...now, unixSecond: now.unixSecond + later }
    attestor = await startAttestor({
      key,
      programId: PROGRAM_ID,
      chain,
      statePath: join(folder, 'state'),
      log: LOG,
      clock: later === 0 ? attestorClock(localnet.node) : { now: ahead, read: async () => ahead },
      events: {
        async finalAnswer() {
          if (!isUp) throw new Error('down')
          return true
        },
      },
      listen: { host: '127.0.0.1', port: 0, purpose: 'attestor', setting: 'none' },
    })
    return attestor.url
  }
  const isSigned = async (url: string, address: string, second?: number) => {
    const query = second === undefined ? '' : `?second=${second}`
    return (await ask(`${url}/attestations/${address}${query}`)).status === 200
  }

  it('count moments that it could not observe, until ATTESTOR_EVENTS_URL answers again', async () => {
    // Given a source of events that is down over moments before a market's expiry, and the expiry.
    const url = await start()
    const missed = (moment: string) => metric(url, 'attestor_missed_total', { moment })
    isUp = false
    const lost = await givenMarket({ type: 'event', timing: 'byExpiry' }, 300)
    const before = await missed('early')
    for (let moment = 0; moment < 2; moment++) await nextMoment()
    await until('a missed moment', async () => (await missed('early')) > before)
    const expiries = await missed('expiry')
    await travelTo(localnet, lost.expireAt)
    await travelTo(localnet, lost.expireAt + 11)
    await until('a missed expiry', async () => (await missed('expiry')) > expiries)
    expect(await isSigned(url, lost.address)).to.equal(false)

    // When it is back, the next market is signed at its expiry.
    isUp = true
    const next = await givenMarket({ type: 'event', timing: 'byExpiry' }, 100)
    const [early, late] = [await missed('early'), await missed('expiry')]
    await nextMoment()
    await until('a signature', () => isSigned(url, next.address))
    expect([await missed('early'), await missed('expiry')]).to.deep.equal([early, late])
  })

  it('count the entries of its journal, which a restart compacts', async () => {
    const given = await givenMarket({ type: 'event', timing: 'atExpiry' }, 300)
    const first = await start()
    await nextMoment()
    await until('a signature', () => isSigned(first, given.address))

    // When the market is decided, and a week has passed.
    localnet.events.set(given.market.address, true)
    const attestation = await agreed(given, 3)
    await given.client.decisions.resolve({ market: given.market, attestation })
    const id = given.market.address
    await until('the decision', () => {
      return [...chain.book.entries()].every(
        ({ market }) => !market.address.equals(id) || market.status !== 'open',
      )
    })
    const entries = await metric(first, 'attestor_journal_entries')
    expect(entries).to.be.above(0)
    await attestor?.stop()
    const later = await start(KEEP_SECONDS + 600)
    await until('the compaction', async () => (await metric(later, 'attestor_journal_entries')) < entries)
  })
})
