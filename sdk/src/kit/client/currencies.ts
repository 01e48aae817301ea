// The Kit client's currencies: mints, token programs and token accounts.

import { AccountRole, type Address, address, type Instruction, type TransactionSigner } from '@solana/kit'
import { AccountNotFoundError } from '../../core/accounts/data.ts'
import type { ConfigOf } from '../../core/accounts/shapes.ts'
import { CURRENCIES, type CurrencyId, parseCurrency } from '../../core/currency.ts'
import { remember } from '../../core/remember.ts'
import { ASSOCIATED_TOKEN_PROGRAM, findTokenAccountPda } from '../positions.ts'
import type { Chain } from './chain.ts'

/** The accounts of a currency in an instruction; neither for SOL. */
export type Currency = { mint: Address; tokenProgram: Address } | { mint?: never; tokenProgram?: never }

const SYSTEM_PROGRAM = /* @__PURE__ */ address('11111111111111111111111111111111')

/** `CreateIdempotent` of the associated token program. */
const CREATE_IDEMPOTENT = 1

/** Finds the mints of currencies, their token programs and token accounts. */
export class Currencies {
  readonly #programs = new Map<string, Promise<Address>>()

  constructor(private readonly chain: Chain) {}

  /** The currency of a market's stakes. Fetches the mint, once. */
  async of({ mint }: { mint: Address | null }): Promise<Currency> {
    if (!mint) return {}
    const tokenProgram = await remember(this.#programs, mint, async () => {
      const account = await this.chain.account(mint)
      if (!account) throw new AccountNotFoundError('mint', mint)
      return account.owner
    })
    return { mint, tokenProgram }
  }

  /** A currency by its id. */
  async named(id: CurrencyId, config: ConfigOf<Address>): Promise<Currency> {
    return this.of({ mint: CURRENCIES[parseCurrency(id)].mint(config) })
  }

  /** The associated token account of an owner; none for SOL. */
  async tokens(currency: Currency, owner: Address): Promise<Address | undefined> {
    if (!currency.mint) return undefined
    return (await findTokenAccountPda({ owner, ...currency }))[0]
  }

  /** Creates the associated token account of an owner if it is missing; nothing for SOL. */
  async ensure(currency: Currency, owner: Address, payer: TransactionSigner): Promise<Instruction[]> {
    const account = await this.tokens(currency, owner)
    if (!account || !currency.mint) return []
    const readOnly = [owner, currency.mint, SYSTEM_PROGRAM, currency.tokenProgram]
    return [
      {
        programAddress: ASSOCIATED_TOKEN_PROGRAM,
        accounts: [
          { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
          { address: account, role: AccountRole.WRITABLE },
          ...readOnly.map((one) => ({ address: one, role: AccountRole.READONLY })),
        ],
        data: Uint8Array.of(CREATE_IDEMPOTENT),
      },
    ]
  }
}
