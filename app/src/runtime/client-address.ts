import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The client of a request, for limits: its IPv4 address, or the first 64 bits of its IPv6 address, because the rest
 * can be chosen by the client.
 *
 * @param trustedProxies - the number of our own proxies in front. Each appends one entry to `X-Forwarded-For`;
 *   entries before those come from the client and are ignored.
 */
export function clientAddress(c: Context, trustedProxies: number): string {
  const peer = getConnInfo(c).remote.address ?? 'unknown'
  if (trustedProxies === 0) return network(peer)
  const hops = (c.req.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim())
  const forwarded = hops.at(-trustedProxies) ?? ''
  return network(isIP(forwarded) ? forwarded : peer)
}

/** The first 48 bits of an IPv6 address that {@link clientAddress} has cut to 64; `null` for an IPv4 address. */
export function siteOf(client: string): string | null {
  return client.includes(':') ? client.split(':').slice(0, 3).join(':') : null
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
