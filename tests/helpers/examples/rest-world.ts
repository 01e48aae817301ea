// Runs the examples of REST clients against a localnet with keeper and gateway.

import { spawnSync } from 'node:child_process'
import { expect } from 'chai'
import pino from 'pino'
import { mountChannels } from '../../../app/src/channels/channels.ts'
import { type Gateway, startGateway } from '../../../app/src/gateway/gateway.ts'
import { startKeeper } from '../../../app/src/keeper/keeper.ts'
import type { RoundSeries } from '../../../app/src/keeper/rounds/series.ts'
import { LOCALNET_KEYS } from '../../../app/src/localnet/keys.ts'
import { startLocalnet } from '../../../app/src/localnet/localnet.ts'
import { mountLocalnet } from '../../../app/src/localnet/routes.ts'
import { type Service, startTogether } from '../../../app/src/runtime/service.ts'
import { closeConnection, openConnection } from '../localnet/connection.ts'
import type { Running } from '../localnet/process.ts'
import { travelTo } from '../localnet/shared.ts'
import { until } from '../localnet/wait.ts'

/** Milliseconds that an example may take until it waits, on a slow machine. */
export const PATIENCE_MS = 180_000

/** A localnet with keeper and gateway, as in `npm start`. */
export interface RestWorld extends Service {
  readonly gateway: Gateway
  /** The chain's time in unix seconds. */
  now(): number
  /** Moves the clock of the chain forward. */
  travelTo(second: number): Promise<void>
}

/**
 * Starts what `npm start` starts, except the page, on free ports and without demonstration markets.
 *
 * @param series - the series of rounds that are opened
 */
export function startRestWorld(series: readonly RoundSeries[] = []): Promise<RestWorld> {
  const log = pino({ level: 'silent' })
  return startTogether(async (add) => {
    const ports = { rpcPort: 0, pricesPort: 0, attestorsPort: 0 }
    const localnet = add(await startLocalnet({ ...ports, demo: false, seed: 'examples' }))
    const { node, prices, attestorUrls, keepers } = localnet
    const connection = openConnection(node)
    add({ stop: () => closeConnection(connection) })
    const nodes = [node] as const
    const wallet = LOCALNET_KEYS.opener
    const deployment = { roundsOpener: wallet.publicKey.toBase58() }
    const mounts = [mountChannels({ allowPrivate: true }), mountLocalnet(localnet)]
    const gateway = add(
      await startGateway({ nodes, prices, attestorUrls, localnet, mounts, deployment, port: 0, log }),
    )
    const sources = { nodes, prices, unsignedPrices: prices, attestorUrls }
    const rounds = { wallet, series }
    add(await startKeeper({ ...sources, payers: keepers, rounds, chain: gateway.chain, log }))
    const now = () => node.clock.now.unixSecond
    return { gateway, now, travelTo: (second: number) => travelTo({ ...localnet, connection }, second) }
  })
}

/**
 * Waits until an example waits for the decision of its market, moves the clock to the expiry, and waits for its end.
 *
 * @returns what it printed
 */
export async function followExample(world: RestWorld, running: Running): Promise<string> {
  await until(
    'the example to wait for the decision',
    () => {
      if (running.child.exitCode !== null) expect.fail(running.output())
      return running.output().includes('waiting for the decision')
    },
    PATIENCE_MS,
  )
  const [, expireAt = ''] = /expires at (\S+)/.exec(running.output()) ?? []
  await world.travelTo(Date.parse(expireAt) / 1_000)
  const { code } = await running.ended
  expect(code, running.output()).to.equal(0)
  return running.output()
}

/** Expects that an example placed a signed bet and a one-call bet, each once, and was paid. */
export function expectStory(output: string): void {
  expect(output).to.match(/opened market_\w+/)
  const [, once, twice] = /in one call: (\w+), and again: (\w+)/.exec(output) ?? []
  expect(once).to.be.a('string').and.to.equal(twice)
  expect(output).to.match(/event \d+: market[\s\S]*: bet[\s\S]*: bet[\s\S]*: resolution[\s\S]*: payout/)
  // 0.5 SOL on Yes, and nine tenths of the 0.25 SOL on No.
  expect(output).to.match(/paid: 0\.725 SOL in \w{80,}/)
}

/** The first example in a language from the introduction of `/docs`, for this gateway. */
export async function guideExample({ gateway }: RestWorld, language: string): Promise<string> {
  const document = await (await fetch(`${gateway.url}/v1/openapi.json`)).json()
  const { info } = document as { info: { description: string } }
  const [, code] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(info.description) ?? []
  return (code ?? expect.fail(`no example in ${language}`)).replace('http://127.0.0.1:8080', gateway.url)
}

/** Whether all these commands are on the PATH. */
export function hasCommands(...names: string[]): boolean {
  return names.every((name) => spawnSync(name, ['--version']).error === undefined)
}
