// Prints how long an attestor takes to read a journal, by the number of markets, and to remove all but the latest tenth
// of its entries. The goal is less than a second for a million.

import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM_ID } from '@prediction-market/sdk'
import { Keypair } from '@solana/web3.js'
import { FileJournal } from '../../app/src/attestor/journal.ts'
import { JournalLines } from '../../app/src/attestor/journal-lines.ts'
import { Signer } from '../../app/src/attestor/signer.ts'
import { printTable } from '../table.ts'

const ENTRIES = Number(process.env.ENTRIES ?? 1_000_000)

/** The first second, in unix seconds. */
const START = 1_800_000_000

const key = Keypair.generate()
const attestor = key.publicKey.toBase58()
const folder = await mkdtemp(join(tmpdir(), 'attestor-bench-'))

async function fill(path: string, markets: readonly string[]): Promise<void> {
  const lines = new JournalLines(attestor)
  const file = await open(path, 'w')
  await file.appendFile(lines.start())
  for (let start = 0; start < ENTRIES; start += 10_000) {
    const part = Array.from({ length: Math.min(10_000, ENTRIES - start) }, (_, index) => {
      const number = start + index
      const market = markets[number % markets.length] as string
      return lines.write({ market, second: START + 5 * number, isMet: number % 2 === 0 })
    })
    await file.appendFile(part.join(''))
  }
  await file.close()
}

async function measure(count: number) {
  const path = join(folder, `journal-${count}`)
  await fill(
    path,
    Array.from({ length: count }, () => Keypair.generate().publicKey.toBase58()),
  )
  const start = performance.now()
  const cpu = process.cpuUsage()
  const { journal, answers } = await FileJournal.open(path, attestor)
  const signer = new Signer({ key, programId: PROGRAM_ID, journal, answers })
  const read = performance.now() - start
  const { user, system } = process.cpuUsage(cpu)
  const before = performance.now()
  await signer.forget(START + 5 * 0.9 * ENTRIES, () => true)
  const compacted = performance.now() - before
  await journal.close()
  return {
    entries: ENTRIES,
    markets: count,
    'read s': (read / 1_000).toFixed(2),
    'of which CPU s': ((user + system) / 1e6).toFixed(2),
    'compact to a tenth s': (compacted / 1_000).toFixed(2),
  }
}

try {
  const rows = []
  for (const markets of [1, 1_000, 100_000]) rows.push(await measure(markets))
  printTable('Journal of an attestor', rows)
} finally {
  await rm(folder, { recursive: true })
}
