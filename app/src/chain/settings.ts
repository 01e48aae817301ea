// Reads the settings that name RPC nodes.

import { z } from 'zod'
import { list, urls } from '../runtime/settings.ts'
import type { RequestLimit, RequestLimits } from './request-budget.ts'
import { type Nodes, socketUrl } from './socket.ts'

const CLUSTERS = ['mainnet-beta', 'devnet', 'testnet', 'localnet', 'custom'] as const

const LIMIT = /^(?:(?<method>[a-z]\w*):)?(?<requests>[1-9]\d{0,5})(?:\/(?<unit>[sm]))?$/
const UNITS: Record<string, number> = { s: 1_000, m: 60_000 }

/** `20` or `20/s` for all requests together, `getProgramAccounts:1/m` for those of a method. */
const limits = list
  .refine(
    (parts) => parts.every((part) => LIMIT.test(part)),
    'must be limits separated by commas, such as 20/s,getProgramAccounts:1/m',
  )
  .transform((parts): RequestLimits => {
    const methods = new Map<string, RequestLimit>()
    let all: RequestLimit | undefined
    for (const part of parts) {
      const { method, requests, unit = 's' } = LIMIT.exec(part)?.groups ?? {}
      const limit = { requests: Number(requests), per: UNITS[unit] as number }
      if (method) methods.set(method, limit)
      else all = limit
    }
    return { all, methods }
  })

/** The nodes to use, a setting of every command. */
export const NODE_SETTINGS = {
  RPC_URL: urls('https://api.devnet.solana.com')
    .optional()
    .describe('nodes, separated by commas, the preferred one first: failover [the localnet]'),
  WS_URL: urls('wss://api.devnet.solana.com', ['ws:', 'wss:'])
    .optional()
    .describe('their websockets, in the same order [derived]'),
  RPC_BUDGET: limits
    .optional()
    .describe(
      'limit of requests to each node: `20/s`; also by method: `20/s,getProgramAccounts:1/m` [no limit]',
    ),
  YELLOWSTONE_URL: urls('https://grpc.example.com')
    .optional()
    .describe('Yellowstone gRPC, URLs separated by commas, used instead of the websockets [websockets]'),
  YELLOWSTONE_TOKEN: z.string().optional().describe('its token'),
  CLUSTER: z
    .enum(CLUSTERS, `must be one of ${CLUSTERS.join(', ')}`)
    .default('custom')
    .describe(
      '`mainnet-beta`, `devnet`, `testnet`, `custom`, or `localnet` beside a localnet in another process, whose prices are unsigned',
    ),
}

const NodeSettings = z.object(NODE_SETTINGS)

/** The nodes as they were read, and the stream beside them. */
type NodeUrls = Partial<z.output<typeof NodeSettings>>

/** The stream of `YELLOWSTONE_URL`; `undefined` if it is not set. */
export function yellowstoneOf({ YELLOWSTONE_URL, YELLOWSTONE_TOKEN }: NodeUrls) {
  return YELLOWSTONE_URL && { urls: YELLOWSTONE_URL, token: YELLOWSTONE_TOKEN || undefined }
}

/** The nodes of `RPC_URL`; `null` if it is not set. */
export function nodesOf({ RPC_URL = [], WS_URL, RPC_BUDGET }: NodeUrls): Nodes | null {
  const [first, ...others] = RPC_URL.map((rpcUrl, index) => ({
    rpcUrl,
    wsUrl: WS_URL?.[index] ?? socketUrl(rpcUrl),
    limits: RPC_BUDGET,
  }))
  return first ? [first, ...others] : null
}

/** The nodes of `RPC_URL`, for commands that have no localnet. */
export function requireNodes(settings: NodeUrls): Nodes {
  const nodes = nodesOf(settings)
  if (!nodes) throw new Error('RPC_URL: is missing; set it to the URL of a Solana node')
  return nodes
}

/** Refuses URLs that do not match `RPC_URL`. */
export function checkNodes({ RPC_URL, WS_URL, YELLOWSTONE_URL }: NodeUrls, context: z.RefinementCtx): void {
  if (WS_URL && WS_URL.length !== RPC_URL?.length) {
    context.addIssue({ code: 'custom', path: ['WS_URL'], message: 'must have one URL for each of RPC_URL' })
  }
  if (YELLOWSTONE_URL && !RPC_URL) {
    context.addIssue({ code: 'custom', path: ['YELLOWSTONE_URL'], message: 'needs RPC_URL beside it' })
  }
}
