// The next release: this one, with a version of markets more that it can read.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { type Running, start, type TestLocalnet, until } from '../localnet/index.ts'
import { type BundledApp, bundleApp } from '../run/bundle.ts'

/** A gateway with a keeper of the next release, as a process of its own. */
export interface NextRelease {
  readonly url: string
  stop(): Promise<void>
}

/** How the SDK refuses unknown versions, and how the next release does. */
const REFUSAL = 'version !== KNOWN_VERSION'
const NEXT_REFUSAL = `${REFUSAL} && !(name === 'market' && version === 2)`

async function bundleNext(): Promise<BundledApp> {
  let changed = 0
  const app = await bundleApp('app/src/main.ts', (path, text) => {
    if (!path.endsWith('/sdk/src/core/accounts/data.ts')) return text
    changed += text.split(REFUSAL).length - 1
    return text.replace(REFUSAL, NEXT_REFUSAL)
  })
  expect(changed, 'places that refuse unknown versions').to.equal(1)
  return app
}

/** Starts the next release on a localnet; its keeper pays with the given wallets. */
export async function startNextRelease(
  localnet: TestLocalnet,
  payers: readonly Keypair[],
): Promise<NextRelease> {
  const { file, folder, remove } = await bundleNext()
  const keypairs = payers.map((_, index) => join(folder, `payer-${index}.json`))
  await Promise.all(
    payers.map(({ secretKey }, index) =>
      writeFile(keypairs[index] ?? expect.fail(), JSON.stringify([...secretKey])),
    ),
  )
  const running = start(process.execPath, [file], {
    RPC_URL: localnet.node.rpcUrl,
    WS_URL: localnet.node.wsUrl,
    CLUSTER: 'localnet',
    HERMES_URL: localnet.pricesUrl,
    ATTESTOR_URLS: localnet.attestorUrls.join(','),
    ATTESTORS_ANSWER_EVENTS: '1',
    KEEPER_KEYPAIRS: keypairs.join(','),
    STORE_PATH: join(folder, 'store'),
    PORT: '0',
    LOG_LEVEL: 'warn',
  })
  const stop = async () => {
    running.child.kill('SIGTERM')
    await running.ended
    await remove()
  }
  try {
    return { url: await urlOf(running), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The gateway's address, once it is ready. */
async function urlOf({ child, output }: Running): Promise<string> {
  const url = await until(
    'the address of the next release',
    () => {
      if (child.exitCode !== null) expect.fail(output())
      return /Open (http:\S+) in a browser/.exec(output())?.[1]
    },
    120_000,
  )
  await until('the next release to be ready', async () => (await fetch(`${url}/health/ready`)).ok)
  return url
}
