import { z } from 'zod'
import { HermesPrices } from '../prices/hermes.ts'
import type { PriceSource } from '../prices/source.ts'
import { urls } from '../runtime/settings.ts'
import { type Nodes, socketUrl } from './socket.ts'

/** Addresses of nodes, for every part that reads the chain. */
export const RPC_URLS = urls('http: https:', 'https://api.devnet.solana.com')

/** Which chain a part works on. */
export const NODE_SETTINGS = {
  RPC_URL: RPC_URLS.optional(),
  WS_URL: urls('ws: wss:', 'wss://api.devnet.solana.com').optional(),
}

/** Where a part hears of prices, and of what attestors have seen. */
export const SOURCE_SETTINGS = {
  HERMES_URL: urls('http: https:', 'https://hermes.pyth.network').optional(),
  HERMES_API_KEY: z.string().optional(),
  ATTESTOR_URLS: urls('http: https:', 'https://attestor.example.com').optional(),
}

type Given<Settings extends Record<string, z.ZodType>> = {
  [Name in keyof Settings]?: z.output<Settings[Name]>
}

/** The nodes to talk to; none for the localnet, where that may be. */
export function nodesOf(settings: Given<typeof NODE_SETTINGS> & { RPC_URL: string[] }): Nodes
export function nodesOf(settings: Given<typeof NODE_SETTINGS>): Nodes | null
export function nodesOf({ RPC_URL = [], WS_URL }: Given<typeof NODE_SETTINGS>): Nodes | null {
  const [first, ...others] = RPC_URL.map((rpcUrl, index) => ({
    rpcUrl,
    wsUrl: WS_URL?.[index] ?? socketUrl(rpcUrl),
  }))
  return first ? [first, ...others] : null
}

/** What does not fit together about them, one sentence each. */
export function nodeProblems({ RPC_URL, WS_URL }: Given<typeof NODE_SETTINGS>): string[] {
  if (WS_URL && !RPC_URL) return ['WS_URL: is set, but RPC_URL is not']
  if (WS_URL && WS_URL.length !== RPC_URL?.length) {
    return ['WS_URL: must have one address for each of RPC_URL']
  }
  return []
}

/** Where prices come from, if anywhere. */
export function hermesOf(settings: Given<typeof SOURCE_SETTINGS>): PriceSource | undefined {
  const { HERMES_URL, HERMES_API_KEY: apiKey } = settings
  const [url] = HERMES_URL ?? []
  return url === undefined ? undefined : new HermesPrices({ url, ...(apiKey && { apiKey }) })
}
