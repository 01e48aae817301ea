import { execFileSync } from 'node:child_process'
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

/** Words of the sources, and names of other people's things. */
const SYMBOLS = new Set([
  'pg_dump',
  'pg_namespace',
  'pg_restore',
  'TransactionSendingSigner',
  'initialize_prediction_market',
])
for (const path of execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (name) => /\.(tsx?|mjs|rs|json|ya?ml|toml|sh|py|env)$/.test(name) && existsSync(join(ROOT, name)),
  )) {
  for (const [word] of readFileSync(join(ROOT, path), 'utf8').matchAll(/[A-Za-z_]\w*/g)) SYMBOLS.add(word)
}

/** A name of several words, as code writes it; not one with a part that the reader fills in. */
const SYMBOL = /^(?!.*(?:VERSION|…|\*))[a-zA-Z_]+(?:[a-z][A-Z]|_[A-Za-z])\w*$/

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

    // The changelog also names what is gone.
    if (document !== 'CHANGELOG.md') {
      it('names symbols that exist, in the files that it says', () => {
        const parts = matches(/`([^`\n]+)`/g).flatMap((code) => code.split(/[^\w…*]+/))
        expect(parts.filter((name) => SYMBOL.test(name) && !SYMBOLS.has(name))).to.deep.equal([])
        const placed = [...text.matchAll(/`[\w.]*?(\w+)` (?:\(|in |of )`([\w/.-]+\.(?:ts|rs|mjs))`/g)]
        const misplaced = placed.filter(([, symbol = '', path = '']) => {
          const file = BASES.map((base) => join(ROOT, base, path)).find(existsSync)
          return file !== undefined && !new RegExp(`\\b${symbol}\\b`).test(readFileSync(file, 'utf8'))
        })
        expect(misplaced.map(([whole]) => whole)).to.deep.equal([])
      })
    }

    it('names npm scripts and test suites that exist', () => {
      const named = matches(/npm run (\w[\w:-]*)/g)
      expect(named.filter((name) => !(name in scripts))).to.deep.equal([])
      const measured = matches(/npm run bench -- ([a-z-]+)/g)
      expect(measured.filter((name) => !existsSync(join(ROOT, `bench/${name}.ts`)))).to.deep.equal([])
      const tested = matches(/npm test ([a-z][\w ]*)/g).flatMap((names) => names.trim().split(/ +/))
      expect(tested.filter((name) => !(name in suites))).to.deep.equal([])
    })
  })
}
