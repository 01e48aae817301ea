// Currencies in instructions: mints, token programs and token accounts.

import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { Buffer } from 'buffer'
import { type AddressInput, requireAddress } from '../../web3/input.ts'
import { type Derived, derive } from '../../web3/pda.ts'
import { InvalidInputError } from '../errors.ts'

// Not imported from spl-token, which adds 44 KB to a bundle and depends on a package with a known vulnerability.
const TOKEN_PROGRAM = /* @__PURE__ */ new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const ASSOCIATED_TOKEN_PROGRAM = /* @__PURE__ */ new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** The currency of a market's stakes. */
export interface CurrencyInput {
  /** The mint of the stakes; `null` or absent for SOL. */
  mint?: AddressInput | null | undefined
  /** The program of that mint: Token by default, or Token-2022. */
  tokenProgram?: AddressInput | null | undefined
}

/** A mint and its program. */
export interface Token {
  mint: PublicKey
  tokenProgram: PublicKey
}

/** The accounts of a currency in an instruction: both, or neither for SOL. */
export type Currency = Token | { mint: null; tokenProgram: null }

/** Checks a currency. A token program without a mint is refused. */
export function requireCurrency({ mint, tokenProgram }: CurrencyInput): Currency {
  if (mint != null) return requireToken({ mint, tokenProgram })
  if (tokenProgram != null) throw new InvalidInputError('mint', 'is missing, but there is a token program')
  return { mint: null, tokenProgram: null }
}

/** Checks a mint and its program, which is Token by default. */
export function requireToken({ mint, tokenProgram }: CurrencyInput & { mint: AddressInput }): Token {
  return {
    mint: requireAddress('mint', mint),
    tokenProgram: requireAddress('tokenProgram', tokenProgram ?? TOKEN_PROGRAM),
  }
}

/**
 * The token account of `owner` in that currency: `given`, or the associated one by default; `null` for SOL.
 */
export function tokenAccount(
  currency: Currency,
  owner: AddressInput,
  field: string,
  given?: AddressInput | null,
): PublicKey | null {
  if (currency.mint !== null) return tokenAccountOf(currency, owner, field, given)
  if (given != null) throw new InvalidInputError(field, 'is not needed in a SOL market')
  return null
}

/** The token account of `owner`: `given`, or the associated one by default. */
export function tokenAccountOf(
  { mint, tokenProgram }: Token,
  owner: AddressInput,
  field: string,
  given?: AddressInput | null,
): PublicKey {
  if (given != null) return requireAddress(field, given)
  return associatedAccount({ mint, tokenProgram }, owner)[0]
}

/** The associated token account of `owner`, and its bump, which saves the program a search. */
export function associatedAccount({ mint, tokenProgram }: Token, owner: AddressInput): Derived {
  const keys = [requireAddress('owner', owner), tokenProgram, mint]
  const seeds = keys.map((key) => key.toBytes())
  return derive(seeds, ASSOCIATED_TOKEN_PROGRAM)
}

/** `CreateIdempotent` of the associated token program. */
const CREATE_IDEMPOTENT = 1

/** Creates the associated token account of `owner`, if it is missing, at the cost of `payer`. */
export function createTokenAccount(token: Token, owner: PublicKey, payer: PublicKey): TransactionInstruction {
  const [account] = associatedAccount(token, owner)
  const readOnly = [owner, token.mint, SystemProgram.programId, token.tokenProgram]
  return new TransactionInstruction({
    programId: ASSOCIATED_TOKEN_PROGRAM,
    keys: [
      { pubkey: payer, isSigner: true, isWritable: true },
      { pubkey: account, isSigner: false, isWritable: true },
      ...readOnly.map((pubkey) => ({ pubkey, isSigner: false, isWritable: false })),
    ],
    data: Buffer.of(CREATE_IDEMPOTENT),
  })
}

/** {@link associatedAccount} for any currency: for SOL no account, and bump 0. */
export function associatedOf(
  currency: Currency,
  owner: AddressInput,
): [address: PublicKey | null, bump: number] {
  return currency.mint === null ? [null, 0] : associatedAccount(currency, owner)
}
