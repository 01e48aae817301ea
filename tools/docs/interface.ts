// Writes docs/interface.md: instructions, accounts, events and errors of the program, from its IDL.

import IDL from '../../sdk/src/idl/prediction_market.json' with { type: 'json' }
import { markdownTable } from './table.ts'

/** The document, relative to the root. */
export const INTERFACE_DOCUMENT = 'docs/interface.md'

interface Account {
  name: string
  signer?: boolean
}

/** The documentation of something: its text in one line, and the lines about its arguments. */
function describe(docs: readonly string[] = []): { text: string; items: string } {
  const text = docs.join('\n')
  const [body = '', ...items] = text.split(/\n(?=- )/)
  const line = (part: string) => part.trim().replace(/\s+/g, ' ')
  return { text: line(body), items: items.map((item) => `\n${line(item)}`).join('') }
}

function instruction(entry: { name: string; docs?: string[]; accounts: Account[] }): string {
  const { text, items } = describe(entry.docs)
  const signers = entry.accounts.filter(({ signer }) => signer).map(({ name }) => `\`${name}\``)
  const signedBy =
    signers.length > 0 ? ` Signed by ${signers.join(', ')}.` : ' Signed by nobody in particular.'
  return `### \`${entry.name}\`\n\n${text}${signedBy}${items && `\n${items}`}`
}

function typeEntry(name: string): string {
  const type = IDL.types.find((entry) => entry.name === name) as { docs?: string[] } | undefined
  const { text, items } = describe(type?.docs)
  return `- \`${name}\`: ${text}${items.replaceAll('\n- ', ' ')}`
}

/** The document of the program's interface. */
export function interfaceDocument(): string {
  const errors = IDL.errors.map(({ code, name, msg }) => [`${code}`, `\`${name}\``, msg])
  return `# The program's interface

Generated from the IDL by \`node tools/run.mjs tools/generate-docs.ts\`. [program.md](program.md) explains the rules.

## Instructions

${IDL.instructions.map(instruction).join('\n\n')}

## Accounts

${IDL.accounts.map(({ name }) => typeEntry(name)).join('\n')}

## Events

${IDL.events.map(({ name }) => typeEntry(name)).join('\n')}

## Errors

${markdownTable([['code', 'name', 'message'], ...errors])}
`
}
