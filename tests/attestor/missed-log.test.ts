import { expect } from 'chai'
import { MissedLog } from '../../app/src/attestor/missed-log.ts'

describe('the log of missed moments', () => {
  it('has each at expiry, and one line a minute with the number of the others', () => {
    const lines: unknown[] = []
    let now = 1_000
    const warn = ({ moment, missed }: Record<string, unknown>) => lines.push([moment, missed])
    const log = new MissedLog({ warn } as ConstructorParameters<typeof MissedLog>[0], () => now)
    const miss = (moment: 'early' | 'expiry') => log.add(new Error('busy'), 'market', moment)
    for (let count = 0; count < 4; count += 1) miss('early')
    miss('expiry')
    miss('expiry')
    now += 60_000
    miss('early')
    expect(lines).to.deep.equal([
      ['early', 1],
      ['expiry', undefined],
      ['expiry', undefined],
      ['early', 4],
    ])
  })
})
