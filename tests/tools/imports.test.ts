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

  it('allow what an earlier layer has, and packages', () => {
    const result = lint({
      'app/src/main.ts':
        "import { a } from './gateway/a.ts'\nimport './channels/b.ts'\nimport './localnet/b.ts'\n",
      'app/src/channels/b.ts': "import { a } from '../gateway/a.ts'\n",
      'app/src/localnet/b.ts': "import { a } from '../gateway/a.ts'\n",
      'app/src/gateway/a.ts': "import { z } from 'zod'\nimport { f } from '../book/f.ts'\n",
      'app/src/deploy/url.ts':
        "export const PROGRAM = new URL('../../../sdk/program/a.so', import.meta.url)\n",
      'bench/a.ts': "import { b } from '../tests/helpers/b.ts'\n",
      'examples/a/a.ts': "import '@prediction-market/sdk'\nimport './b.ts'\n",
      'migrations/deploy.ts': "import { a } from '../app/src/deploy/a.ts'\n",
      'sdk/src/index.ts': "export * from './web3/a.ts'\nimport { BN } from '@coral-xyz/anchor'\n",
      'sdk/src/core/client/a.ts': "import { a } from '../rules/a.ts'\nimport { e } from '../errors.ts'\n",
      'research/a.ts': "import { b } from '../tests/helpers/b.ts'\n",
      'tests/a.test.ts': "import { a } from '../app/src/gateway/a.ts'\nimport '../web/src/text/a.ts'\n",
      'web/src/parts/a.tsx': "import { signal } from '@preact/signals'\nimport { a } from '../text/a.ts'\n",
    })
    expect(result).to.deep.equal({ code: 0, problems: [] })
  })

  const FORBIDDEN: [name: string, file: string, text: string, problem: string][] = [
    ['a later layer', 'app/src/json/a.ts', "import { a } from '../chain/a.ts'", 'chain comes after json'],
    ['a type', 'app/src/json/a.ts', "import type { A } from '../chain/a.ts'", 'chain comes after json'],
    ['lines', 'app/src/json/a.ts', "import {\n  a,\n} from '../chain/a.ts'", 'chain comes after json'],
    ['again', 'app/src/json/a.ts', "export * from '../chain/a.ts'", 'chain comes after json'],
    ['at run time', 'app/src/json/a.ts', "await import('../chain/a.ts')", 'chain comes after json'],
    [
      'gateway',
      'app/src/keeper/a.ts',
      "import '../gateway/a.ts'",
      'only channels, localnet, main.ts may import',
    ],
    ['channels', 'app/src/gateway/a.ts', "import '../channels/a.ts'", 'channels comes after gateway'],
    ['channels', 'app/src/localnet/a.ts', "import '../channels/a.ts'", 'only main.ts may import channels'],
    ['no layer', 'app/src/json/a.ts', "import '../odd.ts'", 'app/src/odd.ts is in no layer'],
    ['Anchor', 'app/src/json/a.ts', "import '@coral-xyz/anchor'", 'app uses Anchor through the SDK only'],
    ['around the package', 'app/src/json/a.ts', "import '../../../sdk/src/a.ts'", 'app/src imports itself'],
    ['a later layer', 'sdk/src/core/a.ts', "import '../web3/a.ts'", 'web3 comes after core'],
    ['Solana', 'sdk/src/core/a.ts', "import '@solana/kit'", "the SDK's core imports no Solana library"],
    ['a new folder', 'sdk/src/core/a.ts', "import '../odd/a.ts'", 'sdk/src/odd is in no layer'],
    ['a later layer', 'web/src/parts/a.tsx', "import '../pages/a.tsx'", 'pages comes after parts'],
    ['app in the SDK', 'sdk/src/a.ts', "import '../../app/src/json/a.ts'", 'the SDK imports nothing else'],
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
      'web/src imports itself and packages',
    ],
    ['the page', 'tools/a.ts', "import '../web/src/a.ts'", 'only tests import web'],
    ['localnet', 'migrations/deploy.ts', "import '../app/src/localnet/a.ts'", 'localnet comes after deploy'],
    ['tests', 'tools/a.ts', "import '../tests/helpers/a.ts'", 'only tests import tests'],
    ['a test', 'bench/a.ts', "import '../tests/sdk/a.test.ts'", 'only tests import tests'],
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
      'app/src/history/queries/a.ts': "import '../projector/a.ts'\n",
      'app/src/history/projector/a.ts': 'export const a = 1\n',
      'app/src/history/projector/b.ts': "import type { B } from '../queries/b.ts'\n",
    })
    expect(code).to.equal(1)
    expect(problems[0]).to.equal('app/src/history has a cycle: projector → queries → projector')
  })

  it('refuse a cycle between folders whose files lie deeper', () => {
    const { problems } = lint({
      'app/src/history/queries/x/a.ts': "import '../../projector/a.ts'\n",
      'app/src/history/projector/b.ts': "import '../queries/y/b.ts'\n",
    })
    expect(problems[0]).to.equal('app/src/history has a cycle: projector → queries → projector')
  })

  const PROGRAM = 'programs/prediction_market/src'

  it('refuse a cycle between Rust modules, also through a re-export', () => {
    const { code, problems } = lint({
      [`${PROGRAM}/lib.rs`]: 'pub mod decision;\npub mod errors;\npub mod state;\n',
      [`${PROGRAM}/decision.rs`]: 'use crate::state::Market;\npub fn decide() {}\n',
      [`${PROGRAM}/errors.rs`]: 'pub enum Failure {}\n',
      [`${PROGRAM}/state/mod.rs`]: 'mod market;\npub use market::*;\n',
      [`${PROGRAM}/state/market.rs`]:
        'use crate::{\n    decision::{self, decide},\n    errors::Failure,\n};\npub struct Market {}\n',
    })
    expect(code).to.equal(1)
    expect(problems).to.deep.equal([
      `${PROGRAM} has a cycle: decision.rs → state → decision.rs`,
      `  ${PROGRAM}/decision.rs imports crate::state::Market`,
      `  ${PROGRAM}/state/market.rs imports crate::decision::decide`,
    ])
  })

  it('refuse a cycle between the Rust files of a folder, which are named by their folder', () => {
    const { problems } = lint({
      [`${PROGRAM}/state/mod.rs`]: 'mod market;\nmod terms;\npub use {market::Market, terms::*};\n',
      [`${PROGRAM}/state/market.rs`]: 'pub struct Market(crate::state::Terms);\n',
      [`${PROGRAM}/state/terms.rs`]: 'use super::Market;\npub struct Terms {}\n',
    })
    expect(problems[0]).to.equal(`${PROGRAM}/state has a cycle: market.rs → terms.rs → market.rs`)
  })

  it('refuse a cycle between a Rust module and its child', () => {
    const { problems } = lint({
      [`${PROGRAM}/oracle/mod.rs`]: 'mod pyth;\npub struct Seen {}\npub fn read() { pyth::read() }\n',
      [`${PROGRAM}/oracle/pyth.rs`]: 'use super::Seen;\npub fn read() {}\n',
    })
    expect(problems[0]).to.equal(`${PROGRAM}/oracle has a cycle: mod.rs → pyth.rs → mod.rs`)
  })

  it('allow Rust modules what is no import: re-exports, the id, comments, strings and unit tests', () => {
    const result = lint({
      [`${PROGRAM}/lib.rs`]: 'pub mod math;\npub mod state;\ndeclare_id!("1");\n',
      [`${PROGRAM}/math.rs`]: [
        '// As crate::state::Market has it.',
        'pub const URL: &str = "https://crate::state::Market";',
        'pub fn id() -> Pubkey { crate::ID }',
        '#[cfg(test)]',
        'mod tests {',
        '    use crate::state::Market;',
        '}',
      ].join('\n'),
      [`${PROGRAM}/state/mod.rs`]: 'mod market;\npub use market::Market;\npub const VERSION: u8 = 1;\n',
      [`${PROGRAM}/state/market.rs`]: 'use super::VERSION;\nuse crate::math;\npub struct Market {}\n',
    })
    expect(result).to.deep.equal({ code: 0, problems: [] })
  })

  it('allow tests to import each other in a circle', () => {
    const { code } = lint({
      'tests/helpers/a.ts': "import './b.ts'\n",
      'tests/helpers/b.ts': "import './a.ts'\n",
    })
    expect(code).to.equal(0)
  })
})
