import { decodeMarket, decodeQuestion, findQuestion, type Market } from '@prediction-market/sdk'
import { getMint } from '@solana/spl-token'
import { type Connection, PublicKey } from '@solana/web3.js'
import { askNode } from '../../chain/ask-node.ts'
import { deedsOf, type RawTransaction } from './deeds.ts'
import type { Entry, Fate, Ledger, Transcript } from './ledger.ts'

/** As many as a node lists at once. */
const PAGE = 1_000

/** As many statuses as a node tells at once. */
const STATUSES = 256

/** Transactions asked for at the same time. */
const CONCURRENCY = 16

/** The parts of a node's answers that are looked at. */
interface Listed {
  signature: string
  slot: number
  blockTime?: number | null
  err: unknown
  confirmationStatus?: 'processed' | 'confirmed' | 'finalized' | null
}

/** The program's transactions, from nodes. */
export class RpcLedger implements Ledger {
  readonly #decimals = new Map<string, Promise<number>>()

  constructor(
    private readonly connection: Connection,
    private readonly programId: PublicKey,
  ) {}

  genesis(): Promise<string> {
    return this.connection.getGenesisHash()
  }

  async list(after: string | null, sinceSlot: number): Promise<Entry[]> {
    const listed: Listed[] = []
    for (;;) {
      const before = listed.at(-1)?.signature
      const options = {
        ...{ commitment: 'confirmed', limit: PAGE },
        ...(after !== null && { until: after }),
        ...(before !== undefined && { before }),
      }
      const params = [this.programId.toBase58(), options]
      const page = await askNode<Listed[]>(this.connection, 'getSignaturesForAddress', params)
      listed.push(...page)
      const oldest = page.at(-1)
      if (page.length < PAGE || !oldest || oldest.slot < sinceSlot) break
    }
    const entries = listed.reverse().filter(({ slot }) => slot >= sinceSlot)
    // What comes after one that is not confirmed yet waits with it: the order is that of the chain.
    const first = entries.findIndex(({ confirmationStatus }) => confirmationStatus === 'processed')
    const confirmed = first < 0 ? entries : entries.slice(0, first)
    return Promise.all(confirmed.map((one) => this.#entry(one)))
  }

  async #entry({ signature, slot, blockTime, err, confirmationStatus }: Listed): Promise<Entry> {
    // Taken from the list: the embedded node tells another time with the transaction itself.
    const time = blockTime ?? (await this.connection.getBlockTime(slot))
    if (time === null) throw new Error(`The node does not know the time of slot ${slot}`)
    return { signature, slot, time, isFailed: err !== null, isFinal: confirmationStatus === 'finalized' }
  }

  async read(entries: readonly Entry[]): Promise<Transcript[]> {
    const transcripts: Transcript[] = []
    for (let start = 0; start < entries.length; start += CONCURRENCY) {
      const part = entries.slice(start, start + CONCURRENCY)
      transcripts.push(...(await Promise.all(part.map(({ signature }) => this.#read(signature)))))
    }
    return transcripts
  }

  async #read(signature: string): Promise<Transcript> {
    const options = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 0 }
    const answer = await askNode<RawTransaction | null>(this.connection, 'getTransaction', [
      signature,
      options,
    ])
    const logs = answer?.meta?.logMessages
    // A node that lags, or keeps no logs: another one may answer the next time.
    if (!answer || !logs) throw new Error(`The node has no logs of the transaction ${signature}`)
    return { logs, deeds: () => deedsOf(answer, this.programId.toBase58()) }
  }

  async market(address: string): Promise<{ market: Market; question: string } | null> {
    const key = new PublicKey(address)
    const addresses = [key, findQuestion(key, this.programId)]
    const [market, question] = await this.connection.getMultipleAccountsInfo(addresses)
    if (!market || !question) return null
    return { market: decodeMarket(market.data), question: decodeQuestion(question.data).text }
  }

  finalSlot(): Promise<number> {
    return this.connection.getSlot('finalized')
  }

  async fates(entries: readonly { signature: string; slot: number }[]): Promise<Fate[]> {
    // What a node has forgotten may be there all the same.
    const first = await this.connection.getFirstAvailableBlock()
    const fates: Fate[] = []
    for (let start = 0; start < entries.length; start += STATUSES) {
      const part = entries.slice(start, start + STATUSES)
      const { value } = await this.connection.getSignatureStatuses(
        part.map(({ signature }) => signature),
        { searchTransactionHistory: true },
      )
      for (const [index, { slot }] of part.entries()) {
        const status = value[index]
        if (status) fates.push(status.confirmationStatus === 'finalized' ? 'final' : 'unknown')
        else fates.push(slot >= first ? 'gone' : 'unknown')
      }
    }
    return fates
  }

  decimals(mint: string): Promise<number> {
    const known = this.#decimals.get(mint)
    if (known) return known
    const read = this.#readDecimals(new PublicKey(mint))
    this.#decimals.set(mint, read)
    read.catch(() => this.#decimals.delete(mint))
    return read
  }

  async #readDecimals(mint: PublicKey): Promise<number> {
    const account = await this.connection.getAccountInfo(mint)
    if (!account) throw new Error(`There is no mint ${mint.toBase58()}`)
    return (await getMint(this.connection, mint, 'confirmed', account.owner)).decimals
  }
}
