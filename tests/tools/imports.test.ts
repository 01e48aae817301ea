import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const LINTER = fileURLToPath(new URL('../../tools/lint/imports.mjs', import.meta.url))

describe('the import rules', () => {
  let root: string

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'imports-'))
  })

  afterEach(() => rmSync(root, { recursive: true }))

  /** Checks a project of these files; returns the exit code and the problems found. */
  function lint(files: Record<string, string>): { code: number | null; problems: string[] } {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    const { status, stderr } = spawnSync(process.execPath, [LINTER, root], { encoding: 'utf8' })
    return { code: status, problems: stderr.split('\n').filter((line) => line !== '') }
  }

  it('allow what points down to a room above, and packages', () => {
    const result = lint({
      'app/src/main.ts': "import { a } from './gateway/a.ts'\nimport './localnet/b.ts'\n",
      'app/src/gateway/a.ts': "import { z } from 'zod'\nimport { f } from '../book/f.ts'\n",
      'app/src/deploy/url.ts':
        "export const PROGRAM = new URL('../../../sdk/program/a.so', import.meta.url)\n",
      'bench/a.ts': "import { b } from '../tests/helpers/b.ts'\n",
      'examples/a/a.ts': "import '@prediction-market/sdk'\nimport './b.ts'\n",
      'migrations/deploy.ts': "import { a } from '../app/src/deploy/a.ts'\n",
      'sdk/src/index.ts': "export * from './client/a.ts'\nimport { BN } from '@coral-xyz/anchor'\n",
      'tests/a.test.ts': "import { a } from '../app/src/gateway/a.ts'\nimport '../web/src/text/a.ts'\n",
      'web/src/parts/a.tsx': "import { signal } from '@preact/signals'\nimport { a } from '../text/a.ts'\n",
    })
    expect(result).to.deep.equal({ code: 0, problems: [] })
  })

  const FORBIDDEN: [name: string, file: string, text: string, problem: string][] = [
    ['a room below', 'app/src/json/a.ts', "import { a } from '../chain/a.ts'", 'chain stands below json'],
    ['a type', 'app/src/json/a.ts', "import type { A } from '../chain/a.ts'", 'chain stands below json'],
    ['lines', 'app/src/json/a.ts', "import {\n  a,\n} from '../chain/a.ts'", 'chain stands below json'],
    ['again', 'app/src/json/a.ts', "export * from '../chain/a.ts'", 'chain stands below json'],
    ['at run time', 'app/src/json/a.ts', "await import('../chain/a.ts')", 'chain stands below json'],
    ['gateway', 'app/src/keeper/a.ts', "import '../gateway/a.ts'", 'only main.ts imports gateway'],
    ['no room', 'app/src/json/a.ts', "import '../odd.ts'", 'app/src/odd.ts is not a known room'],
    ['Anchor', 'app/src/json/a.ts', "import '@coral-xyz/anchor'", 'app uses Anchor through the SDK only'],
    ['around the package', 'app/src/json/a.ts', "import '../../../sdk/src/a.ts'", 'app imports itself'],
    ['app in the SDK', 'sdk/src/a.ts', "import '../../app/src/json/a.ts'", 'the SDK stands alone'],
    [
      'the SDK in an example',
      'examples/a/a.ts',
      "import '../../sdk/src/a.ts'",
      'examples import packages only',
    ],
    [
      'app in the page',
      'web/src/a.tsx',
      "import '../../app/src/json/a.ts'",
      'web imports itself and packages',
    ],
    ['the page', 'tools/a.ts', "import '../web/src/a.ts'", 'only tests import web'],
    ['localnet', 'migrations/deploy.ts', "import '../app/src/localnet/a.ts'", 'localnet stands below deploy'],
    ['tests', 'tools/a.ts', "import '../tests/helpers/a.ts'", 'only tests, and bench for tests/helpers'],
    ['a test', 'bench/a.ts', "import '../tests/sdk/a.test.ts'", 'only tests, and bench for tests/helpers'],
  ]
  for (const [name, file, text, problem] of FORBIDDEN) {
    it(`refuse ${file} ← ${name}`, () => {
      const { code, problems } = lint({ [file]: `${text}\n` })
      expect(code).to.equal(1)
      expect(problems).to.have.length(1)
      expect(problems[0]).to.contain(file).and.to.contain(problem)
    })
  }

  it('refuse a cycle between files', () => {
    const { code, problems } = lint({
      'app/src/json/a.ts': "import { b } from './b.ts'\n",
      'app/src/json/b.ts': "import type { A } from './a.ts'\n",
    })
    expect(code).to.equal(1)
    expect(problems).to.deep.equal([
      'app/src/json has a cycle: a.ts → b.ts → a.ts',
      '  app/src/json/a.ts imports ./b.ts',
      '  app/src/json/b.ts imports ./a.ts',
    ])
  })

  it('refuse a cycle between folders, though there is none between files', () => {
    const { code, problems } = lint({
      'sdk/src/client/a.ts': "import '../rules/a.ts'\n",
      'sdk/src/rules/a.ts': 'export const a = 1\n',
      'sdk/src/rules/b.ts': "import type { B } from '../client/b.ts'\n",
    })
    expect(code).to.equal(1)
    expect(problems[0]).to.equal('sdk/src has a cycle: client → rules → client')
  })

  it('allow tests to import each other in a circle', () => {
    const { code } = lint({
      'tests/helpers/a.ts': "import './b.ts'\n",
      'tests/helpers/b.ts': "import './a.ts'\n",
    })
    expect(code).to.equal(0)
  })
})
