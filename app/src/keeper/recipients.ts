// Finds another token account of owners whose associated token account cannot receive a payout.

import { getMemoTransfer, unpackAccount } from '@solana/spl-token'
import type { Connection, PublicKey } from '@solana/web3.js'
import type { OpenPosition } from './positions.ts'

/** A position, and the token account that it is paid to. */
export interface RedirectedPosition extends OpenPosition {
  ownerToken: PublicKey
}

/** The positions whose owners have a token account that can receive payouts; of several, one at random. */
export async function redirected(
  connection: Connection,
  mint: PublicKey,
  positions: readonly OpenPosition[],
): Promise<RedirectedPosition[]> {
  const found: RedirectedPosition[] = []
  for (const position of positions) {
    const accounts = await receivingAccounts(connection, mint, position.owner)
    const ownerToken = accounts[Math.floor(Math.random() * accounts.length)]
    if (ownerToken) found.push({ ...position, ownerToken })
  }
  return found
}

/**
 * The token accounts of an owner that the program pays in place of the associated one: not frozen, without a required
 * memo, and without a delegate or a close authority.
 */
async function receivingAccounts(
  connection: Connection,
  mint: PublicKey,
  owner: PublicKey,
): Promise<PublicKey[]> {
  const { value } = await connection.getTokenAccountsByOwner(owner, { mint })
  return value
    .filter(({ pubkey, account }) => {
      const token = unpackAccount(pubkey, account, account.owner)
      const canReceive =
        token.isInitialized && !token.isFrozen && !getMemoTransfer(token)?.requireIncomingTransferMemos
      return canReceive && token.delegate === null && token.closeAuthority === null
    })
    .map(({ pubkey }) => pubkey)
}
