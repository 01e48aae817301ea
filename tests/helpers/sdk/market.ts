// Market accounts for tests without a chain.

import type { Fetched, Market } from '@prediction-market/sdk'
import { PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import { NO_RECENT_STAKES } from '@prediction-market/sdk/rules'
import { Keypair } from '@solana/web3.js'

const ANY = Keypair.generate().publicKey

/** When {@link plainMarket} is created and expires, in unix seconds. */
export const CREATED = 1_000_000n
export const EXPIRES = 1_000_600n

/** Its proof window and void delay, in seconds. */
export const PROOF_WINDOW = 30
export const VOID_DELAY = 600

/** The length of its betting periods, in seconds. */
export const PERIOD = 30

/** An open market about a price at expiry, with these changes. */
export function plainMarket(change: Partial<Market> = {}): Fetched<Market> {
  return {
    address: ANY,
    version: 1,
    creator: ANY,
    token: ANY,
    mint: null,
    status: 'open',
    decimals: 9,
    escrow: ANY,
    nonce: CREATED * 1_000n,
    createdAt: CREATED,
    closeAt: EXPIRES - 9n,
    expireAt: EXPIRES,
    resolvedAt: null,
    pools: { Yes: 1n, No: 1n },
    recent: NO_RECENT_STAKES,
    latePeriod: 0n,
    late: { Yes: 0n, No: 0n },
    unmatched: 0n,
    paid: 0n,
    fees: { burn: 0n, developer: 0n },
    escrowRent: 890_880n,
    recordedReward: 0n,
    feesDue: { burn: 0n, developer: 0n },
    openPositions: 2,
    sequence: 3,
    terms: {
      pythReceiver: PYTH_RECEIVER,
      decideReward: 300_000n,
      settleReward: 5_000n,
      rewardStake: 0n,
      proofWindow: PROOF_WINDOW,
      voidDelay: VOID_DELAY,
      period: PERIOD,
      closeMargin: 9,
      burnBps: 500,
      developerBps: 500,
      maxConfidenceBps: 100,
      attestorSet: 0,
      maxRatio: 0,
    },
    condition: { type: 'price', feed: '', comparison: 'above', target: '1', timing: 'atExpiry' },
    outcome: null,
    answer: null,
    observation: null,
    reference: null,
    ...change,
  }
}
