import type { Connection } from '@solana/web3.js'
import { z } from 'zod'
import { digitsOf } from '../json/decimal.ts'
import { readJson } from '../json/read.ts'
import { addBalance, type Balances, type HolderSource } from './count.ts'
import { programOf } from './token-accounts.ts'

/** Accounts that one call asks for, the most that servers give. */
const PAGE = 1_000

/** Milliseconds that a page may take. */
const TIMEOUT_MS = 15_000

/** A whole number with all its digits: amounts are larger than a double can tell apart. */
const Whole = z
  .unknown()
  .transform((value) => (typeof value === 'string' ? value : digitsOf(value)) ?? '')
  .refine((text) => /^\d{1,20}$/.test(text))
  .transform(BigInt)

const Answer = z.object({
  error: z.object({ message: z.string() }).optional(),
  result: z
    .object({
      cursor: z.string().nullish(),
      last_indexed_slot: Whole.nullish(),
      token_accounts: z.array(
        z.object({ address: z.string(), mint: z.string(), owner: z.string(), amount: Whole }),
      ),
    })
    .optional(),
})

type Page = NonNullable<z.output<typeof Answer>['result']>

/**
 * Reads who holds a token page by page from a DAS server, for tokens with more accounts than nodes give in one
 * answer. The pages are not of one moment: an account that moves meanwhile is counted as it was seen first.
 */
export class DasHolders implements HolderSource {
  /**
   * @param connection - to a node, which says whether there is such a token at all
   */
  constructor(
    private readonly url: string,
    private readonly connection: Connection,
  ) {}

  async balances(mint: string, minSlot: number): Promise<Balances | null> {
    if (!(await programOf(this.connection, mint))) return null
    const seen = new Set<string>()
    const balances = new Map<string, bigint>()
    let place: { cursor: string } | { page: number } = { page: 1 }
    for (;;) {
      const page: Page = await this.#read(mint, place)
      requireRecent(page, minSlot)
      const before = seen.size
      for (const { address, mint: of, owner, amount } of page.token_accounts) {
        if (of !== mint || seen.has(address)) continue
        seen.add(address)
        addBalance(balances, owner, amount)
      }
      const { length } = page.token_accounts
      if (length === 0 || (length < PAGE && !page.cursor)) return balances
      if (seen.size === before) throw new Error(`The DAS server gives the same accounts of ${mint} again`)
      if (page.cursor) place = { cursor: page.cursor }
      else if ('page' in place) place = { page: place.page + 1 }
      else return balances
    }
  }

  async #read(mint: string, place: object): Promise<Page> {
    const params = { mint, limit: PAGE, ...place, options: { showZeroBalance: false } }
    const answer = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'holders', method: 'getTokenAccounts', params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`The DAS server answered ${answer.status}`)
    const { result, error } = Answer.parse(readJson(await answer.text()))
    if (!result) throw new Error(`The DAS server refused: ${error?.message ?? 'no result'}`)
    return result
  }
}

/** Where a server says how far its index is, it must have come to the moment in question. */
function requireRecent({ last_indexed_slot: slot }: Page, minSlot: number): void {
  if (slot !== undefined && slot !== null && slot < BigInt(minSlot)) {
    throw new Error(`The DAS server is at slot ${slot}, and ${minSlot} is asked for`)
  }
}
