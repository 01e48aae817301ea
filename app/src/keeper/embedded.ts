import { type KeeperConfig, keeperOptions } from './config.ts'
import { type KeeperOptions, startKeeper } from './keeper.ts'
import { serveKeeper } from './server.ts'

/**
 * Starts a keeper beside a gateway in one process, unless the settings leave it out; its metrics are served where
 * `KEEPER_PORT` names a port.
 */
export async function startEmbeddedKeeper(
  config: KeeperConfig,
  options: KeeperOptions,
): Promise<{ stop(): Promise<void> }> {
  if (config.KEEPER === '0') return { stop: async () => {} }
  const keeper = await startKeeper({ ...keeperOptions(config), ...options })
  const { KEEPER_PORT: port, KEEPER_HOST: host } = config
  try {
    const server = port === undefined ? undefined : await serveKeeper(keeper, { host, port })
    return {
      async stop() {
        await server?.close()
        await keeper.stop()
      },
    }
  } catch (error) {
    await keeper.stop()
    throw error
  }
}
