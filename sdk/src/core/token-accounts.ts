// Reads mints and token accounts. Layouts: `Mint` and `Account` of spl-token, which Token-2022 extends. A test compares
// them with `@solana/spl-token`.

/** The program Token, and Token-2022. */
export const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

/** Wrapped SOL. */
export const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

/** The fields of a mint. */
export interface MintState {
  /** Base units. */
  supply: bigint
  decimals: number
  /** Who can mint more; `null` if nobody can. A key in `@solana/spl-token`. */
  mintAuthority: object | null
}

const MINT_SIZE = 82
const ACCOUNT_SIZE = 165
const MULTISIG_SIZE = 355

/** Offsets in a mint. */
const MINT = { authority: 4, supply: 36, decimals: 44 }

/** The offset of the amount in a token account. */
const AMOUNT_AT = 64

/** The byte after the base of a Token-2022 account that distinguishes mints from token accounts. */
const TYPE = { mint: 1, account: 2 }

/** Reads a mint; `null` if the data is not a mint, or another program owns it. */
export function readMint(owner: string, data: Uint8Array): MintState | null {
  if (!isTokens(owner, data, MINT_SIZE, TYPE.mint)) return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const hasAuthority = view.getUint32(0, true) !== 0
  return {
    supply: view.getBigUint64(MINT.supply, true),
    decimals: view.getUint8(MINT.decimals),
    mintAuthority: hasAuthority ? data.slice(MINT.authority, MINT.supply) : null,
  }
}

/** The base units in a token account; `null` if the data is not a token account. */
export function readTokenAmount(owner: string, data: Uint8Array): bigint | null {
  if (!isTokens(owner, data, ACCOUNT_SIZE, TYPE.account)) return null
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(AMOUNT_AT, true)
}

function isTokens(owner: string, data: Uint8Array, size: number, type: number): boolean {
  if (!TOKEN_PROGRAMS.includes(owner)) return false
  // Extensions of Token-2022 begin where a token account ends, also behind the shorter mint.
  return (
    data.length === size ||
    (data.length > ACCOUNT_SIZE && data.length !== MULTISIG_SIZE && data[ACCOUNT_SIZE] === type)
  )
}
