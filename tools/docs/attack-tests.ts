// Writes docs/attack-tests.md: the tests that name each attack of docs/attacks.md in their titles.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../program/workspace.ts'

/** The document, relative to the root. */
export const ATTACK_TESTS_DOCUMENT = 'docs/attack-tests.md'

const TITLE = /(?:it|describe)\w*\(\s*['`].*?\battacks? ([\d, and]+)/g

/** The numbers of all attacks in docs/attacks.md, in their order. */
export function attackNumbers(): number[] {
  const text = readFileSync(join(ROOT, 'docs/attacks.md'), 'utf8')
  return [...text.matchAll(/^(\d+)\. .* _.+_$/gm)].map(([, number]) => Number(number))
}

/** The test files that name each attack, by its number. */
export function attackTests(): Map<number, string[]> {
  const tests = new Map<number, string[]>()
  const files = readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.test.ts')).sort()) {
    const text = readFileSync(join(ROOT, 'tests', file), 'utf8')
    const named = [...text.matchAll(TITLE)].flatMap(([, list = '']) => list.match(/\d+/g) ?? [])
    for (const number of new Set(named.map(Number))) tests.set(number, [...(tests.get(number) ?? []), file])
  }
  return tests
}

/** The document of all attacks with their tests. */
export function attackTestsDocument(): string {
  const tests = attackTests()
  const lines = attackNumbers().map((number) => {
    const links = (tests.get(number) ?? []).map(
      (file) => `[${file.replace('.test.ts', '')}](../tests/${file})`,
    )
    return `${number}. ${links.join(', ')}`
  })
  return `# Tests of the attacks

Generated from the titles of the tests by \`node tools/run.mjs tools/generate-docs.ts\`. [attacks.md](attacks.md) describes the
attacks.

${lines.join('\n')}
`
}
