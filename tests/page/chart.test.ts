import { expect } from 'chai'
import type { HistoryPoint } from '../../web/src/model/types.ts'
import { indexAt, oddsPoints } from '../../web/src/pages/market/chart-points.ts'

describe('page: the chart of the odds', () => {
  const at = (second: number, Yes: string, No: string): HistoryPoint => ({
    time: new Date(second * 1_000).toISOString(),
    odds: { Yes: String(Number(Yes) / (Number(Yes) + Number(No) || 1)), No: '0' },
    totalStake: { Yes, No },
    volume: '0',
  })

  it('starts with stakes on both sides: one side alone is not 100%', () => {
    const points = oddsPoints([at(0, '0', '0'), at(10, '2', '0'), at(20, '2', '2'), at(30, '2', '6')])
    expect(points).to.deep.equal([
      { at: 20, yes: 0.5 },
      { at: 30, yes: 0.25 },
    ])
    expect(oddsPoints([at(10, '2', '0')])).to.deep.equal([])
  })

  it('shows the odds that held at a moment', () => {
    const points = [10, 20, 30].map((second) => ({ at: second, yes: 0.5 }))
    expect([5, 10, 19, 20, 99].map((second) => indexAt(points, second))).to.deep.equal([0, 0, 0, 1, 2])
  })
})
