// The client's currencies: finds mints and their token programs.

import type { PublicKey } from '@solana/web3.js'
import { AccountNotFoundError } from '../accounts/data.ts'
import type { Config, Market } from '../accounts/decode.ts'
import { CURRENCIES, type CurrencyId, parseCurrency } from '../currency.ts'
import type { Currency } from '../instructions/currency.ts'
import { remember } from '../remember.ts'
import type { ProgramReader } from './reader.ts'

const NATIVE: Currency = { mint: null, tokenProgram: null }

/** Finds the mints of currencies and their token programs. */
export class Currencies {
  private readonly tokenPrograms = new Map<string, Promise<PublicKey>>()

  constructor(private readonly reader: ProgramReader) {}

  /** The currency of a market's stakes. Fetches the mint, once. */
  async of({ mint }: Pick<Market, 'mint'>): Promise<Currency> {
    return mint ? { mint, tokenProgram: await this.tokenProgram(mint) } : NATIVE
  }

  /** A currency by its id. Fetches the configuration unless it is given, or not needed. */
  async named(id: CurrencyId, config?: Config): Promise<Currency> {
    const { isNative, mint } = CURRENCIES[parseCurrency(id)]
    return isNative ? NATIVE : this.of({ mint: mint(config ?? (await this.reader.config())) })
  }

  /** The token program of a mint, cached: it never changes. */
  tokenProgram(mint: PublicKey): Promise<PublicKey> {
    return remember(this.tokenPrograms, mint.toBase58(), async () => {
      const { connection, commitment } = this.reader
      const account = await connection.getAccountInfo(mint, commitment)
      if (!account) throw new AccountNotFoundError('mint', mint)
      return account.owner
    })
  }
}
