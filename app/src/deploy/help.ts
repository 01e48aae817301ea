import { MAX_QUORUM } from '@prediction-market/sdk'
import { DEFAULTS } from './settings.ts'

/** A variable, what it means, and what holds when it is not set. */
type Row = readonly [name: string, meaning: string, fallback: string]

const CHAIN: Row[] = [
  ['RPC_URL', 'the node to talk to', 'http://127.0.0.1:8899'],
  [
    'KEYPAIR',
    'file with the key that pays and becomes upgrade authority and admin',
    '~/.config/solana/id.json',
  ],
  ['PRIORITY_FEE', 'micro-lamports offered for each compute unit', 'none'],
]

const PROGRAM: Row[] = [
  ['PROGRAM', 'the built program', 'sdk/program/prediction_market.so'],
  ['PROGRAM_KEYPAIR', "file with the key of the program's address", "the localnet's, which everybody knows"],
]

const CONFIG: Row[] = [
  ['UTILITY_MINT', 'the mint of UTILITY, for good', 'a new one that the deployer mints'],
  ['UTILITY_DECIMALS', 'decimals of a new mint', '6'],
  ['TREASURY', 'wallet that gets the developer share', 'the deployer'],
  ['BURN_BPS', 'share of the losing pool that is burned, in basis points', `${DEFAULTS.burnBps}`],
  ['DEVELOPER_BPS', 'share of the losing pool for the treasury', `${DEFAULTS.developerBps}`],
  ['MINIMUM_STAKE_SOL', 'smallest bet, in SOL', DEFAULTS.minimumStakeSol],
  ['MINIMUM_STAKE_UTILITY', 'smallest bet, in UTILITY', DEFAULTS.minimumStakeUtility],
  ['MAX_DURATION', 'seconds that a market may run', `${DEFAULTS.maxDuration}`],
  ['PROOF_WINDOW', 'seconds after expiry in which a proof counts', `${DEFAULTS.proofWindow}`],
  ['VOID_DELAY', 'seconds after expiry until an undecided market is refunded', `${DEFAULTS.voidDelay}`],
  ['MAX_CONFIDENCE_BPS', 'widest confidence interval of a price that counts', `${DEFAULTS.maxConfidenceBps}`],
]

const ATTESTORS: Row[] = [
  ['ATTESTORS', 'addresses of the first attestor set, with commas between them', 'none'],
  ['ATTESTOR_THRESHOLD', `how many of them must sign, at most ${MAX_QUORUM}`, 'more than half'],
]

const WIDTH = Math.max(...[CHAIN, PROGRAM, CONFIG, ATTESTORS].flat().map(([name]) => name.length))

/** What `--help` prints. */
export const HELP = `Deploys and initialises the prediction market program. Run again it changes nothing that is there.

  npx tsx --conditions=source migrations/deploy.ts

Settings are environment variables; what is not set is as in brackets.

The chain
${table(CHAIN)}

The program, deployed if it is not there
${table(PROGRAM)}

The configuration, made if it is not there; afterwards the admin changes it with update_config
${table(CONFIG)}

The first attestor set, for markets about holders and events
${table(ATTESTORS)}`

function table(rows: readonly Row[]): string {
  return rows
    .map(([name, meaning, fallback]) => `  ${name.padEnd(WIDTH)}  ${meaning} [${fallback}]`)
    .join('\n')
}
