import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url))
const TITLE = /(?:it|describe)\w*\(\s*['`].*?\battacks? ([\d, and]+)/g

describe('the table of attacks', () => {
  const rows = [...readFileSync(join(DOCS, 'attacks.md'), 'utf8').matchAll(/^\| (\d+)\. .* \| (.*) \|$/gm)]

  it('has every attack once', () => {
    const expected = Array.from({ length: 106 }, (_, index) => index + 1)
    expect(rows.map(([, number]) => Number(number))).to.deep.equal(expected)
  })

  for (const [, number = '', links = ''] of rows) {
    it(`links tests that name attack ${number}`, () => {
      const paths = [...links.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path)
      expect(paths).not.to.have.length(0)
      for (const path of paths) {
        const titles = [...readFileSync(join(DOCS, path), 'utf8').matchAll(TITLE)]
        const named = titles.flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? [])
        expect(named, path).to.include(number)
      }
    })
  }
})
