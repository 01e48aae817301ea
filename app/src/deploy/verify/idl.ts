// Compares the published IDL with this repository's. Anchor 1 publishes it in an account of the program metadata program.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync, inflateSync } from 'node:zlib'
import { type Connection, PublicKey } from '@solana/web3.js'
import type { Finding } from './options.ts'

const METADATA_PROGRAM = new PublicKey('ProgM6JCCvbYkfKqJYHePx4xxSUSqJp7rh8Lyv7nk7S')

/** The bytes before the data of a metadata account, and where its header says how the data is stored. */
const METADATA = { header: 96, compression: 84, source: 86, length: 87 } as const
const GZIP = 1
const ZLIB = 2
const DIRECT = 0

/** The IDL of this repository: in a clone among the sources, in a release in the build. */
const FILES = ['sdk/src/idl/prediction_market.json', 'sdk/dist/idl.json'].map(
  (path) => new URL(`../../../../${path}`, import.meta.url),
)

/** Compares the IDL that was published on the chain, if there is one, with this repository's. */
export async function verifyIdl(connection: Connection, program: PublicKey): Promise<Finding> {
  const part = 'idl'
  const account = await connection.getAccountInfo(metadataAddress(program), 'confirmed')
  if (!account) return { part, result: 'note', text: 'none is published on the chain' }
  try {
    const published = JSON.parse(readMetadata(account.data).toString('utf8'))
    const isSame = isDeepStrictEqual(published, await repositoryIdl())
    const text = `the one in program metadata ${isSame ? 'is' : 'is not'} this repository's`
    return { part, result: isSame ? 'same' : 'differs', text }
  } catch (error) {
    return {
      part,
      result: 'differs',
      text: `the one in program metadata cannot be read: ${(error as Error).message}`,
    }
  }
}

/** The metadata account of the program's upgrade authority for its IDL. */
export function metadataAddress(program: PublicKey): PublicKey {
  const seed = Buffer.alloc(16)
  seed.write('idl')
  return PublicKey.findProgramAddressSync([program.toBytes(), seed], METADATA_PROGRAM)[0]
}

function readMetadata(data: Buffer): Buffer {
  if (data.readUInt8(METADATA.source) !== DIRECT) throw new Error('its data is stored outside of the account')
  const length = data.readUInt32LE(METADATA.length)
  const content = data.subarray(METADATA.header, METADATA.header + length)
  const compression = data.readUInt8(METADATA.compression)
  if (compression === GZIP) return gunzipSync(content)
  return compression === ZLIB ? inflateSync(content) : content
}

export async function repositoryIdl(): Promise<unknown> {
  const file = FILES.find((path) => existsSync(path))
  if (!file) throw new Error('this installation has no IDL: run npm run build')
  return JSON.parse(await readFile(file, 'utf8'))
}
