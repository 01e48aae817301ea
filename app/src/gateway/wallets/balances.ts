// The route for the balances of a wallet.

import { createRoute, z } from '@hono/zod-openapi'
import { SOL_DECIMALS } from '@prediction-market/sdk'
import { getAssociatedTokenAddressSync, unpackAccount } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { LRUCache } from 'lru-cache'
import { amount } from '../../json/write.ts'
import type { GatewayApp } from '../http/context.ts'
import type { Answered } from '../http/fields/answered.ts'
import { Address, AnsweredAmount } from '../http/fields/schemas.ts'
import { answer } from '../http/respond.ts'
import { errors, jsonAnswer } from '../http/responses.ts'
import type { TransactionRelay } from '../relay/relay.ts'
import type { Services } from '../services.ts'

const Balances = z
  .strictObject({ wallet: Address, SOL: AnsweredAmount, UTILITY: AnsweredAmount })
  .openapi('Balances')

const route = createRoute({
  method: 'get',
  path: '/v1/wallets/{address}/balances',
  operationId: 'getBalances',
  tags: ['Wallets'],
  summary: 'Get the balances of a wallet',
  description:
    'SOL of the wallet, and UTILITY in its associated token account; read from the chain at most a second ago.',
  request: { params: z.object({ address: Address }) },
  responses: { 200: jsonAnswer('The balances', Balances), ...errors() },
})

/** Milliseconds that balances are cached, and the number of wallets. */
const FRESH_MS = 1_000
const MAX_WALLETS = 10_000

/** The route for the balances of a wallet. Requests for one wallet share its read. */
export function balancesRoute(
  app: GatewayApp,
  { callerClient, state, history, relay }: Services & { relay: Pick<TransactionRelay, 'onConfirmed'> },
): void {
  const recent = new LRUCache<string, Promise<Answered<typeof Balances>>>({ max: MAX_WALLETS, ttl: FRESH_MS })
  // A client that receives a payout event, or the answer to a transaction, asks for its balance at once.
  history.onChange(() => recent.clear())
  relay.onConfirmed(() => recent.clear())

  const read = async (address: string): Promise<Answered<typeof Balances>> => {
    const wallet = new PublicKey(address)
    const { utilityMint, utilityDecimals } = state.config
    const { tokenProgram } = await callerClient.currencyOf({ mint: utilityMint })
    const tokens = getAssociatedTokenAddressSync(utilityMint, wallet, true, tokenProgram ?? undefined)
    const { connection, commitment } = callerClient
    const [own, token] = await connection.getMultipleAccountsInfo([wallet, tokens], commitment)
    return {
      wallet: address,
      SOL: amount(BigInt(own?.lamports ?? 0), SOL_DECIMALS),
      UTILITY: amount(token ? unpackAccount(tokens, token, token.owner).amount : 0n, utilityDecimals),
    }
  }

  app.openapi(route, async (c) => {
    const { address } = c.req.valid('param')
    const known = recent.get(address)
    const balances = known ?? read(address)
    if (!known) recent.set(address, balances)
    // A node that failed is asked again.
    balances.catch(() => recent.delete(address))
    return answer(c, await balances, 200)
  })
}
