// Reads the condition that a question means, and requires the accounts of the token that it is about.

import { type Condition, type PredictionMarketClient, validateCondition } from '@prediction-market/sdk'
import { isDated, kindOf } from '@prediction-market/sdk/condition'
import { creationEvidence, findBondingCurve, readSupply } from '@prediction-market/sdk/oracle'
import {
  findContradiction,
  parseQuestion,
  type QuestionContext,
  type QuestionResult,
  questionMeasures,
} from '@prediction-market/sdk/question'
import { PublicKey } from '@solana/web3.js'
import type { ProgressTracker } from '../../book/progress/progress.ts'
import { ApiError, refusal } from '../http/errors/api-error.ts'

/** A question about a possible market. */
export interface AskedMarket {
  question: string
  /** In base58. */
  tokenAddress?: string | null | undefined
  /** Unix seconds. */
  expireAt: number
}

/** What reading a question needs besides the question. */
export interface QuestionReader {
  /** The chain's time in unix seconds. */
  now: bigint
  progress: Pick<ProgressTracker, 'currentValue' | 'canMint'>
}

/**
 * Reads a question. The current value of what it measures decides whether "hit" means to rise or to fall, and what is
 * already met. A question that is about no asset and measures nothing is an event.
 */
export async function readQuestion(asked: AskedMarket, reader: QuestionReader): Promise<QuestionResult> {
  const result = parseQuestion(asked.question, await contextOf(asked, reader))
  if (result.ok || !result.event || result.event.namesAsset) return result
  const { condition, description } = result.event
  return { ok: true, condition, description }
}

/**
 * The condition of a new market: the one that was given, or the one that its question says.
 *
 * @throws ApiError 400 if the question says no condition, or another one than was given
 * @throws InvalidInputError if the condition that was given is malformed
 */
export async function conditionOf(
  { condition, ...asked }: AskedMarket & { condition?: Condition | undefined },
  reader: QuestionReader,
): Promise<Condition> {
  if (condition) {
    validateCondition(condition, { tokenAddress: asked.tokenAddress ?? null })
    return requireAgreement(asked.question, condition, await contextOf(asked, reader))
  }
  const result = await readQuestion(asked, reader)
  if (result.ok) return result.condition
  throw refusal('QuestionNotUnderstood', toSentence(result.reason))
}

/** A reason as a separate sentence. */
export function toSentence(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}

async function contextOf(
  { question, tokenAddress, expireAt }: AskedMarket,
  { now, progress }: QuestionReader,
): Promise<QuestionContext> {
  const context = { tokenAddress: tokenAddress ?? null, expireAt: BigInt(expireAt), now }
  const measure = questionMeasures(question, context)
  const token = tokenAddress ? new PublicKey(tokenAddress) : null
  const [currentValue, canMint] = await Promise.all([
    measure && progress.currentValue(measure, token),
    measure && token && !isDated(measure) ? progress.canMint(token) : undefined,
  ])
  return {
    ...context,
    ...(currentValue !== undefined && { currentValue }),
    ...(canMint !== undefined && { canMint }),
  }
}

function requireAgreement(question: string, condition: Condition, context: QuestionContext): Condition {
  const contradiction = findContradiction(question, condition, context)
  if (!contradiction) return condition
  throw new ApiError(
    400,
    'condition: contradicts the question. ' +
      `The question says: "${contradiction.question}" The condition says: "${contradiction.condition}" ` +
      'Change one of them, or leave the condition out',
  )
}

/** A market about a token. */
interface TokenMarket {
  condition: Condition
  token: PublicKey | null
}

const MAKE = 'POST /v1/localnet/tokens'

/**
 * Requires the accounts that creating a market about a token needs: its mint, and its bonding curve for a migration.
 * The program requires them too, but does not say which address is wrong.
 *
 * @throws ApiError 400 that says what the address is not, and what would be right
 */
export async function requireTokenAccounts(
  { connection, commitment }: PredictionMarketClient,
  { condition, token }: TokenMarket,
  isLocalnet: boolean,
): Promise<void> {
  if (!token || !kindOf(condition).needsToken) return
  const shown = creationEvidence({ condition, token })
  const curve = findBondingCurve(token)
  const [mintAccount, curveAccount] = await connection.getMultipleAccountsInfo([token, curve], commitment)
  if (!mintAccount || readSupply(mintAccount) === null) {
    const localnet = `; ${MAKE} makes one there, and wrapped SOL, USDC, USDT, BONK, JUP, WIF and PYTH have their own`
    throw refusal(
      'TokenMintInvalid',
      `tokenAddress: ${token.toBase58()} is no mint on this chain: name the address of the token's mint` +
        (isLocalnet ? localnet : ''),
    )
  }
  if (shown.some((address) => address.equals(curve)) && !curveAccount) {
    const localnet = `; ${MAKE} { "mint": "${token.toBase58()}", "bondingCurve": "open" } makes one`
    throw refusal(
      'CurveInvalid',
      `tokenAddress: ${token.toBase58()} has no bonding curve of pump.fun, so it cannot migrate` +
        (isLocalnet ? localnet : ''),
    )
  }
}
