// Markets of the book, for tests without a chain, and their order with a fixed price of UTILITY.

import type { Fetched, Market } from '@prediction-market/sdk'
import { PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import { NO_RECENT_STAKES } from '@prediction-market/sdk/rules'
import { Keypair, PublicKey } from '@solana/web3.js'
import { rankBy } from '../../app/src/book/market-value.ts'

export const WALLETS = Array.from({ length: 3 }, () => Keypair.generate().publicKey)
export const ADDRESSES = Array.from({ length: 12 }, () => Keypair.generate().publicKey)
export const [MINT = PublicKey.default] = WALLETS

/** A market of the book; open and without stakes by default. */
export const market = (state: Partial<Fetched<Market>> = {}): Fetched<Market> => ({
  version: 1,
  address: ADDRESSES[0] as PublicKey,
  creator: WALLETS[0] as PublicKey,
  token: null,
  mint: null,
  status: 'open',
  decimals: 9,
  escrow: MINT,
  nonce: 1n,
  createdAt: 1_000n,
  closeAt: 2_000n,
  expireAt: 2_000n,
  resolvedAt: null,
  pools: { Yes: 0n, No: 0n },
  recent: NO_RECENT_STAKES,
  latePeriod: 0n,
  late: { Yes: 0n, No: 0n },
  unmatched: 0n,
  paid: 0n,
  fees: { burn: 0n, developer: 0n },
  escrowRent: 890_880n,
  recordedReward: 0n,
  feesDue: { burn: 0n, developer: 0n },
  openPositions: 0,
  sequence: 1,
  terms: {
    pythReceiver: PYTH_RECEIVER,
    period: 30,
    burnBps: 500,
    developerBps: 500,
    maxConfidenceBps: 100,
    attestorSet: 0,
    proofWindow: 1,
    voidDelay: 2,
    closeMargin: 10,
    decideReward: 300_000n,
    settleReward: 5_000n,
    rewardStake: 0n,
    maxRatio: 0,
  },
  condition: { type: 'event', timing: 'atExpiry' },
  outcome: null,
  answer: null,
  observation: null,
  reference: null,
  ...state,
})

/** Ranks markets with UTILITY at ten lamports for each base unit. */
export const rankOf = rankBy(() => ({ last: null, price: { value: (10n ** 8n) << 32n, floor: 0n } }))
