import { readFile } from 'node:fs/promises'
import { Keypair } from '@solana/web3.js'

/**
 * Reads a keypair file as `solana-keygen` writes it: a JSON array of 64 bytes.
 *
 * @param setting - the setting that names the file, for the error message
 * @throws Error if the file is missing or holds no keypair; the message never shows its content
 */
export async function readKeypair(setting: string, path: string): Promise<Keypair> {
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code})`
    throw new Error(`${setting}: the file ${path} ${reason}`)
  })
  try {
    const bytes: unknown = JSON.parse(content)
    if (!Array.isArray(bytes) || bytes.length !== 64) throw new Error('not 64 numbers')
    return Keypair.fromSecretKey(Uint8Array.from(bytes as number[]))
  } catch {
    throw new Error(`${setting}: the file ${path} must hold a keypair, a JSON array of 64 bytes`)
  }
}
