import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import type { Job } from '../../app/src/keeper/jobs.ts'
import { isInShard, ShardFilter } from '../../app/src/keeper/shard.ts'
import { plainMarket } from '../helpers/sdk/market.ts'

const SHARD = { index: 1, of: 2 }

/** A job about a market of the first shard, or of the second one. */
function givenJob(isOwn: boolean): Job {
  for (;;) {
    const address = Keypair.generate().publicKey
    const market = { ...plainMarket(), address }
    if (isInShard(address, SHARD) === isOwn) return { step: 'prove', id: address.toBase58(), market }
  }
}

describe('a shard', () => {
  let now: number
  let filter: ShardFilter
  const own = givenJob(true)
  const other = givenJob(false)

  beforeEach(() => {
    now = 1_000_000
    filter = new ShardFilter(SHARD, () => now)
  })

  const choose = (job: Job) => filter.choose(job.id, [job])

  it('takes its own markets at once, and others once they have been due for 30 seconds', () => {
    expect(choose(own)).to.deep.equal({ jobs: [own], nextAt: null })
    const nextAt = now + 30_000
    expect(choose(other)).to.deep.equal({ jobs: [], nextAt })
    now += 29_999
    expect(choose(other)).to.deep.equal({ jobs: [], nextAt })
    now += 1
    expect(choose(other)).to.deep.equal({ jobs: [other], nextAt: null })
  })

  it('leaves a market to its own shard that works on it', () => {
    choose(other)
    now += 20_000
    const changed = { ...other, market: { ...other.market, openPositions: 1 } }
    expect(choose(changed).jobs).to.deep.equal([])
    now += 20_000
    expect(choose(changed).jobs).to.deep.equal([])
    now += 10_000
    expect(choose(changed).jobs).to.deep.equal([changed])
  })

  it('takes each step of a market once that step is overdue', () => {
    choose(other)
    now += 20_000
    const settle = { ...other, step: 'settle' } as const
    expect(filter.choose(other.id, [other, settle])).to.deep.equal({ jobs: [], nextAt: now + 10_000 })
    now += 10_000
    expect(filter.choose(other.id, [other, settle])).to.deep.equal({ jobs: [other], nextAt: now + 20_000 })
  })

  it('begins again when the job was not due meanwhile', () => {
    choose(other)
    now += 20_000
    filter.choose(other.id, [])
    now += 10_000
    expect(choose(other).jobs).to.deep.equal([])
  })

  it('of no others takes everything', () => {
    const jobs = [other]
    expect(new ShardFilter(undefined).choose(other.id, jobs)).to.deep.equal({ jobs, nextAt: null })
  })
})
