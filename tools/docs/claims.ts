// Writes docs/claims.md: every claim with its command and figures, from tools/evidence/claims.json.

import { claims } from '../evidence/claims.ts'
import { markdownTable } from './table.ts'

/** The document, relative to the root. */
export const CLAIMS_DOCUMENT = 'docs/claims.md'

/** The document of all claims. */
export function claimsDocument(): string {
  const rows = claims.map(({ claim, command, figures }) => [claim, command, figures])
  return `# Claims

Generated from \`tools/evidence/claims.json\` by \`node tools/run.mjs tools/generate-docs.ts\`. [evidence.md](evidence.md) says how
the larger ones were measured.

${markdownTable([['claim', 'command', 'figures of the last run'], ...rows])}
`
}
