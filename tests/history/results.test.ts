import { PredictionMarketClient } from '@prediction-market/sdk'
import { expect } from 'chai'
import { eq } from 'drizzle-orm'
import { toMarket } from '../../app/src/history/market-row.ts'
import { OwnerResults } from '../../app/src/history/queries/results.ts'
import { markets } from '../../app/src/store/schema/history.ts'
import { sharedStore } from '../helpers/gateway/store.ts'
import { addressOf } from '../helpers/history/encode.ts'
import { Play } from '../helpers/history/play.ts'
import { projectAll } from '../helpers/history/project.ts'
import { RecordedLedger } from '../helpers/history/recorded-ledger.ts'
import { sharedLocalnet } from '../helpers/localnet/index.ts'

const T = 1_803_859_200

describe('history: the result of an owner', () => {
  for (const utility of [false, true]) {
    it(`is what was paid in ${utility ? 'UTILITY' : 'SOL'}, while no node shows the payout`, async () => {
      // Given a late stake on either side, one that is unmatched in part, and payouts that are not final.
      const { db } = await sharedStore()
      const ledger = new RecordedLedger(`results ${utility}`)
      const play = new Play()
      const owners = ['ann', 'bob', 'carol', 'dave']
      ledger.add(T, [play.create('a', T, { utility, maxRatio: 125 })])
      ledger.add(T + 1, [play.bet('a', 'ann', 'Yes', 100n, T + 1), play.bet('a', 'bob', 'No', 1_000n, T + 1)])
      const late = T + 650
      ledger.add(late, [play.bet('a', 'carol', 'Yes', 80n, late), play.bet('a', 'dave', 'No', 40n, late)])
      ledger.add(late + 1, [play.resolve('a', 'Yes', late + 1, late)])
      const results = new OwnerResults(new PredictionMarketClient((await sharedLocalnet()).connection), db)
      const resultsOf = async () => {
        await projectAll(db, ledger)
        const address = addressOf('market a').toBase58()
        const [row] = await db.select().from(markets).where(eq(markets.address, address))
        const market = toMarket(row ?? expect.fail('no market'))
        return Promise.all(owners.map((owner) => results.of({ address, market }, addressOf(owner))))
      }
      const due = await resultsOf()

      // When they are paid, and the nodes show neither the positions nor the transactions.
      ledger.add(
        late + 2,
        owners.map((owner) => play.settle('a', owner)),
      )
      const paid = await resultsOf()

      // Then the results are those of before.
      expect(paid).to.deep.equal(due)
      expect(paid.map(({ winnings, refund, settled }) => [winnings, refund, settled])).to.deep.equal([
        [213n, 0n, false],
        [0n, 875n, false],
        [0n, 80n, false],
        [0n, 40n, false],
      ])
    })
  }
})
