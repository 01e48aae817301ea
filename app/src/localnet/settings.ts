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

/** A choice from the environment: 1 or 0. */
function flag(environment: Environment, name: string): boolean | undefined {
  const text = environment[name]
  if (text === undefined || text === '') return undefined
  if (text !== '0' && text !== '1') throw new Error(`${name}: must be 1 or 0, not ${text}`)
  return text === '1'
}

/**
 * The localnet's options as environment variables set them: `LOCALNET_PORT`, `LOCALNET_WS_PORT`,
 * `LOCALNET_PRICES_PORT`, `LOCALNET_ATTESTORS_PORT`, `LOCALNET_HOST`, `LOCALNET_SEED`, `DEMO`. What is not set
 * keeps its default.
 *
 * @throws Error if one does not make sense; it names the variable
 */
export function localnetOptions(environment: Environment): LocalnetOptions {
  const rpcPort = port(environment, 'LOCALNET_PORT')
  const wsPort = port(environment, 'LOCALNET_WS_PORT')
  const pricesPort = port(environment, 'LOCALNET_PRICES_PORT')
  const attestorsPort = port(environment, 'LOCALNET_ATTESTORS_PORT')
  const demo = flag(environment, 'DEMO')
  const { LOCALNET_HOST: host, LOCALNET_SEED: seed } = environment
  return {
    ...(rpcPort !== undefined && { rpcPort }),
    ...(wsPort !== undefined && { wsPort }),
    ...(pricesPort !== undefined && { pricesPort }),
    ...(attestorsPort !== undefined && { attestorsPort }),
    ...(host && { host }),
    ...(seed && { seed }),
    ...(demo !== undefined && { demo }),
  }
}
