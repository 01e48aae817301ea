// Creates markets without the SDK's checks.

import type { Condition } from '@prediction-market/sdk'
import {
  type ExpectedTerms,
  findConfig,
  findEscrow,
  findMarket,
  findPosition,
  findQuestion,
} from '@prediction-market/sdk/accounts'
import type { StakeInput } from '@prediction-market/sdk/instructions'
import { expectedTerms } from '@prediction-market/sdk/rules'
import { PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { encodeCondition, type ProgramCondition } from '../../../sdk/src/core/condition/encode.ts'
import { buildInstruction, readOnly } from '../../../sdk/src/core/instructions/build.ts'
import { encodeExpectedTerms } from '../../../sdk/src/core/instructions/create-market.ts'
import { tokenAccount } from '../../../sdk/src/core/instructions/currency.ts'
import { codecOf } from '../../../sdk/src/web3/codec.ts'
import { readConfig } from './config.ts'
import { type Currency, freshNonce, PRICE_AT_EXPIRY, usualDuration, type World } from './world.ts'

/** A market that need not be valid. */
export interface RawMarket {
  nonce?: bigint
  question?: string
  token?: PublicKey | null
  closeAt?: bigint
  expireAt?: bigint
  condition?: Condition
  /** Replaces parts of the condition by values that the SDK cannot express. */
  rawCondition?: Partial<ProgramCondition>
  currency?: Currency
  initialStake?: StakeInput | null
  evidence?: PublicKey[]
  /** Replaces some of the terms that the creator expects. */
  expected?: Partial<ExpectedTerms>
  decideReward?: bigint
  /** By default 1 in UTILITY, 0 in SOL. */
  rewardStake?: bigint
  maxRatio?: number
  /** Replaces some of the addresses. */
  addresses?: Partial<Record<'market' | 'question' | 'escrow', PublicKey>>
}

/** The instruction that creates a market, without any checks, and the market's address. */
export async function rawCreateMarket(
  world: World,
  creator: PublicKey,
  raw: RawMarket = {},
): Promise<{ instruction: TransactionInstruction; market: PublicKey }> {
  const { chain } = world
  const codec = codecOf()
  const nonce = raw.nonce ?? (await freshNonce(chain))
  const expireAt = raw.expireAt ?? (await chain.now()) + usualDuration(raw.condition ?? PRICE_AT_EXPIRY)
  const { question = 'Will it?', token = null, closeAt = 0n, initialStake: stake = null } = raw
  const market = raw.addresses?.market ?? findMarket(creator, nonce)
  const currency = raw.currency ?? { mint: null, tokenProgram: null }
  const condition = { ...encodeCondition(raw.condition ?? PRICE_AT_EXPIRY), ...raw.rawCondition }
  const config = await readConfig(world)
  const terms = expectedTerms(config, raw.condition ?? PRICE_AT_EXPIRY, currency.mint)
  const accounts = {
    creator,
    config: findConfig(),
    market,
    question: findQuestion(market),
    escrow: findEscrow(market),
    ...raw.addresses,
    position: stake && findPosition(market, creator),
    creatorToken: stake && tokenAccount(codec, currency, creator, 'creatorToken'),
    ...currency,
  }
  const args = {
    nonce,
    question,
    token: token ?? PublicKey.default,
    closeAt,
    expireAt,
    condition,
    expected: encodeExpectedTerms(codec, { ...terms, ...raw.expected }),
    decideReward: raw.decideReward ?? 0n,
    rewardStake: raw.rewardStake ?? (currency.mint ? 1n : 0n),
    maxRatio: raw.maxRatio ?? 0,
    initialStake: stake && {
      outcome: stake.outcome === 'Yes' ? { yes: {} } : { no: {} },
      amount: stake.amount,
    },
  }
  const remaining = (raw.evidence ?? []).map(readOnly)
  const parts = { accounts, args: { args }, remaining }
  return { instruction: buildInstruction(codec, 'createMarket', parts), market }
}
