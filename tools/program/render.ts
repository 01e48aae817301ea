// Runs a generator of Codama into a temporary folder and returns the files it wrote.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Generated files, by path inside their folder. */
export type GeneratedFiles = Map<string, string>

/**
 * Has a generator write into a folder, and returns its files.
 *
 * @param extension - of the files that are taken
 * @param finish - reads a file, and completes it
 */
export async function render(
  extension: string,
  write: (folder: string) => unknown,
  finish: (folder: string, name: string) => string,
): Promise<GeneratedFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'client-'))
  try {
    await write(folder)
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith(extension),
    )
    return new Map(names.sort().map((name) => [name, finish(folder, name)]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
