import type { Context } from 'hono'
import type { DeploymentInfo } from '../services.ts'
import type { GatewayEnv } from './context.ts'

/**
 * The origin under which the client of a request reaches this gateway, for absolute links:
 * `https://markets.example.com`. It is `https` only behind a trusted proxy that says so, because the gateway itself
 * speaks plain HTTP.
 */
export function publicOrigin(
  c: Context<GatewayEnv>,
  { publicHosts, trustedProxies }: Pick<DeploymentInfo, 'publicHosts' | 'trustedProxies'>,
): string {
  const { host } = new URL(c.req.url)
  const [first] = publicHosts ?? []
  const isPublic = publicHosts?.includes(host) ?? true
  const forwarded = trustedProxies > 0 ? c.req.header('x-forwarded-proto') : undefined
  const scheme = forwarded === 'https' ? 'https' : 'http'
  return `${scheme}://${isPublic ? host : (first ?? host)}`
}
