// Runs `npm run admin` in this process.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Keypair } from '@solana/web3.js'
import { runAdmin } from '../../../app/src/admin/run.ts'

/** Writes the keypair file of a key into a folder, and returns its path. */
export async function keypairFile(folder: string, key: Keypair): Promise<string> {
  const path = join(folder, `${key.publicKey.toBase58()}.json`)
  await writeFile(path, JSON.stringify([...key.secretKey]))
  return path
}

/**
 * Runs an admin command as the holder of a key, or without one, and declines if it asks.
 *
 * @param where - the node, and a folder for the keypair file
 */
export async function adminCommand(
  where: { rpcUrl: string; folder: string },
  key: Keypair | undefined,
  args: string[],
): Promise<{ code: number; output: string }> {
  const environment = { RPC_URL: where.rpcUrl, KEYPAIR: key ? await keypairFile(where.folder, key) : '' }
  const lines: string[] = []
  const terminal = { environment, print: (text: string) => lines.push(text), isAgreed: async () => false }
  const code = await runAdmin(args, terminal).then(
    () => 0,
    (error) => {
      lines.push(error.message)
      return 1
    },
  )
  return { code, output: lines.join('\n') }
}
