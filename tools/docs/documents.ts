// The documents that are made from the sources alone.

import IDL from '../../sdk/src/idl/prediction_market.json' with { type: 'json' }
import { claims } from '../evidence/claims.ts'
import { ALERTS_DOCUMENT, alertsDocument } from './alerts.ts'
import { ATTACK_TESTS_DOCUMENT, attackTestsDocument } from './attack-tests.ts'
import { EXAMPLES_DOCUMENT, examplesDocument } from './question-examples.ts'
import { NAMES_DOCUMENT, namesDocument } from './sdk-names.ts'
import { SETTINGS_DOCUMENT, settingsDocument } from './settings.ts'
import { markdownTable } from './table.ts'

/** The document, relative to the root. */
const INTERFACE_DOCUMENT = 'docs/interface.md'

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
function interfaceDocument(): string {
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

/** The document, relative to the root. */
const CLAIMS_DOCUMENT = 'docs/claims.md'

/** The document of all claims. */
function claimsDocument(): string {
  const cells = claims.map(({ claim, command, figures, rows }) => [
    claim,
    command,
    figures,
    rows ? 'yes' : 'no',
  ])
  return `# Claims

Generated from \`tools/evidence/claims.json\` by \`node tools/run.mjs tools/generate-docs.ts\`. [evidence.md](evidence.md) says how
the larger ones were measured. \`npm run evidence\` runs the commands of the rows with "yes" again and compares what they print,
line by line; the others take more than ten minutes, or need more than Node.

${markdownTable([['claim', 'command', 'figures of the last run', 'compared again'], ...cells])}
`
}

/** What makes each document, by its path from the root. */
export const GENERATED_DOCUMENTS: Readonly<Record<string, () => string>> = {
  [ALERTS_DOCUMENT]: alertsDocument,
  [ATTACK_TESTS_DOCUMENT]: attackTestsDocument,
  [CLAIMS_DOCUMENT]: claimsDocument,
  [INTERFACE_DOCUMENT]: interfaceDocument,
  [EXAMPLES_DOCUMENT]: examplesDocument,
  [NAMES_DOCUMENT]: namesDocument,
  [SETTINGS_DOCUMENT]: settingsDocument,
}
