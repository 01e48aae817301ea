import { readFile } from 'node:fs/promises'
import { Keypair } from '@solana/web3.js'
import { SettingError } from './environment.ts'

/**
 * Reads a key from a file as the Solana command line writes it: a JSON array of 64 bytes.
 *
 * @param setting - the variable that names the file
 * @throws SettingError if there is no such key; it never shows what is in the file
 */
export async function readKeypair(setting: string, path: string): Promise<Keypair> {
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'is not there' : `cannot be read (${error.code})`
    throw new SettingError(setting, `names the file ${path}, which ${reason}`)
  })
  try {
    const bytes: unknown = JSON.parse(content)
    if (!Array.isArray(bytes) || bytes.length !== 64) throw new Error('not 64 numbers')
    return Keypair.fromSecretKey(Uint8Array.from(bytes as number[]))
  } catch {
    throw new SettingError(setting, `names the file ${path}, which is no key: a JSON array of 64 bytes`)
  }
}
