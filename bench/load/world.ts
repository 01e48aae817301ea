// Starts the localnet, the gateway and the child processes of the load bench.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { freePorts } from '../../tests/helpers/localnet/ports.ts'
import { compile } from '../../tools/build/compile.mjs'
import type { Services } from '../services.ts'

/** A gateway on a localnet. */
export interface World {
  url: string
  rpcUrl: string
  /** Of the gateway's process. */
  pid: number
}

/**
 * Starts a localnet and a gateway on it, with default settings. The gateway is a build, as in production. The store is a
 * folder, or the Postgres of DATABASE_URL.
 */
export async function startWorld(services: Services): Promise<World> {
  compile()
  // JSON-RPC, websocket, prices, four attestors, gateway.
  const port = await freePorts(8)
  const local = (offset: number) => `127.0.0.1:${port + offset}`
  const rpcUrl = `http://${local(0)}`
  const url = `http://${local(7)}`
  const localnet = { LOCALNET_PORT: String(port), DEMO: '0' }
  await services.start('localnet', 'localnet', localnet, `http://${local(6)}/health`)
  const gateway = {
    PORT: String(port + 7),
    RPC_URL: rpcUrl,
    WS_URL: `ws://${local(1)}`,
    CLUSTER: 'localnet',
    HERMES_URL: `http://${local(2)}`,
    KEEPER: '0',
    NODE_ENV: 'production',
    DELEGATE_KEYPAIR: await services.keypair('cosigner', LOCALNET_KEYS.cosigner),
    ...(process.env.DATABASE_URL ? {} : { STORE_PATH: join(services.folder, 'store') }),
  }
  const { pid } = await services.start('gateway', 'start', gateway, `${url}/health`, true)
  return { url, rpcUrl, pid }
}

/** A part of the bench in a child process. */
export interface Part<Request, Answer> {
  tell(request: Request): void
  ask(request: Request): Promise<Answer>
  end(): void
}

/** Starts a part of the bench. */
export function startPart<Request extends object, Answer>(file: string): Part<Request, Answer> {
  const child = fork(new URL(file, import.meta.url), { execArgv: ['--conditions=source', '--import=tsx'] })
  return {
    tell: (request) => void child.send(request),
    async ask(request) {
      const answered = once(child, 'message')
      child.send(request)
      return (await answered)[0] as Answer
    },
    end: () => child.disconnect(),
  }
}

/** Seconds of CPU that a gateway has used so far. */
export async function cpuSeconds(url: string): Promise<number> {
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(await metricsOf(url))?.[1])
}

/** Calls to nodes that a gateway has made so far, by method. */
export async function rpcCalls(url: string): Promise<Map<string, number>> {
  const calls = new Map<string, number>()
  const lines = (await metricsOf(url)).matchAll(/^gateway_rpc_calls_total\{method="(\w+)".*\} (\d+)$/gm)
  for (const [, method = '', count] of lines) calls.set(method, (calls.get(method) ?? 0) + Number(count))
  return calls
}

async function metricsOf(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text()
}
