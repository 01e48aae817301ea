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

/** The token accounts of an owner that can receive a transfer: not frozen, and without a required memo. */
async function receivingAccounts(
  connection: Connection,
  mint: PublicKey,
  owner: PublicKey,
): Promise<PublicKey[]> {
  const { value } = await connection.getTokenAccountsByOwner(owner, { mint })
  return value
    .filter(({ pubkey, account }) => {
      const token = unpackAccount(pubkey, account, account.owner)
      return token.isInitialized && !token.isFrozen && !getMemoTransfer(token)?.requireIncomingTransferMemos
    })
    .map(({ pubkey }) => pubkey)
}
