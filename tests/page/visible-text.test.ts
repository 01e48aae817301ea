// Text that people see is in web/src/text/strings only: this finds it elsewhere in the sources of the page.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CURRENCY_IDS } from '@prediction-market/sdk/currency'
import { expect } from 'chai'
import { parseAst } from 'vite'

const SOURCES = fileURLToPath(new URL('../../web/src/', import.meta.url))

const STRINGS = 'text/strings/'

/** Files with sentences that are no text of the page, and why. */
const EXCEPTIONS = [
  // Questions are in English: the gateway reads them.
  'pages/new-market/compose.ts',
  // For whoever changes the SDK.
  'pages/new-market/topics.ts',
]

/** Attributes, also of components, whose text people see or hear. */
const SHOWN =
  /^(?:aria-(?:label|valuetext|description|roledescription)|title|placeholder|alt|label|legend|aside|past)$/

/** Properties of objects whose text people see: of a notice, a button, a column. */
const SHOWN_PROPERTIES = /^(?:text|message|label|title|figures|hidden)$/

/** A sentence, or the start of one, or what a button says: a capital, then a word, a space or an ellipsis. */
const SENTENCE = /^[A-Z][a-z']*(?: \S|…)/

/** Names that are the same in every language. */
const NAMES = new RegExp(`\\b(?:${CURRENCY_IDS.join('|')})\\b`, 'g')

/** A node of the syntax tree. */
interface Node {
  type: string
  start: number
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode)
}

const hasLetters = (text: string) => /\p{L}/u.test(text.replaceAll(NAMES, ''))

/** The literal text that an expression can result in. */
function results(node: unknown): string[] {
  if (!isNode(node)) return []
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return [
        ...(node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked),
        ...(node.expressions as Node[]).flatMap(results),
      ]
    case 'ConditionalExpression':
      return [...results(node.consequent), ...results(node.alternate)]
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : results(node.left)), ...results(node.right)]
    case 'BinaryExpression':
      return node.operator === '+' ? [...results(node.left), ...results(node.right)] : []
    case 'ArrayExpression':
      return (node.elements as Node[]).flatMap(results)
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return results(node.expression)
    default:
      return []
  }
}

/** The literal text in a node itself that people see. */
function shownIn(node: Node, isCode: boolean): string[] {
  switch (node.type) {
    case 'JSXText':
      return isCode ? [] : [String(node.value)]
    case 'JSXElement':
    case 'JSXFragment':
      return (node.children as Node[])
        .filter(({ type }) => type === 'JSXExpressionContainer')
        .flatMap(results)
    case 'JSXAttribute':
      return SHOWN.test(nameOf(node.name)) ? results(node.value) : []
    case 'Property':
      return SHOWN_PROPERTIES.test(nameOf(node.key)) ? results(node.value) : []
    case 'Literal':
    case 'TemplateLiteral':
      return results(node)
        .slice(0, 1)
        .filter((text) => SENTENCE.test(text))
    default:
      return []
  }
}

/** The name of an attribute, a property or an element. */
function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === 'string' ? node.name : ''
}

/** All literal text in a source that people would see. */
function visibleText(source: string): string[] {
  const found = new Set<string>()
  const visit = (node: Node, isCode: boolean) => {
    for (const text of shownIn(node, isCode).filter(hasLetters)) found.add(text.trim())
    const opening = node.openingElement
    const isInCode = isNode(opening) ? nameOf(opening.name) === 'code' : isCode
    for (const child of childrenOf(node)) visit(child, isInCode)
  }
  visit(parseAst(source, { lang: 'tsx' }) as unknown as Node, false)
  return [...found]
}

describe('page: text that people see', () => {
  it('is in the strings of the languages only', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(STRINGS) && !EXCEPTIONS.includes(file))
      .sort()
    expect(files.length).to.be.above(100)
    const found = files.flatMap((file) =>
      visibleText(readFileSync(SOURCES + file, 'utf8')).map((text) => `${file}: ${text}`),
    )
    expect(found).to.deep.equal([])
  })

  for (const [source, text] of [
    ['<p>Nobody has bet yet.</p>', 'Nobody has bet yet.'],
    ['<p>won</p>', 'won'],
    [`<p>{isOpen ? <b /> : \`Closed \${at}\`}</p>`, 'Closed'],
    ['<p>{isOpen && "open"}</p>', 'open'],
    ['<><b />{count + " bets"}</>', 'bets'],
    ['<button aria-label="Close" />', 'Close'],
    [`<button aria-label={\`End \${name}\`} />`, 'End'],
    ['<TimeLeft past="expired" />', 'expired'],
    [`notify({ kind: "good", text: \`paid \${amount}\` })`, 'paid'],
    ['const STEPS = { signing: "Signing…" }', 'Signing…'],
    ['throw new Error("The transaction failed.")', 'The transaction failed.'],
  ]) {
    it(`would be found in ${source}`, () => expect(visibleText(source ?? '')).to.deep.equal([text]))
  }

  for (const source of [
    '<p class="muted small-text">{t().market.none}</p>',
    '<p>{amount} SOL · {ratio}</p>',
    '<p><code>verifyDecision</code></p>',
    '<input name="amount" type="text" />',
    '<p>{state === "open" && <b />}</p>',
    `useLoaded(\`position \${id}\`, load)`,
  ]) {
    it(`would not be found in ${source}`, () => expect(visibleText(source)).to.deep.equal([]))
  }
})
