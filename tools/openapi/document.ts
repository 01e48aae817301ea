import pino from 'pino'
import { mountChannels } from '../../app/src/channels/channels.ts'
import { startGateway } from '../../app/src/gateway/gateway.ts'
import { startLocalnet } from '../../app/src/localnet/localnet.ts'
import { mountLocalnet } from '../../app/src/localnet/routes.ts'
import { startTogether } from '../../app/src/runtime/service.ts'

/** Reads the OpenAPI document, with the routes of the localnet, from a gateway that it starts and stops. */
export async function readDocument(): Promise<object> {
  const log = pino({ level: 'silent' })
  const world = await startTogether(async (add) => {
    const ports = { rpcPort: 0, pricesPort: 0, attestorsPort: 0 }
    const localnet = add(await startLocalnet({ ...ports, demo: false, attestors: false }))
    const mounts = [mountChannels(), mountLocalnet(localnet)]
    const { url } = add(await startGateway({ nodes: [localnet.node], localnet, mounts, port: 0, log }))
    return { url }
  })
  try {
    const answer = await fetch(`${world.url}/v1/openapi.json`)
    return (await answer.json()) as object
  } finally {
    await world.stop()
  }
}
