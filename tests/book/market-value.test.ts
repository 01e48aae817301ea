import { expect } from 'chai'
import { byValue, rankBy, rankMarket } from '../../app/src/book/market-value.ts'
import { MINT } from '../helpers/book.ts'

describe('the value of a market', () => {
  const price = { value: 500n << 32n, floor: 0n }
  const rankOf = rankBy(() => ({ last: null, price }))

  it('is its smaller pool in lamports', () => {
    expect(rankOf({ pools: { Yes: 7n, No: 3n }, currency: 'SOL' })).to.deep.equal({ value: 3n, stake: 10n })
    expect(rankOf({ pools: { Yes: 7n, No: 0n }, currency: 'SOL' })).to.deep.equal({ value: 0n, stake: 7n })
  })

  it('converts UTILITY at the first price of the auction, and then at the last one', () => {
    const market = { pools: { Yes: 250n, No: 1_000n }, currency: 'UTILITY' } as const
    expect(rankOf(market)).to.deep.equal({ value: 500_000_000n, stake: 2_500_000_000n })
    const last = { price: 250n << 32n, slot: 1n }
    expect(rankBy(() => ({ last, price }))(market).value).to.equal(1_000_000_000n)
  })

  it('is the number of base units if UTILITY costs nothing, and of either currency as the chain has it', () => {
    const free = rankBy(() => ({ last: null, price: { value: 0n, floor: 0n } }))
    const pools = { Yes: 7n, No: 3n }
    expect(free({ pools, currency: 'UTILITY' })).to.deep.equal({ value: 3n, stake: 10n })
    expect(rankMarket(free, { pools, mint: null })).to.deep.equal({ value: 3n, stake: 10n })
    expect(rankMarket(rankOf, { pools, mint: null })).to.deep.equal({ value: 3n, stake: 10n })
    expect(rankMarket(rankOf, { pools, mint: MINT })).to.deep.equal({ value: 6_000_000n, stake: 20_000_000n })
  })

  it('orders markets; those of equal value are ordered by all stakes', () => {
    const ranks = [
      { value: 0n, stake: 5n },
      { value: 2n, stake: 4n },
      { value: 0n, stake: 9n },
      { value: 3n, stake: 100n },
    ]
    expect(ranks.sort(byValue).map(({ stake }) => stake)).to.deep.equal([100n, 4n, 9n, 5n])
  })
})
