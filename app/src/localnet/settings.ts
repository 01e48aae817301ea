import type { LocalnetOptions } from './localnet.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A port from the environment. */
function port(environment: Environment, name: string): number | undefined {
  const text = environment[name]
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 65_535) {
    throw new Error(`${name}: must be a port number from 0 to 65535, not ${text}`)
  }
  return value
}

/**
 * The localnet's options as environment variables set them: `LOCALNET_PORT`, `LOCALNET_WS_PORT`,
 * `LOCALNET_PRICES_PORT`, `LOCALNET_HOST`, `LOCALNET_SEED`. What is not set keeps its default.
 *
 * @throws Error if one does not make sense; it names the variable
 */
export function localnetOptions(environment: Environment): LocalnetOptions {
  const rpcPort = port(environment, 'LOCALNET_PORT')
  const wsPort = port(environment, 'LOCALNET_WS_PORT')
  const pricesPort = port(environment, 'LOCALNET_PRICES_PORT')
  const { LOCALNET_HOST: host, LOCALNET_SEED: seed } = environment
  return {
    ...(rpcPort !== undefined && { rpcPort }),
    ...(wsPort !== undefined && { wsPort }),
    ...(pricesPort !== undefined && { pricesPort }),
    ...(host && { host }),
    ...(seed && { seed }),
  }
}
