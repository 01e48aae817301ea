// What opening a market costs its creator besides the stake: deposits and rewards.

import { CURRENCIES, type CurrencyId } from '../currency.ts'
import { creationReward } from '../rules/rewards.ts'
import type { SettingsOf } from '../shapes.ts'
import type { Library } from '../wire.ts'
import type { ProgramReader } from './reader.ts'

/** Lamports that a signer pays besides stake and network fee. */
export interface Costs {
  /** Rent of new accounts. It comes back when they are closed. */
  deposit: bigint
  /** For whoever decides, pays out and closes. The unearned part comes back. */
  reward: bigint
}

/** A market whose costs are asked for. */
export interface NewMarketCosts {
  question: string
  currency: CurrencyId
  /** Whether the creator stakes with the creation. */
  hasStake: boolean
  /** Lamports for whoever decides the market; those of the settings by default. */
  decideReward?: bigint | undefined
}

/** The bytes of a question account without its text. */
const QUESTION_SPACE = 8 + 1 + 32 + 4 + 16
const TOKEN_ACCOUNT_SPACE = 165

/** What a creator pays for a market, and for the position of an initial stake. */
export async function creationCosts<L extends Library>(
  reader: ProgramReader<L>,
  settings: Pick<SettingsOf<unknown>, 'decideReward' | 'settleReward'>,
  { question, currency, hasStake, decideReward = settings.decideReward }: NewMarketCosts,
): Promise<Costs> {
  const { settleReward } = settings
  const rents = await Promise.all([
    reader.rent('market'),
    reader.rentOf(QUESTION_SPACE + new TextEncoder().encode(question).length),
    reader.rentOf(CURRENCIES[currency].isNative ? 0 : TOKEN_ACCOUNT_SPACE),
    hasStake ? reader.rent('position') : 0n,
  ])
  return {
    deposit: rents.reduce((sum, rent) => sum + rent, 0n),
    reward: creationReward({ decideReward, settleReward }) + (hasStake ? settleReward : 0n),
  }
}
