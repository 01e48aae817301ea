import {
  ComputeBudgetProgram,
  Keypair,
  type PublicKey,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { type AccountInfoBytes, Clock, start } from 'solana-bankrun'
import { type Chain, type ChainAccount, GENESIS_TIME } from './chain.ts'
import { programAccounts } from './program.ts'

const MAX_COMPUTE_UNITS = 1_400_000
const MAX_ATTEMPTS = 20

// It writes every line of every program's log to the terminal unless it is told not to.
process.env.RUST_LOG ??= 'off'

/** solana-bankrun: the runtime of an older validator. */
export async function startBankrun(): Promise<Chain> {
  const accounts = programAccounts().map(([address, account]) => ({ address, info: toInfo(account) }))
  const context = await start([], accounts)
  const client = context.banksClient
  const payer = Keypair.fromSecretKey(context.payer.secretKey)
  let sent = 0

  const chain: Chain = {
    name: 'bankrun',
    payer,
    async execute(instructions, signers = [], { lookupTables } = {}) {
      // A limit of its own makes every transaction another one: the same twice would be a duplicate.
      sent += 1
      const compute = ComputeBudgetProgram.setComputeUnitLimit({ units: MAX_COMPUTE_UNITS - sent })
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
        // Its blocks go on in real time: on a busy machine a hash may be forgotten before it is used.
        if (result === 'Blockhash not found' && attempt < MAX_ATTEMPTS) continue
        const logs = meta?.logMessages ?? []
        return { error: result, logs, computeUnits: meta?.computeUnitsConsumed ?? 0n }
      }
    },
    async account(address: PublicKey) {
      const info = await client.getAccount(address)
      if (!info) return null
      // The account has its lamports as a number, which is not exact for very rich ones.
      const isExact = Number.isSafeInteger(info.lamports)
      return { ...info, lamports: isExact ? BigInt(info.lamports) : await client.getBalance(address) }
    },
    setAccount: (address, account) => context.setAccount(address, toInfo(account)),
    now: async () => (await client.getClock()).unixTimestamp,
    async warpTo(seconds) {
      const clock = await client.getClock()
      context.setClock(
        new Clock(clock.slot, clock.epochStartTimestamp, clock.epoch, clock.leaderScheduleEpoch, seconds),
      )
    },
    rent: async (bytes) => (await client.getRent()).minimumBalance(BigInt(bytes)),
  }
  await chain.warpTo(GENESIS_TIME)
  return chain
}

function toInfo(account: ChainAccount): AccountInfoBytes {
  return { ...account, lamports: Number(account.lamports), rentEpoch: 0 }
}
