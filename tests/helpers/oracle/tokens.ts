// Writes mints and token accounts.

import {
  ACCOUNT_SIZE,
  AccountLayout,
  AccountState,
  getAssociatedTokenAddressSync,
  MINT_SIZE,
  MintLayout,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import type { Chain } from '../chain/index.ts'

export interface MintOptions {
  address?: PublicKey
  decimals?: number
  supply?: bigint
  freezeAuthority?: PublicKey | null
  mintAuthority?: PublicKey | null
  tokenProgram?: PublicKey
  /** Bytes after the base state: the extensions of a Token-2022 mint. */
  extensions?: Uint8Array
}

/** Writes a mint, as the token program does, and returns its address. */
export function setMint(chain: Chain, options: MintOptions = {}): PublicKey {
  const address = options.address ?? PublicKey.unique()
  const { freezeAuthority = null, mintAuthority = null } = options
  const base = Buffer.alloc(MINT_SIZE)
  MintLayout.encode(
    {
      mintAuthorityOption: mintAuthority ? 1 : 0,
      mintAuthority: mintAuthority ?? PublicKey.default,
      supply: options.supply ?? 1n,
      decimals: options.decimals ?? 6,
      isInitialized: true,
      freezeAuthorityOption: freezeAuthority ? 1 : 0,
      freezeAuthority: freezeAuthority ?? PublicKey.default,
    },
    base,
  )
  const data = options.extensions ? withExtensions(base, 1, options.extensions) : base
  const owner = options.tokenProgram ?? TOKEN_PROGRAM_ID
  chain.setAccount(address, { lamports: 1_000_000_000n, data, owner, executable: false })
  return address
}

export interface TokenAccountOptions {
  mint: PublicKey
  owner: PublicKey
  amount: bigint
  /** The owner's associated account by default. */
  address?: PublicKey
  frozen?: boolean
  /** Who may move tokens of it besides the owner. */
  delegate?: PublicKey
  /** Who may close it instead of the owner. */
  closeAuthority?: PublicKey
  tokenProgram?: PublicKey
  extensions?: Uint8Array
}

/** Writes a token account, as the token program does, and returns its address. */
export function setTokenAccount(chain: Chain, options: TokenAccountOptions): PublicKey {
  const { mint, owner, amount, tokenProgram = TOKEN_PROGRAM_ID } = options
  const address = options.address ?? getAssociatedTokenAddressSync(mint, owner, true, tokenProgram)
  const base = Buffer.alloc(ACCOUNT_SIZE)
  AccountLayout.encode(
    {
      mint,
      owner,
      amount,
      delegateOption: options.delegate ? 1 : 0,
      delegate: options.delegate ?? PublicKey.default,
      state: options.frozen ? AccountState.Frozen : AccountState.Initialized,
      isNativeOption: 0,
      isNative: 0n,
      delegatedAmount: 0n,
      closeAuthorityOption: options.closeAuthority ? 1 : 0,
      closeAuthority: options.closeAuthority ?? PublicKey.default,
    },
    base,
  )
  const data = options.extensions ? withExtensions(base, 2, options.extensions) : base
  chain.setAccount(address, { lamports: 10_000_000n, data, owner: tokenProgram, executable: false })
  return address
}

/** The balance of a token account; 0 if there is no account. */
export async function tokenBalance(chain: Chain, address: PublicKey): Promise<bigint> {
  const account = await chain.account(address)
  return account && account.data.length >= ACCOUNT_SIZE ? AccountLayout.decode(account.data).amount : 0n
}

/** The supply of a mint. */
export async function tokenSupply(chain: Chain, mint: PublicKey): Promise<bigint> {
  const account = await chain.account(mint)
  if (!account) throw new Error(`There is no mint at ${mint.toBase58()}`)
  return MintLayout.decode(account.data).supply
}

/** An extension in the layout of Token-2022: type, length, value. */
export function extension(type: number, value: Uint8Array): Uint8Array {
  const header = Buffer.alloc(4)
  header.writeUInt16LE(type, 0)
  header.writeUInt16LE(value.length, 2)
  return Buffer.concat([header, value])
}

/** Adds extensions, which follow the account type at the end of a token account. */
function withExtensions(base: Buffer, accountType: number, extensions: Uint8Array): Buffer {
  const padded = Buffer.alloc(ACCOUNT_SIZE + 1)
  padded.set(base)
  padded.writeUInt8(accountType, ACCOUNT_SIZE)
  return Buffer.concat([padded, extensions])
}
