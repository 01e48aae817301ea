// The client's currencies, their mints and token programs, and what opening a market costs besides the stake.

import { AccountNotFoundError } from '../accounts/data.ts'
import type { ConfigOf } from '../accounts/shapes.ts'
import { CURRENCIES, type CurrencyId, parseCurrency } from '../currency.ts'
import type { Currency } from '../instructions/currency.ts'
import { remember } from '../remember.ts'
import { creationReward } from '../rules/rewards.ts'
import type { SettingsOf } from '../shapes.ts'
import type { Library } from '../wire.ts'
import type { ProgramReader } from './reader.ts'

/** Finds the mints of currencies and their token programs. */
export class Currencies<L extends Library> {
  private readonly tokenPrograms = new Map<string, Promise<L['Address']>>()

  constructor(private readonly reader: ProgramReader<L>) {}

  /** The currency of a market's stakes. Fetches the mint, once. */
  async of({ mint }: { mint: L['Address'] | null }): Promise<Currency<L['Address']>> {
    return mint ? { mint, tokenProgram: await this.tokenProgram(mint) } : { mint: null, tokenProgram: null }
  }

  /** A currency by its id. Fetches the configuration unless it is given, or not needed. */
  async named(id: CurrencyId, config?: ConfigOf<L['Address']>): Promise<Currency<L['Address']>> {
    const { isNative, mint } = CURRENCIES[parseCurrency(id)]
    return this.of({ mint: isNative ? null : mint(config ?? (await this.reader.config())) })
  }

  /** The token program of a mint, cached: it never changes. */
  tokenProgram(mint: L['Address']): Promise<L['Address']> {
    const { wire } = this.reader
    return remember(this.tokenPrograms, wire.text(mint), async () => {
      const account = await wire.account(mint)
      if (!account) throw new AccountNotFoundError('mint', wire.text(mint))
      return account.owner
    })
  }
}

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
