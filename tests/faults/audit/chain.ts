import { PROGRAM_ID } from '@prediction-market/sdk'
import { type ProgramEvent, parseEvents } from '@prediction-market/sdk/events'
import type { Connection, VersionedTransactionResponse } from '@solana/web3.js'

/** A transaction of the program, as the ledger has it. */
export interface ChainTransaction {
  signature: string
  slot: number
  isFailed: boolean
  events: readonly ProgramEvent[]
  /** Change of each account's lamports. */
  lamports: ReadonlyMap<string, bigint>
  /** Change of each token account's base units of the utility token, by the address of the account. */
  tokens: ReadonlyMap<string, bigint>
  /** Who paid its fee. */
  payer: string
}

const PAGE = 1_000

/** Reads every transaction of the program from the real node, oldest first. */
export async function readChain(connection: Connection): Promise<ChainTransaction[]> {
  const signatures: string[] = []
  for (let before: string | undefined; ; before = signatures.at(-1)) {
    const options = before === undefined ? { limit: PAGE } : { limit: PAGE, before }
    const page = await connection.getSignaturesForAddress(PROGRAM_ID, options)
    signatures.push(...page.map(({ signature }) => signature))
    if (page.length === 0) break
  }
  const transactions: ChainTransaction[] = []
  for (const signature of signatures.reverse()) {
    const found = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 1 })
    if (!found) throw new Error(`The ledger lists ${signature} and does not have it`)
    transactions.push(toTransaction(signature, found))
  }
  return transactions
}

function toTransaction(signature: string, found: VersionedTransactionResponse): ChainTransaction {
  const { slot, meta, transaction } = found
  if (!meta) throw new Error(`The ledger has nothing about the effects of ${signature}`)
  const keys = transaction.message.staticAccountKeys.map((key) => key.toBase58())
  const lamports = new Map(
    keys.map((key, index) => [
      key,
      BigInt(meta.postBalances[index] ?? 0) - BigInt(meta.preBalances[index] ?? 0),
    ]),
  )
  const tokens = new Map<string, bigint>()
  const add = (balances: typeof meta.preTokenBalances, sign: bigint) => {
    for (const { accountIndex, uiTokenAmount } of balances ?? []) {
      const key = keys[accountIndex] as string
      tokens.set(key, (tokens.get(key) ?? 0n) + sign * BigInt(uiTokenAmount.amount))
    }
  }
  add(meta.postTokenBalances, 1n)
  add(meta.preTokenBalances, -1n)
  const isFailed = meta.err !== null
  const { events, isTruncated } = parseEvents(meta.logMessages ?? [], PROGRAM_ID)
  if (isTruncated) throw new Error(`The logs of ${signature} are truncated`)
  return {
    signature,
    slot,
    isFailed,
    events: isFailed ? [] : events,
    lamports,
    tokens,
    payer: keys[0] as string,
  }
}
