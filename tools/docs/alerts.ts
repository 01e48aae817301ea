// Writes docs/alerts.md: every alert, from the comments in deploy/alerts.yml.

import { readFileSync } from 'node:fs'
import { markdownTable } from './table.ts'

/** The document, relative to the root. */
export const ALERTS_DOCUMENT = 'docs/alerts.md'

const RULES = new URL('../../deploy/alerts.yml', import.meta.url)

/** An alert as its comments describe it. */
export interface Alert {
  name: string
  severity: string
  means: string
  /** The remedy. */
  remedy: string
  /** The test or the manual steps that tried the remedy. */
  tried: string
}

/** The alerts of the rules, in their order. */
export function readAlerts(rules: string = readFileSync(RULES, 'utf8')): Alert[] {
  const pattern = /((?:^ *#.*\n)+) *- alert: (\w+)\n[\s\S]*?severity: (\w+)/gm
  return [...rules.matchAll(pattern)].map(([, comments = '', name = '', severity = '']) => {
    const text = comments.replace(/\s*\n? *#\s*/g, ' ')
    const [, means = '', remedy = '', tried = ''] = / Means: (.*) Do: (.*) Tried: (.*)/.exec(text) ?? []
    return { name, severity, means, remedy, tried: tried.trim() }
  })
}

/** The document of all alerts. */
export function alertsDocument(): string {
  const rows = readAlerts().map(({ name, severity, means, remedy, tried }) => [
    `\`${name}\``,
    severity,
    means,
    remedy,
    tried,
  ])
  return `# Alerts

Generated from the comments in \`deploy/alerts.yml\` by \`node tools/run.mjs tools/generate-docs.ts\`.
[operations.md](operations.md#alerts) has the commands for a diagnosis.

${markdownTable([['alert', 'severity', 'means', 'what to do', 'tried'], ...rows])}
`
}
