// A chain on LiteSVM, for the program tests.

import { getTransactionDecoder, address as toAddress, lamports as toLamports } from '@solana/kit'
import { Keypair, PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { RUNTIMES } from './capabilities.ts'
import { type Chain, GENESIS_TIME, scale } from './chain.ts'
import { programAccounts } from './program.ts'

const PAYER_LAMPORTS = 1_000_000_000_000_000n

/** A chain on LiteSVM, the runtime of a current validator with mainnet's features. */
export async function startLiteSVM(): Promise<Chain> {
  const svm = new LiteSVM()
  const payer = Keypair.generate()
  const key = (address: PublicKey) => toAddress(address.toBase58())

  const chain: Chain = {
    name: 'litesvm',
    shows: RUNTIMES.litesvm,
    payer,
    async execute(instructions, signers = [], { lookupTables } = {}) {
      const message = new TransactionMessage({
        payerKey: payer.publicKey,
        recentBlockhash: svm.latestBlockhash(),
        instructions,
      }).compileToV0Message(lookupTables)
      const transaction = new VersionedTransaction(message)
      transaction.sign([payer, ...signers])
      const result = await chain.submit(transaction.serialize())
      // A new blockhash makes the next transaction unique: LiteSVM refuses duplicates.
      svm.expireBlockhash()
      return result
    },
    async submit(transaction) {
      const result = svm.sendTransaction(getTransactionDecoder().decode(transaction))
      const isFailed = result instanceof FailedTransactionMetadata
      const meta = isFailed ? result.meta() : result
      return {
        error: isFailed ? result.toString() : null,
        logs: meta.logs(),
        computeUnits: meta.computeUnitsConsumed(),
      }
    },
    blockhash: async () => svm.latestBlockhash(),
    async account(address) {
      const account = svm.getAccount(key(address))
      if (!account.exists || account.lamports === 0n) return null
      return {
        lamports: account.lamports,
        data: new Uint8Array(account.data),
        owner: new PublicKey(account.programAddress),
        executable: account.executable,
      }
    },
    setAccount(address, account) {
      svm.setAccount({
        address: key(address),
        lamports: toLamports(account.lamports),
        data: account.data,
        programAddress: key(account.owner),
        executable: account.executable,
        space: BigInt(account.data.length),
      })
    },
    now: async () => svm.getClock().unixTimestamp,
    async warpTo(seconds) {
      const clock = svm.getClock()
      clock.unixTimestamp = seconds
      svm.setClock(clock)
    },
    slot: async () => svm.getClock().slot,
    async warpToSlot(slot) {
      const clock = svm.getClock()
      clock.slot = slot
      svm.setClock(clock)
    },
    rent: async (bytes) => svm.minimumBalanceForRentExemption(BigInt(bytes)),
    async changeRent(factor) {
      const rent = svm.getRent()
      rent.lamportsPerByteYear = scale(rent.lamportsPerByteYear, factor)
      svm.setRent(rent)
    },
    release: async () => undefined,
  }
  chain.setAccount(payer.publicKey, {
    lamports: PAYER_LAMPORTS,
    data: new Uint8Array(),
    owner: SystemProgram.programId,
    executable: false,
  })
  for (const [address, account] of programAccounts(RUNTIMES.litesvm.sbpf)) chain.setAccount(address, account)
  await chain.warpTo(GENESIS_TIME)
  return chain
}
