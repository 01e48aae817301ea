// Creates and changes tokens of the localnet: supply, holders, bonding curve and pool.

import { InvalidInputError } from '@prediction-market/sdk'
import { findBondingCurve, findMigrationPool, isCurveComplete } from '@prediction-market/sdk/oracle'
import { MintLayout, TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { type AccountInfo, type Connection, Keypair, type PublicKey } from '@solana/web3.js'
import type { Cheats } from '../cheats.ts'
import { LOCALNET_KEYS, localnetKey } from '../keys.ts'
import { migrateToken, setCurve } from '../pump.ts'
import { mintAccount } from './mints.ts'

export interface TokenChange {
  /** A new address by default. */
  mint?: PublicKey | undefined
  /** Of a new mint; 6 by default. */
  decimals?: number | undefined
  /** Base units, from the decimals of the mint. */
  supply?: ((decimals: number) => bigint) | undefined
  /** Wallets that hold all of the supply. */
  holders?: number | undefined
  bondingCurve?: 'open' | 'complete' | undefined
  /** Whether to complete the curve and open the pool. */
  pool?: true | undefined
}

export interface TokenState {
  mint: PublicKey
  decimals: number
  /** Base units. */
  supply: bigint
  /** Wallets that received it from this localnet. */
  holders: number
  bondingCurve: 'none' | 'open' | 'complete'
  pool: boolean
}

/** The supply of a new mint, in whole tokens. */
const NEW_SUPPLY = 1_000_000n

/** Creates and changes tokens of the localnet, to test every condition about a token. */
export class LocalnetTokens {
  readonly #holders = new Map<string, number>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly connection: Connection,
    private readonly cheats: Pick<Cheats, 'setAccount' | 'setTokenBalance'>,
  ) {}

  /**
   * Creates or changes a token, one change after the other.
   *
   * @throws InvalidInputError if the address is in use, or the holders cannot each hold something
   */
  set(change: TokenChange): Promise<TokenState> {
    const done = this.#last.then(() => this.#set(change))
    this.#last = done.catch(() => {})
    return done
  }

  async #set(change: TokenChange): Promise<TokenState> {
    const { mint = Keypair.generate().publicKey } = change
    const before = readMint(await this.connection.getAccountInfo(mint))
    const decimals = before?.decimals ?? change.decimals ?? 6
    if (change.decimals !== undefined && change.decimals !== decimals) {
      throw new InvalidInputError('decimals', `are ${decimals} already, and cannot be changed`)
    }
    const supply = change.supply?.(decimals) ?? before?.supply ?? NEW_SUPPLY * 10n ** BigInt(decimals)
    const known = this.#holders.get(mint.toBase58()) ?? 0
    const holders = change.holders ?? known
    if (supply < BigInt(holders))
      throw new InvalidInputError('holders', 'must each hold something of the supply')
    const mintAuthority = before ? before.mintAuthority : LOCALNET_KEYS.admin.publicKey
    await this.cheats.setAccount(
      mint,
      mintAccount({ decimals, supply, ...(mintAuthority && { mintAuthority }) }),
    )
    await this.#give(mint, supply, holders, known)
    if (change.bondingCurve) await setCurve(this.cheats, mint, change.bondingCurve === 'complete' ? 100 : 50)
    if (change.pool) await migrateToken(this.cheats, mint)
    return { mint, decimals, supply, holders, ...(await this.#marketsOf(mint)) }
  }

  /** Distributes the supply in equal parts, the remainder to the first holder; earlier holders keep nothing. */
  async #give(mint: PublicKey, supply: bigint, holders: number, before: number): Promise<void> {
    if (holders === 0 && before === 0) return
    const part = holders > 0 ? supply / BigInt(holders) : 0n
    const amountOf = (index: number) => {
      if (index >= holders) return 0n
      return index === 0 ? supply - part * BigInt(holders - 1) : part
    }
    const all = Array.from({ length: Math.max(holders, before) }, (_, index) => index)
    await Promise.all(
      all.map((index) => this.cheats.setTokenBalance(holderKey(index), mint, amountOf(index))),
    )
    this.#holders.set(mint.toBase58(), holders)
  }

  async #marketsOf(mint: PublicKey): Promise<Pick<TokenState, 'bondingCurve' | 'pool'>> {
    const addresses = [findBondingCurve(mint), findMigrationPool(mint)]
    const [curve, pool] = await this.connection.getMultipleAccountsInfo(addresses)
    const isComplete = curve && isCurveComplete(curve.data)
    return { bondingCurve: curve ? (isComplete ? 'complete' : 'open') : 'none', pool: Boolean(pool) }
  }
}

/** A wallet that holds tokens, by its number. */
function holderKey(index: number): PublicKey {
  return localnetKey(`holder ${index}`).publicKey
}

function readMint(account: AccountInfo<Buffer> | null) {
  if (!account) return null
  if (!account.owner.equals(TOKEN_PROGRAM_ID) || account.data.length !== MintLayout.span) {
    throw new InvalidInputError('mint', 'is the address of an account that is no mint')
  }
  const { decimals, supply, mintAuthority, mintAuthorityOption } = MintLayout.decode(account.data)
  return { decimals, supply, mintAuthority: mintAuthorityOption === 1 ? mintAuthority : undefined }
}
