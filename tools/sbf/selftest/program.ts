// Loads the selftest program into LiteSVM and runs its cases.

import { address, getTransactionDecoder, lamports } from '@solana/kit'
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'

/** The case number that returns the names of all cases: `NAMES` in src/lib.rs. */
const NAMES = 255

/** Runs an instruction without accounts and returns its return data; null if it aborted. */
type Run = (data: Uint8Array) => Uint8Array | null

/** The two inputs of a case. */
export type Pair = readonly [a: bigint, b: bigint]

/** Pairs of one transaction, which has 1,232 bytes and 1.4 million compute units. */
export const MAX_PAIRS = 12

/** The results of a case; null if it aborted at one of the pairs. */
type Case = (pairs: readonly Pair[]) => bigint[] | null

/** The cases of the program under test, by name. */
export type Selftest = Map<string, Case>

/** Loads the built program into a new VM and reads the names of its cases. */
export function load(file: string): Selftest {
  const run = start(file)
  const names = Buffer.from(run(Uint8Array.of(NAMES)) ?? []).toString()
  return new Map(names.split(' ').map((name, number) => [name, caseOf(run, number)]))
}

function caseOf(run: Run, number: number): Case {
  return (pairs) => {
    const answers = run(Buffer.concat([Buffer.of(number), ...pairs.flat().map(bytesOf)]))
    return answers && pairs.map((_, index) => numberOf(answers.subarray(index * 16, index * 16 + 16)))
  }
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)
}

/** 16 bytes, little-endian. */
export function bytesOf(number: bigint): Buffer {
  return Buffer.from(number.toString(16).padStart(32, '0'), 'hex').reverse()
}

function start(file: string): Run {
  // Without history and signature checks, equal inputs may be sent as equal transactions.
  const svm = new LiteSVM().withSigverify(false).withBlockhashCheck(false).withTransactionHistory(0n)
  const programId = Keypair.generate().publicKey
  const feePayer = Keypair.generate().publicKey
  svm.addProgramFromFile(address(programId.toBase58()), file)
  svm.airdrop(address(feePayer.toBase58()), lamports(10n ** 12n))
  const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 })

  return (data) => {
    const instruction = new TransactionInstruction({ programId, keys: [], data: Buffer.from(data) })
    const transaction = new Transaction({
      feePayer,
      blockhash: PublicKey.default.toBase58(),
      lastValidBlockHeight: 0,
    })
    const bytes = transaction.add(limit, instruction).serialize({ verifySignatures: false })
    const result = svm.sendTransaction(getTransactionDecoder().decode(bytes))
    if (!(result instanceof FailedTransactionMetadata)) return result.returnData().data()
    // Any other failure (compute units, an invalid access, a refused transaction) is not an abort.
    if (result.meta().logs().at(-1)?.endsWith('SBF program panicked')) return null
    throw new Error(`the program neither returned nor aborted: ${result}`)
  }
}
