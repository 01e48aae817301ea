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
  Transaction,
  type TransactionInstruction,
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
  await sendFresh(connection, [create, initialize], [authority, mint])
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
  const create = createAssociatedTokenAccountIdempotentInstruction(payer, account, owner, mint)
  await sendFresh(connection, [create, createMintToInstruction(mint, account, payer, amount)], [authority])
  return account
}

/**
 * Sends with a blockhash of now and waits for it. `sendAndConfirmTransaction` takes one that it may have read 30 seconds
 * before, too old on a node with fast slots, and waits for a notification, which may never come.
 */
async function sendFresh(
  connection: Connection,
  instructions: TransactionInstruction[],
  signers: [Keypair, ...Keypair[]],
): Promise<void> {
  const latest = await connection.getLatestBlockhash()
  const transaction = new Transaction({ ...latest, feePayer: signers[0].publicKey }).add(...instructions)
  transaction.sign(...signers)
  const signature = await connection.sendRawTransaction(transaction.serialize())
  await until(`${signature} to be confirmed`, async () => {
    const { value } = await connection.getSignatureStatus(signature)
    if (value?.err) throw new Error(`${signature} failed: ${JSON.stringify(value.err)}`)
    return value !== null && value.confirmationStatus !== 'processed'
  })
}
