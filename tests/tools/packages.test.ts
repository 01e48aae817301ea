import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import root from '../../package.json' with { type: 'json' }
import openapi from '../../sdk/src/rest/openapi.json' with { type: 'json' }
import { ROOT } from '../../tools/program/workspace.ts'

const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8')

/** What could be published, each with the file that names its version and licence. */
const PACKAGES = {
  sdk: 'package.json',
  'examples/agent': 'package.json',
  'clients/python': 'pyproject.toml',
  'clients/rust': 'Cargo.toml',
}

describe('the packages', () => {
  it('have the version of the OpenAPI document', () => expect(openapi.info.version).to.equal(root.version))

  for (const [folder, manifest] of Object.entries(PACKAGES)) {
    it(`${folder} has the version, the licence and a changelog, and says that it is not published`, () => {
      const text = read(folder, manifest)
      const field = (name: string) => new RegExp(`^\\s*"?${name}"?\\s*[=:] "([^"]*)"`, 'm').exec(text)?.[1]
      expect(field('version')).to.equal(root.version)
      expect(field('license')).to.equal(root.license)
      expect(read(folder, 'LICENSE')).to.equal(read('LICENSE'))
      const [, newest] = /^## (.*)$/m.exec(read(folder, 'CHANGELOG.md')) ?? []
      expect(newest).to.be.oneOf(['Unreleased', root.version])
      expect(read(folder, 'README.md')).to.match(/not\s+published/)
    })
  }
})
