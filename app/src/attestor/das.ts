// Reads the holders of a token from a DAS server.

import type { Connection } from '@solana/web3.js'
import { z } from 'zod'
import { digitsOf, readJson } from '../json/json.ts'
import { fetchText } from '../runtime/read-limited.ts'
import { addBalance, type Balances, type HolderSource, MAX_ACCOUNTS, tooManyAccounts } from './count.ts'
import { programOf } from './token-accounts.ts'

/** Accounts of one page, the most that DAS servers return. */
const PAGE = 1_000

/** Milliseconds that a page may take. */
const TIMEOUT_MS = 5_000

/** Bytes of a page: an account takes about 400. */
const MAX_PAGE_BYTES = 2_000_000

/** A whole number with all its digits: amounts may exceed the precision of a double. */
const Whole = z
  .unknown()
  .transform((value) => (typeof value === 'string' ? value : digitsOf(value)) ?? '')
  .refine((text) => /^\d{1,20}$/.test(text))
  .transform(BigInt)

const DasResponse = z.object({
  error: z.object({ message: z.string() }).optional(),
  result: z
    .object({
      cursor: z.string().nullish(),
      last_indexed_slot: Whole.optional(),
      token_accounts: z.array(
        z.object({ address: z.string(), mint: z.string(), owner: z.string(), amount: Whole }),
      ),
    })
    .optional(),
})

type Page = NonNullable<z.output<typeof DasResponse>['result']>

/**
 * Reads the holders of a token page by page from a DAS server, for tokens with more accounts than a node returns
 * at once. The pages are not from the same moment; an account that changes meanwhile counts as it was first read.
 */
export class DasHolders implements HolderSource {
  /**
   * @param connection - to a node, which knows whether the token exists
   */
  constructor(
    private readonly url: string,
    private readonly connection: Connection,
  ) {}

  async balances(mint: string, minSlot: number, signal?: AbortSignal): Promise<Balances | null> {
    if (!(await programOf(this.connection, mint))) return null
    const seen = new Set<string>()
    const balances = new Map<string, bigint>()
    let position: { cursor: string } | { page: number } = { page: 1 }
    for (;;) {
      const page: Page = await this.#read(mint, position, signal)
      requireRecent(page, minSlot)
      const before = seen.size
      for (const { address, mint: of, owner, amount } of page.token_accounts) {
        if (of !== mint || seen.has(address)) continue
        seen.add(address)
        addBalance(balances, owner, amount)
      }
      const { length } = page.token_accounts
      if (length === 0 || (length < PAGE && !page.cursor)) return balances
      if (seen.size > MAX_ACCOUNTS) throw tooManyAccounts(mint)
      if (seen.size === before) throw new Error(`The DAS server returned the same accounts of ${mint} twice`)
      if (page.cursor) position = { cursor: page.cursor }
      else if ('page' in position) position = { page: position.page + 1 }
      else return balances
    }
  }

  async #read(mint: string, position: object, signal: AbortSignal | undefined): Promise<Page> {
    const params = { mint, limit: PAGE, ...position, options: { showZeroBalance: false } }
    const { status, text } = await fetchText(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'holders', method: 'getTokenAccounts', params }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_PAGE_BYTES,
      signal,
    })
    if (status !== 200) throw new Error(`The DAS server answered ${status}`)
    const { result, error } = DasResponse.parse(readJson(text))
    if (!result) throw new Error(`The DAS server failed: ${error?.message ?? 'no result'}`)
    return result
  }
}

/** Refuses a page of a server whose index is behind `minSlot`, or that does not say how far it is. */
function requireRecent({ last_indexed_slot: slot }: Page, minSlot: number): void {
  if (slot === undefined) throw new Error('The DAS server does not report last_indexed_slot')
  if (slot < BigInt(minSlot)) {
    throw new Error(`The DAS server is at slot ${slot}, behind ${minSlot}`)
  }
}
