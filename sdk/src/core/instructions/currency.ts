// Currencies in instructions: mints, token programs and token accounts.

import { InvalidInputError } from '../errors.ts'
import { DEFAULT_PUBKEY } from '../shapes.ts'
import { TOKEN_PROGRAMS } from '../token-accounts.ts'
import type { AddressInput, Codec, Library } from '../wire.ts'
import { readOnly, signer, writable } from './build.ts'

// Not imported from spl-token, which adds 44 KB to a bundle and depends on a package with a known vulnerability.
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

/** The currency of a market's stakes. */
export interface CurrencyInput<L extends Library> {
  /** The mint of the stakes; `null` or absent for SOL. */
  mint?: AddressInput<L> | null | undefined
  /** The program of that mint: Token by default, or Token-2022. */
  tokenProgram?: AddressInput<L> | null | undefined
}

/** A mint and its program. */
export interface Token<Address> {
  mint: Address
  tokenProgram: Address
}

/** The accounts of a currency in an instruction: both, or neither for SOL. */
export type Currency<Address> = Token<Address> | { mint: null; tokenProgram: null }

/** Whether a currency is a token. The fields alone do not narrow while addresses are generic. */
export function isToken<Address>(currency: Currency<Address>): currency is Token<Address> {
  return currency.mint !== null
}

/** Checks a currency. A token program without a mint is refused. */
export function requireCurrency<L extends Library>(
  codec: Codec<L>,
  { mint, tokenProgram }: CurrencyInput<L>,
): Currency<L['Address']> {
  if (mint != null) return requireToken(codec, { mint, tokenProgram })
  if (tokenProgram != null) throw new InvalidInputError('mint', 'is missing, but there is a token program')
  return { mint: null, tokenProgram: null }
}

/** Checks a mint and its program, which is Token by default. */
export function requireToken<L extends Library>(
  codec: Codec<L>,
  { mint, tokenProgram }: CurrencyInput<L> & { mint: AddressInput<L> },
): Token<L['Address']> {
  return {
    mint: codec.address('mint', mint),
    tokenProgram:
      tokenProgram == null
        ? codec.constant(TOKEN_PROGRAMS[0] as string)
        : codec.address('tokenProgram', tokenProgram),
  }
}

/** The token account of `owner` in that currency: `given`, or the associated one by default; `null` for SOL. */
export function tokenAccount<L extends Library>(
  codec: Codec<L>,
  currency: Currency<L['Address']>,
  owner: L['Address'],
  field: string,
  given?: AddressInput<L> | null,
): L['Address'] | null {
  if (isToken(currency)) return tokenAccountOf(codec, currency, owner, field, given)
  if (given != null) throw new InvalidInputError(field, 'is not needed in a SOL market')
  return null
}

/** The token account of `owner`: `given`, or the associated one by default. */
export function tokenAccountOf<L extends Library>(
  codec: Codec<L>,
  token: Token<L['Address']>,
  owner: L['Address'],
  field: string,
  given?: AddressInput<L> | null,
): L['Address'] {
  return given == null ? associatedAccount(codec, token, owner)[0] : codec.address(field, given)
}

/** The associated token account of `owner`, and its bump, which saves the program a search. */
function associatedAccount<L extends Library>(
  codec: Codec<L>,
  { mint, tokenProgram }: Token<L['Address']>,
  owner: L['Address'],
): [address: L['Address'], bump: number] {
  const seeds = [owner, tokenProgram, mint].map((key) => codec.bytes(key))
  return codec.derive(seeds, codec.constant(ASSOCIATED_TOKEN_PROGRAM))
}

/** {@link associatedAccount} for any currency: for SOL no account, and bump 0. */
export function associatedOf<L extends Library>(
  codec: Codec<L>,
  currency: Currency<L['Address']>,
  owner: L['Address'],
): [address: L['Address'] | null, bump: number] {
  return isToken(currency) ? associatedAccount(codec, currency, owner) : [null, 0]
}

/** `CreateIdempotent` of the associated token program. */
const CREATE_IDEMPOTENT = 1

/** Creates the associated token account of `owner` at the cost of `payer`, if it is missing; nothing for SOL. */
export function ensureTokenAccount<L extends Library>(
  codec: Codec<L>,
  currency: Currency<L['Address']>,
  owner: L['Address'],
  payer: L['Address'],
): L['Instruction'][] {
  if (!isToken(currency)) return []
  const [account] = associatedAccount(codec, currency, owner)
  const others = [owner, currency.mint, codec.constant(DEFAULT_PUBKEY), currency.tokenProgram]
  const create = codec.instruction({
    program: codec.constant(ASSOCIATED_TOKEN_PROGRAM),
    accounts: [signer(payer, true), writable(account), ...others.map(readOnly)],
    data: Uint8Array.of(CREATE_IDEMPOTENT),
  })
  return [create]
}
