import { toMarketId } from '@prediction-market/sdk'
import { expect } from 'chai'
import { BookEntry } from '../../app/src/book/entry.ts'
import { type OutcomeSources, readResult } from '../../app/src/gateway/relay/outcome.ts'
import { market, WALLETS } from '../helpers/book.ts'

describe('gateway: the result of a confirmed bet', () => {
  const [owner] = WALLETS
  const after = { Yes: 5n, No: 2n }
  const { address } = market()
  const events = [
    { name: 'BetPlaced', data: { market: address, owner, outcome: 'Yes', amount: 5n, pools: after } },
    { name: 'BankrollBet', data: { market: address, owner, spent: { SOL: 5n, UTILITY: 0n }, fee: 0n } },
  ]

  /** Whether a bet's market is read again if the book has these pools of it. */
  async function isReadAgain(pools: typeof after, reported: typeof events): Promise<boolean> {
    const entry = new BookEntry(market({ pools }), '', 9)
    const checked: boolean[] = []
    const sources = {
      rpc: { logs: { wait: async () => ({ events: reported }) } },
      loader: {
        book: { get: () => entry },
        refreshSince: async (_: unknown, slot: number, isAfter: (entry: BookEntry) => boolean) => {
          expect(slot).to.equal(9)
          checked.push(isAfter(entry))
        },
      },
      config: () => ({ utilityDecimals: 6 }),
    }
    const result = await readResult({ signature: 'a', slot: 9 }, sources as unknown as OutcomeSources)
    expect(result).to.include({ marketId: toMarketId(address), transactionId: 'a' })
    return !checked[0]
  }

  it('needs no read of its market if the book has it, also if a bankroll paid', async () => {
    expect(await isReadAgain(after, events.slice(0, 1))).to.equal(false)
    expect(await isReadAgain(after, events)).to.equal(false)
    expect(await isReadAgain({ Yes: 6n, No: 2n }, events)).to.equal(false)
  })

  it('needs one if the book has its market as it was before', async () => {
    expect(await isReadAgain({ Yes: 0n, No: 2n }, events)).to.equal(true)
  })

  it('needs one after any other change in the same transaction', async () => {
    const recorded = {
      name: 'ObservationRecorded',
      data: { market: address },
    } as unknown as (typeof events)[0]
    expect(await isReadAgain(after, [...events, recorded])).to.equal(true)
  })
})
