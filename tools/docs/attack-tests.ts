// Writes docs/attack-tests.md: the attacks of docs/attacks.md with the tests that name them in their titles.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../program/workspace.ts'

/** The document, relative to the root. */
export const ATTACK_TESTS_DOCUMENT = 'docs/attack-tests.md'

const TITLE = /(?:it|describe)\w*\(\s*(['`])(.*?\battacks? ([\d, and]+).*?)\1,/g

/** A test of an attack. */
interface AttackTest {
  /** Below tests/. */
  file: string
  /** What it shows, without the numbers. */
  title: string
}

/** The attacks of docs/attacks.md by number, in their order. */
export function attacks(): Map<number, string> {
  const text = readFileSync(join(ROOT, 'docs/attacks.md'), 'utf8')
  return new Map(
    [...text.matchAll(/^(\d+)\. (.+)$/gm)].map(([, number, about = '']) => [Number(number), about]),
  )
}

/** The tests that name each attack, by its number. */
export function attackTests(): Map<number, AttackTest[]> {
  const tests = new Map<number, AttackTest[]>()
  const files = readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => name.endsWith('.test.ts')).sort()) {
    const text = readFileSync(join(ROOT, 'tests', file), 'utf8')
    for (const [, , whole = '', numbers = ''] of text.matchAll(TITLE)) {
      const title = whole.replace(/^attacks? [\d, and]+: /, '').replace(/\$\{[^}]*\}/g, '…')
      for (const number of new Set(numbers.match(/\d+/g)?.map(Number)))
        tests.set(number, [...(tests.get(number) ?? []), { file, title }])
    }
  }
  return tests
}

/** The document of all attacks with their tests. */
export function attackTestsDocument(): string {
  const tests = attackTests()
  const sections = [...attacks()].map(([number, about]) => {
    const marker = `${number}. `
    const indent = ' '.repeat(marker.length)
    const items = (tests.get(number) ?? []).map(
      ({ file, title }) => `${indent}- [${title}](../tests/${file})`,
    )
    return [`${marker}${about}`, ...items].join('\n')
  })
  return `# Attacks and their tests

Generated from [attacks.md](attacks.md) and the titles of the tests by \`node tools/run.mjs tools/generate-docs.ts\`. "…" stands for
the cases of a test.

${sections.join('\n')}
`
}
