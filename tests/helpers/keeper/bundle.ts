// Bundles the app with keypair files, for tests that run keepers as processes.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Keypair } from '@solana/web3.js'
import { type BundledApp, bundleApp } from '../run/bundle.ts'

/** The bundled app and its keypair files. */
export interface BundledKeeper extends BundledApp {
  /** The value of `KEEPER_KEYPAIRS`. */
  keypairs: string
}

/** Bundles the app and writes keypair files beside it. */
export async function bundleKeeper(payers: readonly Keypair[]): Promise<BundledKeeper> {
  const app = await bundleApp()
  const paths = payers.map((_, index) => join(app.folder, `payer-${index}.json`))
  await Promise.all(
    payers.map(({ secretKey }, index) => writeFile(paths[index] as string, JSON.stringify([...secretKey]))),
  )
  return { ...app, keypairs: paths.join(',') }
}
