// Updates the copy of Scalar that the gateway serves at /docs/scalar.js.
//
//   node tools/vendor-scalar.mjs 1.72.1
//
// The npm package has 270 dependencies and 290 MB, of which the page needs one file.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const BUNDLE = 'package/dist/browser/standalone.js'
const TARGET = new URL('../app/assets/scalar.js.gz', import.meta.url)

const version = process.argv[2]
if (!version) throw new Error('Usage: node tools/vendor-scalar.mjs <version of @scalar/api-reference>')

const directory = mkdtempSync(join(tmpdir(), 'scalar-'))
try {
  // npm checks the package against the checksum of the registry.
  const packed = execFileSync('npm', ['pack', '--json', `@scalar/api-reference@${version}`], {
    cwd: directory,
  })
  const [{ filename, integrity }] = JSON.parse(packed.toString())
  execFileSync('tar', ['-xzf', filename, BUNDLE], { cwd: directory })
  writeFileSync(TARGET, gzipSync(readFileSync(join(directory, BUNDLE)), { level: 9 }))
  console.log(`@scalar/api-reference ${version}, package ${integrity}`)
} finally {
  rmSync(directory, { recursive: true })
}
