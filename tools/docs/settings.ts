// Writes docs/settings.md: every environment variable of the services, from the descriptions beside their checks.

import type { z } from 'zod'
import { AttestorSettings } from '../../app/src/attestor/service.ts'
import { SETTING_GROUPS } from '../../app/src/deploy/options.ts'
import { GatewaySettings } from '../../app/src/gateway/settings.ts'
import { KeeperSettings } from '../../app/src/keeper/config.ts'
import { LocalnetSettings } from '../../app/src/localnet/settings.ts'
import { markdownTable } from './table.ts'

/** The document, relative to the root. */
export const SETTINGS_DOCUMENT = 'docs/settings.md'

type Shape = Readonly<Record<string, z.ZodType>>

const SERVICES: Readonly<Record<string, Shape>> = {
  gateway: GatewaySettings.shape,
  keeper: KeeperSettings.shape,
  attestor: AttestorSettings.shape,
}

/** What is known of a setting: its meaning, and its default, which a description may have in brackets at its end. */
function readSetting(name: string, schema: z.ZodType | undefined): { meaning: string; preset: string } {
  const [, meaning, bracketed] = /^(.*?)(?: \[(.*)\])?$/.exec(schema?.description ?? '') ?? []
  if (!schema || !meaning) throw new Error(`${name}: has no description`)
  return { meaning, preset: bracketed ?? presetOf(schema) }
}

/** The value of a setting that is left out. */
function presetOf(schema: z.ZodType): string {
  const { success, data } = schema.safeParse(undefined)
  if (!success) return 'required'
  if (data === undefined) return 'none'
  return typeof data === 'boolean' ? `${Number(data)}` : `${data}`
}

/** The settings of a service, with their meaning and default. */
export function tableOf(shape: Shape, names: readonly string[] = Object.keys(shape)): string {
  const rows = names.map((name) => {
    const { meaning, preset } = readSetting(name, shape[name])
    return [`\`${name}\``, meaning, preset]
  })
  return markdownTable([['variable', 'meaning', 'default'], ...rows])
}

/** Settings that several services have, with the services. */
function sharedTable(names: readonly string[]): string {
  const rows = names.map((name) => {
    const users = Object.entries(SERVICES).filter(([, shape]) => name in shape)
    const presets = users.map(([, shape]) => readSetting(name, shape[name]).preset)
    const [first = ''] = presets
    const others = users.flatMap(([user], index) =>
      presets[index] === first ? [] : [`; ${user}: ${presets[index]}`],
    )
    const { meaning } = readSetting(name, users[0]?.[1][name])
    return [`\`${name}\``, users.map(([user]) => user).join(', '), meaning, `${first}${others.join('')}`]
  })
  return markdownTable([['variable', 'of', 'meaning', 'default'], ...rows])
}

const title = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** The document of all settings. */
export function settingsDocument(): string {
  const names = Object.values(SERVICES).flatMap((shape) => Object.keys(shape))
  const shared = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
  const sections = Object.entries(SERVICES).map(([service, shape]) => {
    const own = Object.keys(shape).filter((name) => !shared.includes(name))
    return `## ${title(service)}\n\n${tableOf(shape, own)}`
  })
  const deploy = Object.entries(SETTING_GROUPS).map(([group, shape]) => `${group}:\n\n${tableOf(shape)}`)
  return `# Settings

Generated from the sources by \`node tools/run.mjs tools/generate-docs.ts\`. Settings are environment variables. An invalid
one stops the service, with its name and what would be valid. Each can be read from a file: \`NAME_FILE\` instead of \`NAME\`.
Gateways and keepers also read the \`OTEL_*\` variables of OpenTelemetry.

## Several services

${sharedTable(shared)}

${sections.join('\n\n')}

## Localnet

${tableOf(LocalnetSettings.shape)}

## npm run deploy

${deploy.join('\n\n')}
`
}
