// Builds `create_market`: opens a market.

import { MAX_DECIDE_REWARD, MAX_QUESTION_BYTES, MAX_RATIO, MIN_RATIO } from '../../idl/limits.ts'
import { findMarket, findPosition, requireAddresses } from '../addresses.ts'
import { encodeCondition, type ProgramCondition } from '../condition/encode.ts'
import type { Moment } from '../condition/time.ts'
import type { Condition } from '../condition/types.ts'
import { validateCondition } from '../condition/validate.ts'
import { InvalidInputError } from '../errors.ts'
import { type NumericKey, requireInteger, requireLamports, requireSeconds, requireU64 } from '../numbers.ts'
import { DEFAULT_PUBKEY, type ExpectedTermsOf } from '../shapes.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { buildInstruction, readOnly } from './build.ts'
import { requireCurrency, tokenAccount } from './currency.ts'
import { encodeStake, type StakeInput } from './place-bet.ts'

/** A new market. */
export interface CreateMarketInput<L extends Library> {
  /** Signs and pays rent and rewards; gets back the rent and the unearned rewards when the market is closed. */
  creator: AddressInput<L>
  /** A unix time in milliseconds within five minutes of the chain's clock, unique among the creator's. */
  nonce: bigint
  /** 1 to 280 bytes of UTF-8. */
  question: string
  /** The mint the question is about; `null` for a question about something else. */
  token: AddressInput<L> | null
  /** Bets end here; by default as late as the rules allow, see `latestClose`. */
  closeAt?: Moment | undefined
  /** The second whose answer counts. */
  expireAt: Moment
  /** The condition that makes the answer Yes. */
  condition: Condition
  /** The terms that the creator expects, see `expectedTerms`; the program refuses others. */
  expected: ExpectedTermsOf<L['Address']>
  /** Lamports for whoever decides the market, from 0 to 1 SOL. The unearned part comes back when it is closed. */
  decideReward: bigint
  /** UTILITY only: base units on the smaller side from which on a decision earns all of `decideReward`. */
  rewardStake?: bigint | undefined
  /** Up or down only: the most that the losing side loses, in hundredths of the winning pool; 0 for no limit. */
  maxRatio?: number | undefined
  /** What is staked: the utility token's mint and its program, or `null` for SOL. */
  currency: { mint: AddressInput<L>; tokenProgram?: AddressInput<L> | undefined } | null
  /** A first bet by the creator. */
  initialStake?: StakeInput | null | undefined
  /** Where an initial stake in UTILITY comes from; the creator's associated account by default. */
  creatorToken?: AddressInput<L> | undefined
  /**
   * Accounts with the condition's state, as `creationEvidence` lists them: the market is refused if the answer can no
   * longer change, or if the supply of the mint is not reliable.
   */
  evidence?: readonly AddressInput<L>[] | undefined
}

/** Opens a market at {@link findMarket} of its creator and nonce. */
export function createMarket<L extends Library>(codec: Codec<L>, input: CreateMarketInput<L>) {
  const creator = codec.address('creator', input.creator)
  const nonce = requireU64('nonce', input.nonce)
  const market = findMarket(codec, creator, nonce)
  const token = input.token === null ? null : codec.address('token', input.token)
  const stake = input.initialStake == null ? null : encodeStake(input.initialStake, 'initialStake.')
  const currency = requireCurrency(codec, input.currency ?? {})
  const stakeToken = tokenAccount(codec, currency, creator, 'creatorToken', input.creatorToken)
  return buildInstruction(codec, 'createMarket', {
    accounts: {
      creator,
      market,
      position: stake && findPosition(codec, market, creator),
      creatorToken: stake && stakeToken,
      ...currency,
    },
    args: {
      args: {
        nonce,
        question: requireQuestion(input.question),
        token: token ?? codec.constant(DEFAULT_PUBKEY),
        ...requireTimes(input),
        condition: requireCondition(input.condition, token && codec.text(token)),
        expected: encodeExpectedTerms(codec, input.expected),
        decideReward: requireLamports('decideReward', input.decideReward, MAX_DECIDE_REWARD),
        rewardStake: requireRewardStake(input),
        maxRatio: requireMaxRatio(input.maxRatio ?? 0),
        initialStake: stake,
      },
    },
    remaining: requireAddresses(codec, 'evidence', input.evidence ?? []).map(readOnly),
  })
}

function requireRewardStake({
  rewardStake = 0n,
  currency,
}: Pick<CreateMarketInput<Library>, 'rewardStake' | 'currency'>): bigint {
  const stake = requireU64('rewardStake', rewardStake)
  if ((stake === 0n) !== (currency === null)) {
    throw new InvalidInputError('rewardStake', currency ? 'must be above 0 in UTILITY' : 'must be 0 in SOL')
  }
  return stake
}

function requireMaxRatio(ratio: number): number {
  if (ratio === 0 || (Number.isInteger(ratio) && ratio >= MIN_RATIO && ratio <= MAX_RATIO)) return ratio
  throw new InvalidInputError('maxRatio', `must be 0 or ${MIN_RATIO} to ${MAX_RATIO}`)
}

function requireQuestion(question: string): string {
  if (typeof question !== 'string') throw new InvalidInputError('question', 'must be a string')
  if (/\p{Surrogate}/u.test(question)) throw new InvalidInputError('question', 'is not valid Unicode')
  const length = new TextEncoder().encode(question).length
  if (length < 1 || length > MAX_QUESTION_BYTES) {
    throw new InvalidInputError(
      'question',
      `must have 1 to ${MAX_QUESTION_BYTES} bytes of UTF-8, not ${length}`,
    )
  }
  return question
}

function requireTimes(input: Pick<CreateMarketInput<Library>, 'closeAt' | 'expireAt'>) {
  const expireAt = requireSeconds('expireAt', input.expireAt)
  // 0 means the latest second that the rules allow.
  const closeAt = input.closeAt === undefined ? 0n : requireSeconds('closeAt', input.closeAt)
  if (closeAt > expireAt) throw new InvalidInputError('closeAt', 'must not be after expireAt')
  return { closeAt, expireAt }
}

function requireCondition(condition: Condition, tokenAddress: string | null): ProgramCondition {
  try {
    validateCondition(condition, { tokenAddress })
  } catch (error) {
    // The condition's validation uses the token's name in the REST interface.
    const isToken = error instanceof InvalidInputError && error.field === 'tokenAddress'
    throw isToken ? new InvalidInputError('token', error.reason) : error
  }
  return encodeCondition(condition)
}

const MAX_U16 = 0xffff
const MAX_U32 = 0xffff_ffff

/** Checks expected terms and encodes them. */
export function encodeExpectedTerms<L extends Library>(
  codec: Codec<L>,
  expected: ExpectedTermsOf<L['Address']>,
): object {
  if (typeof expected !== 'object' || expected === null) {
    throw new InvalidInputError('expected', 'must be an object')
  }
  const whole = (key: NumericKey<ExpectedTermsOf<unknown>>, maximum: number) =>
    requireInteger(`expected.${key}`, expected[key], 0, maximum)
  return {
    treasury: codec.address('expected.treasury', expected.treasury),
    minimumStake: requireU64('expected.minimumStake', expected.minimumStake),
    settleReward: requireU64('expected.settleReward', expected.settleReward),
    pythReceiver: codec.address('expected.pythReceiver', expected.pythReceiver),
    proofWindow: whole('proofWindow', MAX_U32),
    voidDelay: whole('voidDelay', MAX_U32),
    shortestPeriod: whole('shortestPeriod', MAX_U32),
    closeMargin: whole('closeMargin', MAX_U32),
    burnBps: whole('burnBps', MAX_U16),
    developerBps: whole('developerBps', MAX_U16),
    maxConfidenceBps: whole('maxConfidenceBps', MAX_U16),
    attestorSet: whole('attestorSet', MAX_U16),
  }
}
