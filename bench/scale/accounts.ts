// Account data of any number of markets, for the scale bench.

import { createHash } from 'node:crypto'
import { BorshCoder, type Idl } from '@coral-xyz/anchor'
import type { Condition } from '@prediction-market/sdk'
import { COMPARISONS, METRICS, TIMINGS } from '@prediction-market/sdk/condition'
import { IDL } from '@prediction-market/sdk/idl'
import { findBondingCurve } from '@prediction-market/sdk/oracle'
import { PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import { MINT_SIZE, MintLayout } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import BN from 'bn.js'
import { parseDecimal } from '../../sdk/src/core/condition/decimal.ts'

/** The condition, token and expiry of a generated market. */
export interface Sample {
  condition: Condition
  token: PublicKey | null
  /** Unix seconds. */
  expireAt: number
}

const coder = new BorshCoder(IDL as Idl)
const DAY = 86_400
const FEEDS = 300

/** An address derived from a name. */
export function addressOf(name: string): PublicKey {
  return new PublicKey(createHash('sha256').update(name).digest())
}

/** The id of a generated feed. */
export function feedOf(index: number): string {
  return createHash('sha256')
    .update(`feed ${index % FEEDS}`)
    .digest('hex')
}

/**
 * The generated market of that number. The first ones, about a supply at expiry, become due while the keeper runs; of
 * the others 45 % are about a price at expiry, 25 % about one by expiry, 10 % about a supply and 5 % about a migration
 * by expiry, 15 % about an event.
 *
 * @param due - the number of the first ones
 */
export function sampleOf(index: number, now: number, due: number): Sample {
  const expireAt = now + 10 * DAY + ((index * 7_919) % (20 * DAY))
  const token = addressOf(`token ${index % 997}`)
  if (index < due) {
    const condition = { type: 'supply', comparison: 'above', target: '5', timing: 'byExpiry' } as const
    return { condition, token, expireAt }
  }
  const feed = feedOf(index)
  const target = String(1_000 + (index % 1_000))
  const share = (index * 31) % 100
  const price = { type: 'price', feed, comparison: 'above', target } as const
  if (share < 45) return { condition: { ...price, timing: 'atExpiry' }, token: null, expireAt }
  if (share < 70) return { condition: { ...price, timing: 'byExpiry' }, token: null, expireAt }
  const supply = { type: 'supply', comparison: 'below', target: '5', timing: 'byExpiry' } as const
  if (share < 80) return { condition: supply, token, expireAt }
  if (share < 85) return { condition: { type: 'migration', timing: 'byExpiry' }, token, expireAt }
  return { condition: { type: 'event', timing: 'byExpiry' }, token: null, expireAt }
}

/** An account of this type with some fields, all others zero. */
function accountOf(type: string, fields: Record<string, unknown>): Promise<Buffer> {
  const empty = Buffer.alloc(coder.accounts.size(type))
  empty.set(coder.accounts.accountDiscriminator(type))
  return changed(type, empty, fields)
}

/** The account with some fields changed, also those within others. */
function changed(type: string, data: Buffer, fields: Record<string, unknown>): Promise<Buffer> {
  const account = coder.accounts.decode<Record<string, unknown>>(type, data)
  for (const [name, value] of Object.entries(fields)) {
    const isGroup = value?.constructor === Object
    account[name] = isGroup ? { ...(account[name] as object), ...value } : value
  }
  return coder.accounts.encode(type, account)
}

/** The source of a condition's value: a feed, or the bonding curve of a migration. */
function sourceOf(condition: Condition, token: PublicKey | null): Uint8Array {
  if ('feed' in condition) return Buffer.from(condition.feed, 'hex')
  return condition.type === 'migration' && token ? findBondingCurve(token).toBytes() : new Uint8Array(32)
}

/** The account of a market, as the program writes it. */
export async function marketData(
  index: number,
  { condition, token, expireAt }: Sample,
  now: number,
): Promise<Buffer> {
  const createdAt = now - DAY
  const { mantissa, exponent } = parseDecimal('target' in condition ? condition.target : '1')
  const comparison = 'comparison' in condition ? condition.comparison : 'atLeast'
  return accountOf('market', {
    version: 1,
    decimals: 9,
    creator: addressOf(`creator ${index % 5_000}`),
    token: token ?? PublicKey.default,
    escrow: addressOf(`escrow ${index}`),
    nonce: new BN(createdAt * 1_000 + (index % 1_000)),
    createdAt: new BN(createdAt),
    closeAt: new BN(expireAt - 4 * 300),
    expireAt: new BN(expireAt),
    pools: [new BN(1_000_000_000 + index), new BN(2_000_000_000 - index)],
    escrowRent: new BN(890_880),
    condition: {
      source: [...sourceOf(condition, token)],
      targetMantissa: new BN(mantissa.toString()),
      targetExponent: exponent,
      metric: METRICS.indexOf(condition.type),
      comparison: COMPARISONS.indexOf(comparison),
      timing: TIMINGS.indexOf(condition.timing),
    },
    terms: {
      pythReceiver: PYTH_RECEIVER,
      decideReward: new BN(300_000),
      settleReward: new BN(5_000),
      proofWindow: 3_600,
      voidDelay: 7 * DAY,
      period: 300,
      closeMargin: 10,
      burnBps: 500,
      developerBps: 400,
      maxConfidenceBps: 100,
    },
    openPositions: 2,
  })
}

/** The account of a market with some fields changed. */
export function changedMarket(data: Buffer, fields: Record<string, unknown>): Promise<Buffer> {
  return changed('market', data, fields)
}

/** The account of a market's question. */
export function questionData(market: PublicKey, index: number): Promise<Buffer> {
  const text = `Will the number of this market, which is ${index}, be the highest of all at the end of the month?`
  return coder.accounts.encode('question', { version: 1, market, text, reserved: Array(16).fill(0) })
}

/** The program's configuration and its fee vault. */
export async function programData(utilityMint: PublicKey): Promise<{ config: Buffer; feeVault: Buffer }> {
  const settings = {
    treasury: addressOf('treasury'),
    pythReceiver: PYTH_RECEIVER,
    burnBps: 500,
    developerBps: 400,
    minimumStakeSol: new BN(1),
    minimumStakeUtility: new BN(1),
    maxDuration: 365 * DAY,
    proofWindow: 3_600,
    voidDelay: 7 * DAY,
    shortestPeriod: 30,
    shortestAttestedPeriod: 60,
    maxConfidenceBps: 100,
  }
  const admin = addressOf('admin')
  return {
    config: await accountOf('config', { version: 1, admin, utilityMint, utilityDecimals: 6, settings }),
    feeVault: await accountOf('feeVault', {
      version: 1,
      auction: { firstPrice: new BN(1), halfLife: 27_000, smallestLot: new BN(2) },
      price: { value: new BN(1), floor: new BN(1) },
    }),
  }
}

/** A mint with a supply of ten whole tokens. */
export function mintData(): Buffer {
  const data = Buffer.alloc(MINT_SIZE)
  const none = { mintAuthorityOption: 0, mintAuthority: PublicKey.default } as const
  const frozen = { freezeAuthorityOption: 0, freezeAuthority: PublicKey.default } as const
  MintLayout.encode({ ...none, ...frozen, supply: 10_000_000n, decimals: 6, isInitialized: true }, data)
  return data
}

/** The evidence accounts of a generated market. */
export function watchedBy({ condition, token }: Sample): PublicKey[] {
  if (!token) return []
  return condition.type === 'migration' ? [findBondingCurve(token)] : [token]
}
