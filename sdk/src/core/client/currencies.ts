// The client's currencies: finds mints and their token programs.

import { AccountNotFoundError } from '../accounts/data.ts'
import type { ConfigOf } from '../accounts/shapes.ts'
import { CURRENCIES, type CurrencyId, parseCurrency } from '../currency.ts'
import type { Currency } from '../instructions/currency.ts'
import { remember } from '../remember.ts'
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
