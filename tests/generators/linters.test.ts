import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { REST_FILES } from '../../tools/openapi/files.ts'
import { outputFolder } from '../helpers/generators/tools.ts'
import { ROOT } from '../helpers/localnet/index.ts'

const DOCUMENT = join(ROOT, REST_FILES.document)
const SOURCE = join(ROOT, 'tests/generators/linters')

describe('the OpenAPI document', () => {
  const folder = outputFolder('linters')

  before(() => {
    const lock = 'package-lock.json'
    const isInstalled =
      existsSync(join(folder, 'node_modules')) &&
      readFileSync(join(folder, lock), 'utf8') === readFileSync(join(SOURCE, lock), 'utf8')
    cpSync(SOURCE, folder, { recursive: true })
    if (!isInstalled) execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder })
  })

  /** Runs an installed command and returns what it prints. */
  function lint(command: string, ...args: string[]) {
    const { status, stdout, stderr } = spawnSync(join(folder, 'node_modules/.bin', command), args, {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  it('has nothing that Spectral finds with its rules for OpenAPI', () => {
    const args = ['--ruleset', 'spectral.yaml', '--fail-severity', 'hint', '--format', 'text']
    const { status, stdout, stderr } = lint('spectral', 'lint', ...args, DOCUMENT)
    expect(status, stdout + stderr).to.equal(0)
  })

  it('has nothing that Redocly finds with its recommended rules', () => {
    const { stdout, stderr } = lint('redocly', 'lint', '--extends', 'recommended', '--format=json', DOCUMENT)
    const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { problems: object[] }
    expect(problems, stderr).to.deep.equal([])
  })
})
