import { PROGRAM_ID } from '@prediction-market/sdk'
import { followChain } from '../book/follow-chain.ts'
import { nodesOf } from '../chain/settings.ts'
import { readKeypair } from '../deploy/keypair.ts'
import { openLog } from '../runtime/log.ts'
import { fail, stopWhenAsked } from '../runtime/shutdown.ts'
import { startAttestor } from './attestor.ts'
import { readAttestorConfig } from './config.ts'
import { DasHolders } from './das.ts'
import { HttpEvents } from './events.ts'

/** Starts an attestor alone and stops it when asked to. */
async function main(): Promise<void> {
  const config = readAttestorConfig(process.env)
  const { ATTESTOR_EVENTS_URL: eventsUrl, DAS_URL: dasUrl, ATTESTOR_PORT: port, ATTESTOR_HOST: host } = config
  const log = openLog(config.LOG_LEVEL)
  const key = await readKeypair('ATTESTOR_KEYPAIR', config.ATTESTOR_KEYPAIR)
  const observer = { call: () => {} }
  const chain = await followChain({ nodes: nodesOf(config), programId: PROGRAM_ID, log, observer })
  try {
    const attestor = await startAttestor({
      ...{ key, programId: PROGRAM_ID, chain, log, maxSlotLag: config.MAX_SLOT_LAG },
      statePath: config.ATTESTOR_STATE,
      holders: dasUrl === undefined ? undefined : new DasHolders(dasUrl, chain.connection),
      events: eventsUrl === undefined ? undefined : new HttpEvents(eventsUrl),
      listen: { host, port, whose: 'the', purpose: 'attestor', setting: 'ATTESTOR_PORT' },
    })
    console.log(`The attestor ${key.publicKey.toBase58()} answers at ${attestor.url}; Ctrl-C stops it.`)
    stopWhenAsked(() => attestor.stop().then(() => chain.stop()))
  } catch (error) {
    await chain.stop()
    throw error
  }
}

main().catch(fail)
