import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import suites from '../../tools/suites.json' with { type: 'json' }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Folders that documents leave out of file names. */
const BASES = ['', 'app/src', 'sdk']

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'app/README.md',
  'sdk/README.md',
  ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`),
  ...readdirSync(join(ROOT, 'examples')).map((name) => `examples/${name}/README.md`),
].filter((path) => path.endsWith('.md'))

/** Names of files with a known extension and of folders that end with a slash; not of URLs, routes or patterns. */
const PATH = /^\.?[\w-]+(\/[\w.-]+)*(\/|\.(ts|mjs|rs|json|md|toml|so|sh|yml))$/

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

for (const document of DOCUMENTS) {
  describe(document, () => {
    const text = readFileSync(join(ROOT, document), 'utf8')
    const matches = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match)

    it('names files and folders that exist', () => {
      const bases = [dirname(document), ...BASES]
      const missing = matches(/`([^`\s]+)`/g)
        .filter((name) => PATH.test(name))
        .filter((name) => !bases.some((base) => existsSync(join(ROOT, base, name))))
      expect(missing).to.deep.equal([])
    })

    it('links to files that exist', () => {
      const missing = matches(/\]\(([^)#]+)(?:#[^)]*)?\)/g)
        .filter((link) => !/^[a-z]+:/.test(link))
        .filter((link) => !existsSync(join(ROOT, dirname(document), link)))
      expect(missing).to.deep.equal([])
    })

    it('names npm scripts and test suites that exist', () => {
      const named = matches(/npm run (\w[\w:-]*)/g)
      expect(named.filter((name) => !(name in scripts))).to.deep.equal([])
      const measured = matches(/npm run bench -- ([a-z]+)/g)
      expect(measured.filter((name) => !existsSync(join(ROOT, `bench/${name}.ts`)))).to.deep.equal([])
      const tested = matches(/npm test ([a-z][\w ]*)/g).flatMap((names) => names.trim().split(/ +/))
      expect(tested.filter((name) => !(name in suites))).to.deep.equal([])
    })
  })
}
