import { banner } from './banner.ts'
import { startLocalnet } from './localnet.ts'
import { localnetOptions } from './settings.ts'

/** Starts the localnet alone, says what is where, and stops it when asked to. */
async function main(): Promise<void> {
  const localnet = await startLocalnet(localnetOptions(process.env))
  console.log(banner(localnet))
  const stop = () => {
    console.log('Stopping.')
    localnet.stop().catch(fail)
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

main().catch(fail)
