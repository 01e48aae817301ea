// The help text of the deploy command.

import { SETTING_GROUPS } from './options.ts'

const NAMES = Object.values(SETTING_GROUPS).flatMap((settings) => Object.keys(settings))
const WIDTH = Math.max(...NAMES.map((name) => name.length))

/** The text of `--help`, made of the descriptions of all settings. */
export const HELP = `Deploys and configures the prediction market program. A second run changes nothing.

  npm run deploy
  npm run deploy -- --buffer    prepares an upgrade of the deployed program: writes the built one to a buffer, for
                                its upgrade authority, who continues with npm run admin -- upgrade BUFFER. Takes
                                RPC_URL, KEYPAIR, PRIORITY_FEE and PROGRAM

Settings are environment variables, with their defaults in brackets.

${Object.entries(SETTING_GROUPS)
  .map(([title, settings]) => `${title}\n${table(settings)}`)
  .join('\n\n')}`

function table(settings: Record<string, { description?: string | undefined }>): string {
  return Object.entries(settings)
    .map(([name, { description }]) => `  ${name.padEnd(WIDTH)}  ${description}`)
    .join('\n')
}
