import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { ROOT } from '../../tools/program/workspace.ts'
import suites from '../../tools/suites.json' with { type: 'json' }

const LOADER = ['--conditions=source', '--import=tsx']

describe('the npm scripts', () => {
  it('are few enough to be read', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(Object.keys(scripts)).to.have.length.at.most(30)
  })

  it('of Anchor.toml run what exists', () => {
    const text = readFileSync(join(ROOT, 'Anchor.toml'), 'utf8')
    const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)
    expect(named(/npm test (\w+)"$/gm)).to.deep.equal(['litesvm'])
    expect(suites).to.have.property('litesvm')
    const files = named(/node tools\/run\.mjs (\S+) \w/g)
    expect(files).to.have.length(2)
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).to.deep.equal([])
  })

  it('say what can be measured, and refuse anything else', () => {
    const bench = (name: string) =>
      spawnSync(process.execPath, [...LOADER, 'bench/main.ts', name], { cwd: ROOT, encoding: 'utf8' })
    const { status, stderr } = bench('--help')
    expect(status).to.equal(0)
    const names = [...stderr.matchAll(/^ {2}(\w+) {2}/gm)].map(([, name = '']) => name)
    expect(names).to.include.members(['program', 'load', 'scale', 'soak'])
    expect(names.filter((name) => !existsSync(join(ROOT, `bench/${name}.ts`)))).to.deep.equal([])
    expect(bench('table').status).to.equal(2)
  })
})
