// Plans the instruction of each admin command, and who must sign it.

import { type Config, type PredictionMarketClient, parseAmount, SOL_DECIMALS } from '@prediction-market/sdk'
import type { Settings } from '@prediction-market/sdk/accounts'
import { acceptAdmin, createAttestorSet, updateConfig } from '@prediction-market/sdk/instructions'
import { type Connection, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { PROGRAM_SETTINGS } from '../deploy/settings.ts'
import { planUpgrade } from './upgrade.ts'

export interface Plan {
  signer: PublicKey
  instruction: TransactionInstruction
}

/** The chain, the configuration that a command changes, and its arguments. */
interface Request {
  connection: Connection
  config: Config
  args: readonly string[]
}

/** Every command: its arguments, what it does, and how it is planned. */
export const COMMANDS: Record<
  string,
  { takes: string; does: string; plan(request: Request): Plan | Promise<Plan> }
> = {
  pause: {
    takes: '',
    does: 'pauses new markets and bets; decisions and payouts go on',
    plan: ({ config }) => change(config, { paused: true }),
  },
  unpause: {
    takes: '',
    does: 'resumes new markets at once, and bets a minute later; another minute later it can pause again',
    plan: ({ config }) => change(config, { paused: false }),
  },
  settings: {
    takes: 'NAME=VALUE …',
    does: 'changes settings for new markets, named as in `npm run deploy -- --help`; a lower MINIMUM_STAKE_… stops bets for a minute',
    plan: ({ config, args }) => change(config, readSettings(args, config.utilityDecimals)),
  },
  treasury: {
    takes: 'ADDRESS',
    does: 'names the wallet that gets the developer share, of existing markets too',
    plan: ({ config, args }) => change(config, { treasury: readAddress(only(args, 'treasury')) }),
  },
  attestors: {
    takes: 'ADDRESS,ADDRESS,…',
    does: 'adds a set of 4, 5, 7 or 8 attestors for new markets',
    plan: ({ config, args }) => {
      const keys = only(args, 'attestors').split(',').map(readAddress)
      const { admin, attestorSets } = config
      return { signer: admin, instruction: createAttestorSet({ admin, index: attestorSets, keys }) }
    },
  },
  'hand-over': {
    takes: 'ADDRESS | none',
    does: 'names who may become admin with `accept`; none withdraws that',
    plan: ({ config, args }) => {
      const text = only(args, 'hand-over')
      return change(config, {}, text === 'none' ? null : readAddress(text))
    },
  },
  accept: {
    takes: '',
    does: 'makes the named wallet the admin',
    plan: ({ config: { pendingAdmin } }) => {
      if (!pendingAdmin) throw new Error('No pending admin: the admin must run hand-over first')
      return { signer: pendingAdmin, instruction: acceptAdmin({ pendingAdmin }) }
    },
  },
  upgrade: {
    takes: 'BUFFER',
    does: 'replaces the program by the code that `npm run deploy -- --buffer` has written; its upgrade authority signs',
    plan: ({ connection, args }) => planUpgrade(connection, readAddress(only(args, 'upgrade'))),
  },
}

/**
 * Plans a command for the configuration as it is now.
 *
 * @throws Error that says what the command takes
 */
export async function planCommand(
  client: PredictionMarketClient,
  name: string,
  args: readonly string[],
): Promise<Plan> {
  const command = COMMANDS[name]
  if (!command) throw new Error(`Unknown command ${name}: use ${Object.keys(COMMANDS).join(', ')} or sign`)
  if (command.takes === '' && args.length > 0)
    throw new Error(`${name} takes no arguments, got ${args.join(' ')}`)
  return command.plan({ connection: client.connection, config: await client.config(), args })
}

/** All settings are replaced at once: those that are not named stay as they are. */
function change(config: Config, changes: Partial<Settings>, pendingAdmin = config.pendingAdmin): Plan {
  const { admin, settings } = config
  return {
    signer: admin,
    instruction: updateConfig({ admin, settings: { ...settings, ...changes }, pendingAdmin }),
  }
}

type SettingName = keyof typeof PROGRAM_SETTINGS

function readSettings(args: readonly string[], utilityDecimals: number): Partial<Settings> {
  if (args.length === 0) throw new Error('settings takes NAME=VALUE, one or several')
  return Object.fromEntries(
    args.map((arg) => {
      const [name = '', value = ''] = arg.split(/=(.*)/s)
      if (!Object.hasOwn(PROGRAM_SETTINGS, name)) {
        throw new Error(`Unknown setting ${name}: use ${Object.keys(PROGRAM_SETTINGS).join(', ')}`)
      }
      return [fieldOf(name), readSetting(name as SettingName, value, utilityDecimals)]
    }),
  )
}

function readSetting(name: SettingName, text: string, utilityDecimals: number): unknown {
  const read = PROGRAM_SETTINGS[name].safeParse(text === '' ? undefined : text)
  if (text === '' || !read.success) {
    const problem = read.success
      ? 'must have a value'
      : read.error.issues.map(({ message }) => message).join('; ')
    throw new Error(`${name}: ${problem}`)
  }
  if (name === 'MINIMUM_STAKE_SOL') return parseAmount(text, SOL_DECIMALS, name)
  if (name === 'MINIMUM_STAKE_UTILITY') return parseAmount(text, utilityDecimals, name)
  return name.endsWith('_REWARD') ? BigInt(read.data as number) : read.data
}

/** `BURN_BPS` is `burnBps` in the configuration. */
function fieldOf(name: string): string {
  return name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function only(args: readonly string[], command: string): string {
  const [first] = args
  if (first === undefined || args.length > 1) throw new Error(`${command} takes ${COMMANDS[command]?.takes}`)
  return first
}

function readAddress(text: string): PublicKey {
  try {
    return new PublicKey(text.trim())
  } catch {
    throw new Error(`must be an address in base58, got ${JSON.stringify(text)}`)
  }
}
