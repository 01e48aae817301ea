// Refuses webhooks at addresses that are not public.

import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Networks of the special-purpose registries (RFC 6890), which no webhook may reach. */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv4')
}

/** The routed part of IPv6: 2000::/3, without tunnels and documentation. */
const ROUTED = new BlockList()
ROUTED.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv6')
}

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !PRIVATE.check(address, 'ipv4')
  return family === 6 && ROUTED.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6')
}

/** A webhook's host has an address that is not public. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} has an address that is not public`)
  }
}

/**
 * Resolves the host of a connection and refuses it if any of its addresses is not public. The connection uses the
 * address that was checked, so changing the name's address in between gains nothing.
 */
export function publicLookup(resolve: typeof lookup = lookup): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      const addresses = (found ?? []) as LookupAddress[]
      if (error) return callback(error, [])
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new PrivateAddressError(host), [])
      }
      const [first] = addresses as [LookupAddress]
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
