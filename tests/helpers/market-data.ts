// The account of a market as Anchor writes it, with a value in every field that the book reads.

import { BorshCoder, type Idl } from '@coral-xyz/anchor'
import { IDL } from '@prediction-market/sdk/idl'
import { PublicKey } from '@solana/web3.js'
import BN from 'bn.js'

const coder = new BorshCoder(IDL as Idl)
const DEFAULT = PublicKey.default
const none = { value: [new BN(0), new BN(0)], observedAt: new BN(0), exponent: 0, isMet: 0 }
const NO_OBSERVATION = { ...none, isSome: 0, hasValue: 0, padding: 0 }
const NO_STAKES = [new BN(0), new BN(0)]
const EVENT = 5

/**
 * The data of an open market about an event, in SOL, with these wallets and stakes. It was created at second 1,000 and
 * expires at 3,000.
 */
export function marketData(creator: PublicKey, pools: readonly [yes: number, no: number]): Promise<Buffer> {
  return coder.accounts.encode('market', {
    version: 1,
    status: 0,
    answer: 0,
    burnCollected: 0,
    developerCollected: 0,
    decimals: 9,
    escrowBump: 255,
    padding: 0,
    creator,
    token: DEFAULT,
    mint: DEFAULT,
    escrow: DEFAULT,
    nonce: new BN(1),
    createdAt: new BN(1_000),
    closeAt: new BN(2_000),
    expireAt: new BN(3_000),
    resolvedAt: new BN(0),
    pools: pools.map((units) => new BN(units)),
    recent: { period: new BN(0), stakes: [NO_STAKES, NO_STAKES, NO_STAKES] },
    latePeriod: new BN(0),
    late: NO_STAKES,
    unmatched: new BN(0),
    paid: new BN(0),
    fees: { burn: new BN(0), developer: new BN(0) },
    escrowRent: new BN(890_880),
    recordedReward: new BN(0),
    observation: NO_OBSERVATION,
    reference: NO_OBSERVATION,
    condition: {
      source: Array(32).fill(0),
      minimumBalance: new BN(0),
      targetMantissa: new BN(0),
      targetExponent: 0,
      metric: EVENT,
      comparison: 0,
      timing: 0,
      padding: Array(4).fill(0),
    },
    terms: {
      pythReceiver: DEFAULT,
      decideReward: new BN(0),
      settleReward: new BN(0),
      rewardStake: new BN(0),
      proofWindow: 5,
      voidDelay: 6,
      period: 7,
      closeMargin: 8,
      burnBps: 1,
      developerBps: 2,
      maxConfidenceBps: 3,
      attestorSet: 1,
      maxRatio: 0,
    },
    openPositions: 0,
    sequence: 1,
    poolBumps: [1, 2],
    paddingEnd: Array(6).fill(0),
    reserved: Array(32).fill(0),
  })
}
