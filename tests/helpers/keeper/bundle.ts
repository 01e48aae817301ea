import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Keypair } from '@solana/web3.js'
import { type BundledApp, bundleApp } from '../run/bundle.ts'

/** The bundled app with files of keys beside it. */
export interface BundledKeeper extends BundledApp {
  /** Files with the keys, as `KEEPER_KEYPAIRS` names them. */
  keypairs: string
}

/** Bundles the app, with files of keys beside it. */
export async function bundleKeeper(payers: readonly Keypair[]): Promise<BundledKeeper> {
  const app = await bundleApp()
  const paths = payers.map((_, index) => join(app.folder, `payer-${index}.json`))
  await Promise.all(
    payers.map(({ secretKey }, index) => writeFile(paths[index] as string, JSON.stringify([...secretKey]))),
  )
  return { ...app, keypairs: paths.join(',') }
}
