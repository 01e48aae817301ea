import { expect } from 'chai'
import type { RoundSeries } from '../../web/src/model/types.ts'
import { playedRound } from '../../web/src/pages/rounds/series.ts'
import { formatPrices } from '../../web/src/text/measured.ts'
import './english.ts'

const iso = (second: number) => new Date(second * 1_000).toISOString()

describe('page: a series of rounds', () => {
  it('plays the round that contains the moment, and not an older one without its decision', () => {
    const round = (id: string, second: number, reference: object | null = { price: '1' }) => ({
      id,
      referenceAt: iso(second),
      expireAt: iso(second + 60),
      reference,
    })
    const measuring = [round('waiting', 0), round('played', 60), round('closed', 120, null)]
    const at = (now: number) => playedRound({ measuring } as unknown as RoundSeries, now)?.id
    expect([59, 60, 119, 120, 180].map(at)).to.deep.equal([
      'waiting',
      'played',
      'played',
      'closed',
      undefined,
    ])
  })

  it('shows two prices with as many digits as tell them apart', () => {
    const cases: [prices: string[], shown: string[]][] = [
      [
        ['150.2', '150.16234567'],
        ['$150.200', '$150.162'],
      ],
      [
        ['95077.1', '95077.4'],
        ['$95,077.1', '$95,077.4'],
      ],
      [
        ['95077.41', '95077.44'],
        ['$95,077.41', '$95,077.44'],
      ],
      [
        ['0.00002194001', '0.00002194002'],
        ['$0.00002194001', '$0.00002194002'],
      ],
      [
        ['150.2', '150.2'],
        ['$150.200', '$150.200'],
      ],
      [['3412.9'], ['$3,412.90']],
    ]
    for (const [prices, shown] of cases) expect(formatPrices(prices)).to.deep.equal(shown)
  })
})
