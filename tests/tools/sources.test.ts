import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { hashSources, sha256, sourceFiles } from '../../app/src/deploy/sources.ts'

const files: Record<string, string> = {
  'Cargo.lock': 'lock',
  'Cargo.toml': 'workspace',
  'programs/market/Cargo.toml': 'crate',
  'programs/market/src/lib.rs': 'code',
  'programs/market/src/lib/tests.rs': 'tests',
  'tools/sbf/build': 'script',
}

describe('the hash of the sources', () => {
  const folders: string[] = []
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true })
  })

  /** A checkout with these files, written in this order. */
  function checkout(entries: [string, string][]): string {
    const root = mkdtempSync(join(tmpdir(), 'sources-'))
    folders.push(root)
    for (const [path, content] of entries) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), content)
    }
    return root
  }
  const entries = Object.entries(files)

  it('is the hash of what sha256sum prints for them, sorted by path', () => {
    const listing = Object.keys(files)
      .sort()
      .map((path) => `${sha256(files[path] ?? '')}  ${path}\n`)
    expect(hashSources(checkout(entries))).to.equal(sha256(listing.join('')))
  })

  it('does not depend on the folder or the order of creation', () => {
    expect(hashSources(checkout(entries.toReversed()))).to.equal(hashSources(checkout(entries)))
  })

  it('leaves out files that do not affect the program', () => {
    const others = [
      'programs/market/README.md',
      'programs/market/target/debug/x.rs',
      'programs/.DS_Store',
      'tools/sbf/README.md',
      'tools/sbf/selftest/src/lib.rs',
      'tools/sbf/bin/cargo-build-sbf',
      'programs/prediction_market/tests/math.rs',
      'tools/build-program.ts',
      'sdk/src/index.ts',
    ]
    const root = checkout([...entries, ...others.map((path): [string, string] => [path, 'other'])])
    expect(sourceFiles(root)).to.have.ordered.members(Object.keys(files).sort())
  })

  it('changes with a byte, a name or a file', () => {
    const hash = hashSources(checkout(entries))
    for (const change of [
      { ...files, 'programs/market/src/lib.rs': 'Code' },
      { ...files, 'programs/market/src/new.rs': '' },
    ])
      expect(hashSources(checkout(Object.entries(change)))).not.to.equal(hash)
    const renamed = entries.map(([path, content]): [string, string] => [
      path.replace('tests', 'test'),
      content,
    ])
    expect(hashSources(checkout(renamed))).not.to.equal(hash)
  })
})
