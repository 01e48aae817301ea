import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Fields of answers, each with the view that writes it. */
const FIELDS = [
  { field: 'yourWinnings', view: 'markets/result/views.ts' },
  { field: 'totalVolume', view: 'markets/views.ts' },
  { field: 'amountStaked', view: 'bets/views.ts' },
  { field: 'delegates', view: 'bankroll/views.ts' },
  { field: 'newTotalStake', view: 'stream/views.ts' },
]

/** The compiler of a copy of the gateway. After its first run it only checks what has changed. */
class Copy {
  readonly #folder = mkdtempSync(join(tmpdir(), 'answer-types-'))

  constructor() {
    cpSync(join(ROOT, 'app/src'), this.path('app/src'), { recursive: true })
    cpSync(join(ROOT, 'package.json'), this.path('package.json'))
    symlinkSync(join(ROOT, 'node_modules'), this.path('node_modules'))
    const compilerOptions = {
      incremental: true,
      tsBuildInfoFile: this.path('tsconfig.tsbuildinfo'),
      typeRoots: [join(ROOT, 'node_modules/@types')],
    }
    const config = { extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: ['app/src/gateway'] }
    writeFileSync(this.path('tsconfig.json'), JSON.stringify(config))
  }

  path(file: string): string {
    return join(this.#folder, file)
  }

  /** The errors of the compiler, one a line. */
  async errors(): Promise<string> {
    const compiler = join(ROOT, 'node_modules/.bin/tsc')
    const run = promisify(execFile)(compiler, ['-p', this.#folder], { cwd: this.#folder })
    return run.then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }
}

describe('the types of answers', function () {
  this.timeout(180_000)
  let copy: Copy

  before(async () => {
    copy = new Copy()
    expect(await copy.errors()).to.equal('')
  })

  after(() => copy.remove())

  for (const { field, view } of FIELDS) {
    it(`refuse another name for ${field} in ${view}`, async () => {
      const file = copy.path(`app/src/gateway/${view}`)
      const text = readFileSync(file, 'utf8')
      const renamed = text.replace(new RegExp(`^( +)${field}: `, 'm'), '$1renamed: ')
      expect(renamed).to.not.equal(text)
      writeFileSync(file, renamed)
      try {
        expect(await copy.errors()).to.match(new RegExp(`error TS\\d+: .*'(renamed|${field})'`))
      } finally {
        writeFileSync(file, text)
      }
    })
  }
})
