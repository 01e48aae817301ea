import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { checkSources, hashSources, ROOT, sourceFiles } from '../../app/src/deploy/sources.ts'
import { recordDeploy } from '../../tools/program/deploy-folder.ts'
import { programFile } from '../helpers/chain/program.ts'

const STALE = 'program sources changed: run npm run build:program'
const RUST = 'programs/prediction_market/src/math/mod.rs'

describe('a built program', () => {
  let root: string

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'stale-'))
    for (const path of sourceFiles()) copy(path)
    for (const name of ['build.json', 'prediction_market.so', 'prediction_market-v0.so'])
      copy(`sdk/program/${name}`)
  })

  afterEach(() => rmSync(root, { recursive: true }))

  function copy(path: string, to = path): void {
    mkdirSync(dirname(join(root, to)), { recursive: true })
    cpSync(join(ROOT, path), join(root, to))
  }

  /** Changes a source as somebody would who then forgets to build. */
  function edit(path = RUST): void {
    writeFileSync(join(root, path), `${readFileSync(join(ROOT, path), 'utf8')}\n`)
  }

  /** Puts a program into target/deploy as `anchor build` does. */
  function deploy(from: string): string {
    copy(from, 'target/deploy/prediction_market.so')
    recordDeploy(root)
    return join(root, 'target/deploy/prediction_market.so')
  }

  it('is the committed one if there is no other', () => {
    expect(programFile('v3', root)).to.equal(join(root, 'sdk/program/prediction_market.so'))
    expect(programFile('v0', root)).to.equal(join(root, 'sdk/program/prediction_market-v0.so'))
  })

  it('is not loaded once any of its sources has changed, or one is new', () => {
    for (const path of sourceFiles()) {
      edit(path)
      for (const version of ['v0', 'v3'] as const)
        expect(() => programFile(version, root), path).to.throw(STALE)
      copy(path)
    }
    writeFileSync(join(root, 'programs/prediction_market/src/new.rs'), '')
    expect(() => programFile('v3', root)).to.throw(STALE)
  })

  it('is not loaded if it is another than the recorded one', () => {
    copy('sdk/program/build.json', 'sdk/program/prediction_market.so')
    expect(() => programFile('v3', root)).to.throw(STALE)
  })

  it('of target/deploy goes first, for the runtimes that take its version', () => {
    const v3 = deploy('sdk/program/prediction_market.so')
    expect(programFile('v3', root)).to.equal(v3)
    expect(programFile('v0', root)).to.equal(join(root, 'sdk/program/prediction_market-v0.so'))
    const v0 = deploy('sdk/program/prediction_market-v0.so')
    expect(programFile('v0', root)).to.equal(v0)
    expect(programFile('v3', root)).to.equal(join(root, 'sdk/program/prediction_market.so'))
  })

  it('of target/deploy is not loaded either once its sources have changed', () => {
    deploy('sdk/program/prediction_market.so')
    edit()
    // Somebody brought only the committed build up to date.
    const record = join(root, 'sdk/program/build.json')
    const built = JSON.parse(readFileSync(record, 'utf8'))
    writeFileSync(record, JSON.stringify({ ...built, sources: hashSources(root) }))
    expect(() => programFile('v3', root)).to.throw(STALE)
    expect(programFile('v0', root)).to.match(/sdk\/program/)

    recordDeploy(root)
    expect(programFile('v3', root)).to.match(/target\/deploy/)
  })

  it('of target/deploy without a record is not loaded', () => {
    copy('sdk/program/prediction_market.so', 'target/deploy/prediction_market.so')
    expect(() => programFile('v3', root)).to.throw(STALE)
  })

  it('is loaded where there are no sources, and from any other folder', () => {
    edit()
    copy('sdk/program/prediction_market.so', 'other/prediction_market.so')
    checkSources(join(root, 'other/prediction_market.so'), root)
    rmSync(join(root, 'programs'), { recursive: true })
    expect(programFile('v3', root)).to.equal(join(root, 'sdk/program/prediction_market.so'))
  })
})
