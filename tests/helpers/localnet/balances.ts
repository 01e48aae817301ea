// Balances of wallets, fees and payouts on a localnet.

import type { Fetched, Market, PredictionMarketClient } from '@prediction-market/sdk'
import { findFeeVault, findPosition } from '@prediction-market/sdk/accounts'
import { getAccount, getAssociatedTokenAddressSync, getMint } from '@solana/spl-token'
import type { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'

/** Lamports of an address, 0 if there is no account. */
export async function lamportsOf(connection: Connection, address: PublicKey): Promise<bigint> {
  return BigInt(await connection.getBalance(address))
}

/** Base units in the associated token account of a wallet. */
export async function tokensOf(connection: Connection, mint: PublicKey, owner: PublicKey): Promise<bigint> {
  return (await getAccount(connection, getAssociatedTokenAddressSync(mint, owner, true))).amount
}

/** The fees received by the treasury, and those burned or moved to the vault. */
export async function feeBalances(
  client: PredictionMarketClient,
  { mint }: Market,
): Promise<{ treasury: bigint; burned: bigint }> {
  const { connection } = client
  const { treasury } = (await client.config()).settings
  if (!mint) {
    const vault = await lamportsOf(connection, findFeeVault())
    return { treasury: await lamportsOf(connection, treasury), burned: vault }
  }
  const { supply } = await getMint(connection, mint)
  return { treasury: await tokensOf(connection, mint, treasury), burned: -supply }
}

/**
 * The payout of a settlement to each owner of a position, in the market's currency. Expects that the position's
 * lamports are paid too, exactly, except the reward of whoever settles it.
 */
export async function paidBy(
  { connection }: PredictionMarketClient,
  market: Fetched<Market>,
  owners: readonly Keypair[],
  action: () => Promise<unknown>,
): Promise<bigint[]> {
  const { mint, terms } = market
  const read = ({ publicKey }: Keypair) =>
    Promise.all([
      lamportsOf(connection, publicKey),
      mint ? tokensOf(connection, mint, publicKey) : 0n,
      lamportsOf(connection, findPosition(market.address, publicKey)),
    ])
  const before = await Promise.all(owners.map(read))
  await action()
  const after = await Promise.all(owners.map(read))

  return owners.map((_, index) => {
    const [lamports, tokens, held] = before[index] ?? expect.fail()
    const [lamportsAfter, tokensAfter, heldAfter] = after[index] ?? expect.fail()
    expect(held > 0n && heldAfter === 0n, 'the position is closed').to.equal(true)
    const rent = held - terms.settleReward
    if (!mint) return lamportsAfter - lamports - rent
    expect(lamportsAfter - lamports, 'the rent of the position').to.equal(rent)
    return tokensAfter - tokens
  })
}
