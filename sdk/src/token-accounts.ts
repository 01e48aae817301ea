// The accounts of the token programs, as far as the SDK reads them. Layouts: `Mint` and `Account` of spl-token, which
// Token-2022 begins its own with. A test compares them with `@solana/spl-token`.

/** The program Token, and Token-2022. */
export const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

/** Wrapped SOL. */
export const WRAPPED_SOL = 'So11111111111111111111111111111111111111112'

/** What a mint says of its tokens. */
export interface MintState {
  /** Base units. */
  supply: bigint
  decimals: number
  /** Who can make more of them; `null` if nobody can. `@solana/spl-token` has it as a key. */
  mintAuthority: object | null
}

const MINT_SIZE = 82
const ACCOUNT_SIZE = 165
const MULTISIG_SIZE = 355

/** Offsets in a mint. */
const MINT = { authority: 4, supply: 36, decimals: 44 }

/** The offset of the amount in a token account. */
const AMOUNT_AT = 64

/** The byte after the base of an account of Token-2022 that tells mints from token accounts. */
const TYPE = { mint: 1, account: 2 }

/** Reads a mint; `null` if the data is none, or another program owns it. */
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

/** The base units in a token account; `null` if the data is none. */
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
