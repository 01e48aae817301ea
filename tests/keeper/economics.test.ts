import type { Market } from '@prediction-market/sdk'
import { PYTH } from '@prediction-market/sdk/oracle/pyth'
import { periodOf } from '@prediction-market/sdk/rules'
import { planSettlement } from '@prediction-market/sdk/transaction'
import { Keypair, LAMPORTS_PER_SOL, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { WorkLimit } from '../../app/src/book/work-queue.ts'
import type { Step } from '../../app/src/keeper/due.ts'
import { costOf, feeBudget, rewardFor } from '../../app/src/keeper/economics.ts'
import { StateProofs } from '../../app/src/keeper/proofs/state.ts'
import type { WatchedAccounts } from '../../app/src/keeper/watched-accounts.ts'
import { migrateToken, setCurve } from '../../app/src/localnet/pump.ts'
import { CREATED, plainMarket } from '../helpers/sdk/market.ts'

const SOL = BigInt(LAMPORTS_PER_SOL)
const supply = { type: 'supply', comparison: 'above', target: '1', timing: 'byExpiry' } as const
const event = { type: 'event', timing: 'byExpiry' } as const
const earned = (step: Step, market: Market, now = CREATED) => rewardFor(step, market, now)

describe('what a step earns and costs', () => {
  const observation = { value: 0n, exponent: 0, observedAt: 1n, isMet: false, hasValue: true }
  const pools = { Yes: SOL, No: SOL }
  const last = { Yes: SOL / 2n, No: SOL - 6_000_000n }
  const none = { Yes: 0n, No: 0n }

  it('is the decide reward where both sides have stakes, and a settle reward for a void', () => {
    const market = plainMarket({ condition: supply, pools })
    expect(earned('prove', market)).to.equal(300_000n)
    expect(earned('void', market)).to.equal(5_000n)
    expect(earned('proveEarly', plainMarket({ condition: event, pools }))).to.equal(300_000n)
  })

  it('is half of it for recording "not met", by stakes that nothing returns, and the rest for No', () => {
    const recent = { period: 3n, stakes: [last, none, none] } as const
    expect(earned('prove', plainMarket({ condition: event, pools }))).to.equal(150_000n)
    expect(earned('prove', plainMarket({ condition: event, pools, recent }))).to.equal(150_000n)
    const all = { period: 3n, stakes: [last, pools, none] } as const
    const doubled = { Yes: 2n * SOL, No: 2n * SOL - 6_000_000n }
    expect(earned('prove', plainMarket({ condition: event, pools: doubled, recent: all }))).to.equal(0n)
    const recorded = plainMarket({ pools, observation, recordedReward: 150_000n })
    expect(earned('resolveNo', recorded)).to.equal(150_000n)
    expect(earned('resolveNo', { ...recorded, recordedReward: 0n })).to.equal(300_000n)
  })

  it('is a settle reward for the first price of a change, and the rest for the second', () => {
    const condition = {
      type: 'change',
      feed: '',
      referenceAt: 1n,
      comparison: 'above',
      bps: 0,
      timing: 'atExpiry',
    } as const
    const market = plainMarket({ condition, pools })
    expect(earned('record', market)).to.equal(5_000n)
    // No stake on a change is late.
    const recent = { period: periodOf(market, CREATED), stakes: [pools, none, none] } as const
    expect(earned('record', { ...market, recent })).to.equal(5_000n)
    const recorded = { ...market, reference: observation, recordedReward: 5_000n }
    expect(earned('prove', recorded)).to.equal(295_000n)
    expect(earned('void', recorded)).to.equal(5_000n)
    expect(costOf('record', market)).to.equal(10_000n)
  })

  it('is a settle reward for a complete bonding curve, by stakes that are not late, and the rest with its pool', () => {
    const market = plainMarket({ condition: { type: 'migration', timing: 'byExpiry' }, pools })
    expect(earned('record', market)).to.equal(5_000n)
    expect(costOf('record', market)).to.equal(5_000n)
    const recent = { period: periodOf(market, CREATED), stakes: [pools, none, none] } as const
    expect(earned('record', { ...market, recent })).to.equal(0n)
    expect(earned('proveEarly', market)).to.equal(300_000n)
    expect(earned('proveEarly', { ...market, recordedReward: 5_000n })).to.equal(295_000n)
  })

  it('is known by the accounts: a curve that sells, one that is complete, its pool', async () => {
    const token = Keypair.generate().publicKey
    const accounts = new Map<string, { data: Uint8Array }>()
    const cheats = {
      setAccount: async (address: PublicKey, { data = new Uint8Array() }: { data?: Uint8Array }) => {
        accounts.set(address.toBase58(), { data })
      },
    }
    const watched = { get: (address: PublicKey) => accounts.get(address.toBase58()) }
    const proofs = new StateProofs(watched as unknown as WatchedAccounts, () => ({ value: 0n, stake: 0n }))
    const market = plainMarket({ token, condition: { type: 'migration', timing: 'byExpiry' } })
    const seen = () => [proofs.hasEarly(market, CREATED), proofs.hasOnlyCurve(market, CREATED)]
    expect(seen()).to.deep.equal([false, false])
    await setCurve(cheats, token, 99)
    expect(seen()).to.deep.equal([false, false])
    await setCurve(cheats, token, 100)
    expect(seen()).to.deep.equal([true, true])
    await migrateToken(cheats, token)
    expect(seen()).to.deep.equal([true, false])
    expect(proofs.hasOnlyCurve(plainMarket({ token }), CREATED)).to.equal(false)
  })

  it('is a settle reward in a market with tiny stakes or one side, and nothing in an empty one', () => {
    for (const No of [0n, 1_000n, 100_000n]) {
      expect(earned('prove', plainMarket({ condition: supply, pools: { Yes: SOL, No } }))).to.equal(5_000n)
    }
    expect(earned('prove', plainMarket({ condition: supply, pools: { Yes: SOL, No: 200_000n } }))).to.equal(
      10_000n,
    )
    for (const step of ['prove', 'void', 'collect', 'close'] as const) {
      expect(earned(step, plainMarket({ pools: none })), step).to.equal(0n)
    }
  })

  it('is a settle reward for each position, two for closing, and one of these for the fees', () => {
    const market = plainMarket({ status: 'resolved', pools, openPositions: 3 })
    expect(earned('settle', market)).to.equal(15_000n)
    expect(earned('close', market)).to.equal(10_000n)
    expect(earned('collect', market)).to.equal(5_000n)
  })

  it('is a fee for each signature: of a posted price, of a quorum', () => {
    const market = plainMarket()
    expect(costOf('prove', market)).to.equal(10_000n)
    const older = { ...market, terms: { ...market.terms, pythReceiver: PYTH.receiver } }
    expect(costOf('prove', older)).to.equal(25_000n)
    for (const { terms } of [market, older]) {
      expect(costOf('proveEarly', plainMarket({ condition: event, terms }))).to.equal(20_000n)
    }
    expect(costOf('prove', plainMarket({ condition: supply }))).to.equal(5_000n)
    expect(costOf('void', plainMarket())).to.equal(5_000n)
  })

  it('attack 76: is at most the reward in priority fees, or a hundredth of what depends on it', () => {
    expect(feeBudget(300_000n, { value: SOL / 1_000n, stake: SOL })).to.equal(300_000n)
    expect(feeBudget(300_000n, { value: 88n * SOL, stake: 200n * SOL })).to.equal((88n * SOL) / 100n)
    expect(feeBudget(0n, { value: 0n, stake: SOL })).to.equal(0n)
  })
})

describe('dust positions by the thousand', () => {
  const market = plainMarket({ status: 'resolved', openPositions: 1_000 })

  it('attack 77: have each paid for their own settlement', () => {
    const positions = Array.from({ length: 1_000 }, () => {
      return { address: PublicKey.unique(), owner: PublicKey.unique() }
    })
    const payer = Keypair.generate().publicKey
    const batches = planSettlement({
      market: market.address,
      mint: null,
      tokenProgram: null,
      positions,
      payer,
    })
    const costs = BigInt(batches.length) * costOf('settle', market)
    expect(earned('settle', market)).to.equal(5_000_000n)
    expect(earned('settle', market) >= 10n * costs, `${batches.length} transactions`).to.equal(true)
  })

  it('attack 77: let the payouts of a more valuable market go first', async () => {
    const limit = new WorkLimit(8)
    const order: string[] = []
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const pay = (name: string, value: bigint) =>
      limit.run({ value, stake: 10n }, async () => {
        order.push(name)
        await ended
      })
    const dust = Array.from({ length: 200 }, (_, index) => pay(`dust ${index}`, 1n))
    const empty = Array.from({ length: 200 }, (_, index) => pay(`empty ${index}`, 0n))
    const rich = Array.from({ length: 3 }, (_, index) => pay(`rich ${index}`, 9n))
    const later = Array.from({ length: 200 }, (_, index) => pay(`later dust ${index}`, 1n))
    expect(order).to.have.length(9)
    end()
    await Promise.all([...dust, ...empty, ...rich, ...later])
    expect(order.slice(9, 12).sort()).to.deep.equal(['rich 0', 'rich 1', 'rich 2'])
    expect(order).to.have.length(603)
  })
})
