import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { GatewayEnv } from '../context.ts'

/**
 * Whom a connection counts for: an IPv4 address, or the 64 bits of an IPv6 address that its owner cannot
 * choose at will.
 *
 * @param trustedProxies - proxies of ours in front; each adds one entry to `X-Forwarded-For`, and what
 *   stands before those entries is the client's word
 */
export function clientAddress(c: Context<GatewayEnv>, trustedProxies: number): string {
  const { socket } = c.env.incoming
  const peer = socket.remoteAddress ?? 'unknown'
  if (trustedProxies === 0) return network(peer)
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  const told = hops.at(-trustedProxies) ?? ''
  return network(isIP(told) ? told : peer)
}

function network(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
