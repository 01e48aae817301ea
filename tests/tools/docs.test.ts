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

describe('the documents', () => {
  const texts = DOCUMENTS.map((document) => ({ document, text: readFileSync(join(ROOT, document), 'utf8') }))
  const matches = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, match = '']) => match)

  /** What is wrong in each document, with its name. */
  const faults = (find: (text: string, document: string) => string[]) =>
    texts.flatMap(({ document, text }) => find(text, document).map((fault) => `${document}: ${fault}`))

  it('name files and folders that exist, and link to such', () => {
    const missing = faults((text, document) => {
      const bases = [dirname(document), ...BASES]
      const named = matches(text, /`([^`\s]+)`/g)
        .filter((name) => PATH.test(name))
        .filter((name) => !bases.some((base) => existsSync(join(ROOT, base, name))))
      const linked = matches(text, /\]\(([^)#]+)(?:#[^)]*)?\)/g)
        .filter((link) => !/^[a-z]+:/.test(link))
        .filter((link) => !existsSync(join(ROOT, dirname(document), link)))
      return [...named, ...linked]
    })
    expect(missing).to.deep.equal([])
  })

  it('name symbols that exist, in the files that they say', () => {
    const missing = faults((text, document) => {
      // The changelog also names what is gone.
      if (document === 'CHANGELOG.md') return []
      const parts = matches(text, /`([^`\n]+)`/g).flatMap((code) => code.split(/[^\w…*]+/))
      const placed = [...text.matchAll(/`[\w.]*?(\w+)` (?:\(|in |of )`([\w/.-]+\.(?:ts|rs|mjs))`/g)]
      const misplaced = placed.filter(([, symbol = '', path = '']) => {
        const file = BASES.map((base) => join(ROOT, base, path)).find(existsSync)
        return file !== undefined && !new RegExp(`\\b${symbol}\\b`).test(readFileSync(file, 'utf8'))
      })
      const unknown = parts.filter((name) => SYMBOL.test(name) && !SYMBOLS.has(name))
      return [...unknown, ...misplaced.map(([whole]) => whole)]
    })
    expect(missing).to.deep.equal([])
  })

  it('name npm scripts and test suites that exist', () => {
    const missing = faults((text) => {
      const named = matches(text, /npm run (\w[\w:-]*)/g).filter((name) => !(name in scripts))
      const measured = matches(text, /npm run bench -- ([a-z -]+)/g).map((names) => {
        const [name, part = 'main'] = names.trim().split(' ')
        return `bench/${name}/${part}.ts`
      })
      const tested = matches(text, /npm test ([a-z][\w ]*)/g).flatMap((names) => names.trim().split(/ +/))
      return [
        ...named,
        ...measured.filter((file) => !existsSync(join(ROOT, file))),
        ...tested.filter((name) => !(name in suites)),
      ]
    })
    expect(missing).to.deep.equal([])
  })
})
