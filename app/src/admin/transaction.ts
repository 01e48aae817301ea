// Builds, simulates and sends the transactions of admin commands.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '@prediction-market/sdk'
import { decodeAttestorSet, decodeConfig, findAttestorSet, findConfig } from '@prediction-market/sdk/accounts'
import { parseProgramError } from '@prediction-market/sdk/transaction'
import {
  type Connection,
  NonceAccount,
  type PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'

/** Milliseconds between two status polls of a sent transaction, and the number of polls. */
const POLL_MS = 500
const POLLS = 120

/**
 * Builds a transaction without signatures.
 *
 * @param nonce - a nonce account, whose value does not expire, so that signers can take their time
 */
export async function buildTransaction(
  connection: Connection,
  {
    payer,
    instruction,
    nonce,
  }: { payer: PublicKey; instruction: TransactionInstruction; nonce?: PublicKey | undefined },
): Promise<VersionedTransaction> {
  const [recentBlockhash, before] = nonce
    ? await readNonce(connection, nonce)
    : [(await connection.getLatestBlockhash()).blockhash, []]
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash,
    instructions: [...before, instruction],
  })
  return new VersionedTransaction(message.compileToV0Message())
}

async function readNonce(
  connection: Connection,
  nonce: PublicKey,
): Promise<[value: string, instructions: TransactionInstruction[]]> {
  const account = await connection.getAccountInfo(nonce)
  if (!account?.owner.equals(SystemProgram.programId)) {
    throw new Error(`--nonce: ${nonce.toBase58()} is not a nonce account`)
  }
  const { nonce: value, authorizedPubkey } = NonceAccount.fromAccountData(account.data)
  return [value, [SystemProgram.nonceAdvance({ noncePubkey: nonce, authorizedPubkey })]]
}

/**
 * What a transaction changes in the configuration, found by simulating it. Also for a transaction that somebody else
 * has built.
 *
 * @returns one text a change: `burnBps: 500 → 300`
 * @throws Error if it would fail
 */
export async function changesOf(
  connection: Connection,
  transaction: VersionedTransaction,
): Promise<string[]> {
  const address = findConfig()
  const account = await connection.getAccountInfo(address)
  if (!account) throw new Error(`There is no configuration at ${address.toBase58()}`)
  const before = decodeConfig(account.data)
  const nextSet = findAttestorSet(before.attestorSets)
  const { value } = await connection.simulateTransaction(transaction, {
    sigVerify: false,
    accounts: { encoding: 'base64', addresses: [address.toBase58(), nextSet.toBase58()] },
  })
  if (value.err) {
    throw parseProgramError(value) ?? new Error(`The transaction would fail: ${JSON.stringify(value.err)}`)
  }
  const [config, set] = (value.accounts ?? []).map((one) => Buffer.from(one?.data[0] ?? '', 'base64'))
  // A node returns only accounts that the transaction names.
  const [was, becomes] = [flat(before), flat(config?.length ? decodeConfig(config) : before)]
  const changes = Object.keys(becomes)
    .filter((name) => was[name] !== becomes[name])
    .map((name) => `${name}: ${was[name]} → ${becomes[name]}`)
  if (!set?.length) return changes
  const { index, threshold, keys } = decodeAttestorSet(set)
  return [...changes, `attestor set ${index}: ${threshold} of ${keys.join(', ')}`]
}

function flat({ settings, ...rest }: Config): Record<string, string> {
  const entries = Object.entries({ ...rest, ...settings })
  return Object.fromEntries(entries.map(([name, value]) => [name, value === null ? 'none' : String(value)]))
}

/** The addresses that must sign a transaction and have not. */
export function missingSigners({ message, signatures }: VersionedTransaction): PublicKey[] {
  const { numRequiredSignatures } = message.header
  return message.staticAccountKeys
    .slice(0, numRequiredSignatures)
    .filter((_, index) => signatures[index]?.every((byte) => byte === 0))
}

/**
 * Sends a signed transaction and waits for its confirmation.
 *
 * @returns its signature
 */
export async function sendSigned(connection: Connection, transaction: VersionedTransaction): Promise<string> {
  const signature = await connection.sendRawTransaction(transaction.serialize())
  for (let count = 0; count < POLLS; count += 1) {
    const { value } = await connection.getSignatureStatus(signature)
    if (value?.err) throw new Error(`${signature} failed: ${JSON.stringify(value.err)}`)
    if (value?.confirmationStatus === 'confirmed' || value?.confirmationStatus === 'finalized')
      return signature
    await sleep(POLL_MS)
  }
  throw new Error(
    `${signature} was sent and is not confirmed after a minute: look for it before you try again`,
  )
}
