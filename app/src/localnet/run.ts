import { banner } from './banner.ts'
import { startLocalnet } from './localnet.ts'
import { localnetOptions } from './settings.ts'

/**
 * Runs a localnet as the environment says until the process is asked to stop, and tells what is where.
 *
 * @param more - what else to say once it is ready
 */
export async function runLocalnet(more?: string): Promise<void> {
  try {
    const localnet = await startLocalnet(localnetOptions(process.env))
    console.log([banner(localnet), ...(more === undefined ? [] : [more])].join('\n\n'))
    const stop = () => {
      console.log('Stopping.')
      localnet.stop().catch(fail)
    }
    process.once('SIGINT', stop).once('SIGTERM', stop)
  } catch (error) {
    fail(error)
  }
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
