import {
  addRecentStake,
  EARLY_SUPPLY_SECONDS,
  NO_RECENT_STAKES,
  periodOf,
  wouldDecide,
} from '@prediction-market/sdk/rules'
import { expect } from 'chai'
import fc from 'fast-check'
import { usefulnessOf, usefulSpan } from '../../app/src/keeper/proofs/useful-span.ts'
import { CREATED, EXPIRES, PROOF_WINDOW, plainMarket } from '../helpers/sdk/market.ts'

/** Seconds until the history of a source holds an update. */
const LAG = 3n

const anySecond = fc.bigInt(CREATED - 5n, EXPIRES + BigInt(PROOF_WINDOW) + 5n)

describe('the seconds whose price updates are looked up', () => {
  it('are those before the expiry whose update the program would take now', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('price' as const, 'marketCap' as const),
        fc.option(fc.bigInt(CREATED, EXPIRES - 10n)),
        anySecond,
        (type, betAt, now) => {
          const condition = { type, feed: '', comparison: 'above', target: '1', timing: 'byExpiry' } as const
          const unbet = plainMarket({ condition })
          const bet = betAt === null ? 0n : periodOf(unbet, betAt)
          const market = { ...unbet, recent: addRecentStake(NO_RECENT_STAKES, bet, 'No', 1n) }
          const useful: number[] = []
          for (let second = CREATED - 1n; second < EXPIRES && second <= now - LAG; second += 1n) {
            const shown = { at: second, previous: second - 1n, reading: 'met', isSure: false } as const
            if (wouldDecide(market, shown, now)) useful.push(Number(second))
          }
          const from = useful[0]
          const span = from === undefined ? null : { from, to: useful.at(-1) }
          expect(usefulSpan(usefulnessOf(market), Number(now))).to.deep.equal(span)
        },
      ),
    )
  })

  it('of a market capitalisation are the latest, since its supply must be of about the same time', () => {
    const condition = {
      type: 'marketCap',
      feed: '',
      comparison: 'above',
      target: '1',
      timing: 'byExpiry',
    } as const
    const now = Number(EXPIRES) - 10
    const span = usefulSpan(usefulnessOf(plainMarket({ condition })), now)
    expect(span).to.deep.equal({ from: now - EARLY_SUPPLY_SECONDS, to: now - Number(LAG) })
  })
})
