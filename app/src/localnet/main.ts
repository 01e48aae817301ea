import { fail, stopWhenAsked } from '../runtime/shutdown.ts'
import { banner } from './banner.ts'
import { startLocalnet } from './localnet.ts'
import { localnetOptions } from './settings.ts'

/** Starts the localnet alone, says what is where, and stops it when asked to. */
async function main(): Promise<void> {
  const localnet = await startLocalnet(localnetOptions(process.env))
  console.log(banner(localnet))
  stopWhenAsked(() => localnet.stop())
}

main().catch(fail)
