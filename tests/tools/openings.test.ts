// Every TypeScript file opens with what it is for: a `//` comment on line 1, followed by an empty line, or a documented
// class or function as its first declaration.

import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { ROOT } from '../../app/src/deploy/sources.ts'

const FOLDERS = ['sdk/src', 'app/src', 'tools', 'bench', 'tests/helpers', 'web/src']

const GENERATED = /^\/\*\*\n \* This file was auto-generated/
const HEADER = /^(?:#!.*\n)?(?:\/\/.*\n)+\n/
/** Imports and re-exports, up to the module's name in quotes. */
const IMPORTS = /^(?:(?:import|export (?:type )?[*{])(?:[^'"]*?from )?[^'"]*?['"][^'"]+['"].*\n|\s*\n)*/
const DOCUMENTED =
  /^\/\*\*(?:[^*]|\*(?!\/))*\*\/\n(?:export )?(?:default )?(?:abstract )?(?:async )?(?:class|function)\b/

/** Whether the text of a file opens with what the file is for. */
function saysItsPurpose(text: string): boolean {
  return GENERATED.test(text) || HEADER.test(text) || DOCUMENTED.test(text.replace(IMPORTS, ''))
}

function filesOf(folder: string): string[] {
  return readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|tsx|mts)$/.test(file) && !file.includes('node_modules'))
    .map((file) => `${folder}/${file}`)
}

describe('the opening of a source file', () => {
  for (const folder of FOLDERS)
    it(`says what the file is for: ${folder}`, () => {
      const files = filesOf(folder)
      expect(files).not.to.be.empty
      const silent = files.filter((file) => !saysItsPurpose(readFileSync(`${ROOT}/${file}`, 'utf8')))
      expect(silent).to.deep.equal([])
    })

  it('is a header, or a documented class or function after the imports', () => {
    for (const text of [
      "// Reads a file.\n\nimport { a } from 'a'\n\nexport interface Options {}\n",
      "#!/usr/bin/env node\n// Reads a file,\n// and prints it.\n\nimport 'a'\n",
      "import type { A } from 'a'\nimport {\n  b,\n} from 'b'\n\n/** Reads a file. */\nexport async function read() {}\n",
      "import 'a'\nexport { b } from 'b'\n\n/**\n * Reads files.\n */\nexport class Reader {}\n",
    ])
      expect(saysItsPurpose(text), text).to.equal(true)
    for (const text of [
      "import { a } from 'a'\n\n/** Options of a reader. */\nexport interface Options {}\n",
      "import { a } from 'a'\n\n// Reads a file.\n\nexport interface Options {}\n",
      "import { a } from 'a'\n\nexport function read() {}\n",
      "// Reads a file.\nimport { a } from 'a'\n",
      "export { a } from './a.ts'\n",
    ])
      expect(saysItsPurpose(text), text).to.equal(false)
  })
})
