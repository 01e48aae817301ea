// A chain on solana-bankrun, for the program tests.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_ID } from '@prediction-market/sdk'
import {
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { type AccountInfoBytes, Clock, type ProgramTestContext, Rent, start } from 'solana-bankrun'
import { RUNTIMES } from './capabilities.ts'
import { type Chain, type ChainAccount, GENESIS_TIME, scale } from './chain.ts'
import { programAccounts } from './program.ts'

const MAX_COMPUTE_UNITS = 1_400_000
const MAX_ATTEMPTS = 20
const MAX_STARTS = 3
const SYSVARS = new PublicKey('Sysvar1111111111111111111111111111111111111')

// Bankrun prints all program logs to the terminal unless RUST_LOG is off.
process.env.RUST_LOG ??= 'off'

// Every runtime leaves a folder of snapshots, which is removed when the process exits.
const folder = mkdtempSync(join(tmpdir(), 'bankrun-'))
process.env.TMPDIR = folder
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/** A runtime, and the accounts that a test may have changed on it. */
interface Runtime {
  context: ProgramTestContext
  sent: number
  /** Accounts that instructions may have written. */
  written: Map<string, PublicKey>
  /** Accounts that a test has overwritten. */
  overwritten: Map<string, PublicKey>
}

/**
 * Runtimes that are not in use. A runtime produces blocks in real time, used or not, and cannot be stopped: a few
 * hundred of them would use up the processor. So they are reset and reused.
 */
const idle: Runtime[] = []

/** A chain on solana-bankrun, the runtime of an older validator. */
export async function startBankrun(): Promise<Chain> {
  const runtime = idle.pop() ?? (await startRuntime())
  const { context, written, overwritten } = runtime
  const client = context.banksClient
  const payer = Keypair.fromSecretKey(context.payer.secretKey)

  const chain: Chain = {
    name: 'bankrun',
    shows: RUNTIMES.bankrun,
    payer,
    async execute(instructions, signers = [], { lookupTables } = {}) {
      const keys = instructions.flatMap((instruction) => instruction.keys)
      for (const { pubkey, isWritable } of keys) if (isWritable) written.set(pubkey.toBase58(), pubkey)
      // A different compute limit makes every transaction unique: bankrun refuses duplicates.
      runtime.sent += 1
      const units = MAX_COMPUTE_UNITS - (runtime.sent % (MAX_COMPUTE_UNITS / 2))
      const compute = ComputeBudgetProgram.setComputeUnitLimit({ units })
      for (let attempt = 1; ; attempt++) {
        const [recentBlockhash = context.lastBlockhash] = (await client.getLatestBlockhash()) ?? []
        const message = new TransactionMessage({
          payerKey: payer.publicKey,
          recentBlockhash,
          instructions: [compute, ...instructions],
        }).compileToV0Message(lookupTables)
        const transaction = new VersionedTransaction(message)
        transaction.sign([payer, ...signers])
        const { result, meta } = await client.tryProcessTransaction(transaction)
        // Blocks are produced in real time: on a busy machine a blockhash may expire before it is used.
        if (result === 'Blockhash not found' && attempt < MAX_ATTEMPTS) continue
        const logs = meta?.logMessages ?? []
        return { error: result, logs, computeUnits: meta?.computeUnitsConsumed ?? 0n }
      }
    },
    async submit(bytes) {
      const transaction = VersionedTransaction.deserialize(bytes)
      const { message } = transaction
      for (const [index, key] of message.staticAccountKeys.entries()) {
        if (message.isAccountWritable(index)) written.set(key.toBase58(), key)
      }
      const { result, meta } = await client.tryProcessTransaction(transaction)
      return {
        error: result,
        logs: meta?.logMessages ?? [],
        computeUnits: meta?.computeUnitsConsumed ?? 0n,
      }
    },
    blockhash: async () => (await client.getLatestBlockhash())?.[0] ?? context.lastBlockhash,
    async account(address: PublicKey) {
      const info = await client.getAccount(address)
      if (!info) return null
      // `info.lamports` is a number, which is not exact for very large balances.
      const isExact = Number.isSafeInteger(info.lamports)
      return { ...info, lamports: isExact ? BigInt(info.lamports) : await client.getBalance(address) }
    },
    setAccount(address, account) {
      overwritten.set(address.toBase58(), address)
      context.setAccount(address, toInfo(account))
    },
    now: async () => (await client.getClock()).unixTimestamp,
    async warpTo(seconds) {
      const { slot, epochStartTimestamp, epoch, leaderScheduleEpoch } = await client.getClock()
      context.setClock(new Clock(slot, epochStartTimestamp, epoch, leaderScheduleEpoch, seconds))
    },
    slot: async () => (await client.getClock()).slot,
    async warpToSlot(slot) {
      const { epochStartTimestamp, epoch, leaderScheduleEpoch, unixTimestamp } = await client.getClock()
      context.setClock(new Clock(slot, epochStartTimestamp, epoch, leaderScheduleEpoch, unixTimestamp))
    },
    rent: async (bytes) => (await client.getRent()).minimumBalance(BigInt(bytes)),
    async changeRent(factor) {
      const { lamportsPerByteYear, exemptionThreshold, burnPercent } = await client.getRent()
      context.setRent(new Rent(scale(lamportsPerByteYear, factor), exemptionThreshold, burnPercent))
    },
    async release() {
      context.setRent(Rent.default())
      await clear(runtime)
      idle.push(runtime)
    },
  }
  await chain.warpTo(GENESIS_TIME)
  return chain
}

/**
 * Starts a runtime that runs the program. A few of many thousand runtimes answered "Program is not deployed" to every
 * transaction, on a busy machine; the cause is not known, and bankrun is no longer maintained. Such a runtime is reported
 * on stderr and replaced.
 */
async function startRuntime(): Promise<Runtime> {
  const accounts = programAccounts(RUNTIMES.bankrun.sbpf).map(([address, account]) => ({
    address,
    info: toInfo(account),
  }))
  for (let attempt = 1; attempt <= MAX_STARTS; attempt++) {
    const context = await start([], accounts)
    if (await runsProgram(context)) return { context, sent: 0, written: new Map(), overwritten: new Map() }
    console.error('bankrun: a new runtime does not run the program; starting another one')
  }
  throw new Error(`bankrun: none of ${MAX_STARTS} runtimes runs the program`)
}

/** Whether the program answers: it refuses an instruction that it does not know. */
async function runsProgram({ banksClient, lastBlockhash, payer }: ProgramTestContext): Promise<boolean> {
  const instructions = [new TransactionInstruction({ programId: PROGRAM_ID, keys: [] })]
  const payerKey = new PublicKey(payer.publicKey)
  const message = new TransactionMessage({ payerKey, recentBlockhash: lastBlockhash, instructions })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign([Keypair.fromSecretKey(payer.secretKey)])
  const { meta } = await banksClient.tryProcessTransaction(transaction)
  return meta?.logMessages.some((line) => line.startsWith('Program log: AnchorError')) ?? false
}

/** Restores the accounts that a test has changed. */
async function clear({ context, written, overwritten }: Runtime): Promise<void> {
  const empty = { lamports: 0n, data: new Uint8Array(), owner: SystemProgram.programId, executable: false }
  const genesis = new Map(
    programAccounts(RUNTIMES.bankrun.sbpf).map(([address, account]) => [address.toBase58(), account]),
  )
  for (const [key, address] of written) {
    // Keeps the payer, programs and sysvars: a write lock alone does not change them.
    if (overwritten.has(key) || genesis.has(key) || address.equals(context.payer.publicKey)) continue
    const account = await context.banksClient.getAccount(address)
    const isPermanent = account?.executable || account?.owner.equals(SYSVARS)
    if (account && !isPermanent) context.setAccount(address, toInfo(empty))
  }
  for (const [key, address] of overwritten) context.setAccount(address, toInfo(genesis.get(key) ?? empty))
  written.clear()
  overwritten.clear()
}

function toInfo(account: ChainAccount): AccountInfoBytes {
  return { ...account, lamports: Number(account.lamports), rentEpoch: 0 }
}
