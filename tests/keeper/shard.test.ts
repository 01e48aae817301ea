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

  it('takes its own markets at once, and others once they were left lying for 30 seconds', () => {
    expect(filter.choose([own, other])).to.deep.equal([own])
    now += 29_999
    expect(filter.choose([own, other])).to.deep.equal([own])
    now += 1
    expect(filter.choose([own, other])).to.deep.equal([own, other])
  })

  it('leaves a market to its own shard that works on it', () => {
    filter.choose([other])
    now += 20_000
    const changed = { ...other, market: { ...other.market, openPositions: 1 } }
    expect(filter.choose([changed])).to.deep.equal([])
    now += 20_000
    expect(filter.choose([changed])).to.deep.equal([])
    now += 10_000
    expect(filter.choose([changed])).to.deep.equal([changed])
  })

  it('begins again when the job was not due meanwhile', () => {
    filter.choose([other])
    now += 20_000
    filter.choose([])
    now += 10_000
    expect(filter.choose([other])).to.deep.equal([])
  })

  it('of no others takes everything', () => {
    const jobs = [own, other]
    expect(new ShardFilter(undefined).choose(jobs)).to.equal(jobs)
  })
})
