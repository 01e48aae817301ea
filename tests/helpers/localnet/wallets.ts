// Wallets, mints and tokens on a node.

import {
  createAssociatedTokenAccountIdempotentInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  getAssociatedTokenAddressSync,
  getMinimumBalanceForRentExemptMint,
  MINT_SIZE,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  type Connection,
  Keypair,
  type PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
} from '@solana/web3.js'
import { until } from './wait.ts'

/** Requests an airdrop and polls the balance, because its confirmation may never be reported. */
export async function airdrop(connection: Connection, address: PublicKey, lamports: bigint): Promise<void> {
  const wanted = BigInt(await connection.getBalance(address)) + lamports
  await connection.requestAirdrop(address, Number(lamports))
  await until(`an airdrop to ${address.toBase58()} to make ${wanted} lamports`, async () => {
    return BigInt(await connection.getBalance(address)) >= wanted
  })
}

/** A new wallet with that many lamports, 10 SOL by default. */
export async function fundedWallet(connection: Connection, lamports = 10_000_000_000n): Promise<Keypair> {
  const wallet = Keypair.generate()
  await airdrop(connection, wallet.publicKey, lamports)
  return wallet
}

/** A new SPL mint, of which `authority` mints; it pays the rent too. */
export async function createMint(
  connection: Connection,
  authority: Keypair,
  decimals = 6,
): Promise<PublicKey> {
  const mint = Keypair.generate()
  const create = SystemProgram.createAccount({
    fromPubkey: authority.publicKey,
    newAccountPubkey: mint.publicKey,
    lamports: await getMinimumBalanceForRentExemptMint(connection),
    space: MINT_SIZE,
    programId: TOKEN_PROGRAM_ID,
  })
  const initialize = createInitializeMint2Instruction(mint.publicKey, decimals, authority.publicKey, null)
  await sendAndConfirmTransaction(connection, new Transaction().add(create, initialize), [authority, mint])
  return mint.publicKey
}

/** A new SPL mint whose authority holds one base unit: markets about a token without supply are refused. */
export async function createToken(connection: Connection, authority: Keypair): Promise<PublicKey> {
  const mint = await createMint(connection, authority)
  await mintTokens(connection, authority, mint, authority.publicKey, 1n)
  return mint
}

/** Mints base units to a wallet's associated token account, creating it if it is missing, and returns it. */
export async function mintTokens(
  connection: Connection,
  authority: Keypair,
  mint: PublicKey,
  owner: PublicKey,
  amount: bigint,
): Promise<PublicKey> {
  const account = getAssociatedTokenAddressSync(mint, owner, true)
  const payer = authority.publicKey
  const transaction = new Transaction().add(
    createAssociatedTokenAccountIdempotentInstruction(payer, account, owner, mint),
    createMintToInstruction(mint, account, payer, amount),
  )
  await sendAndConfirmTransaction(connection, transaction, [authority])
  return account
}
