import { type ProgramEvent, parseEvents } from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import type { Told } from './apply.ts'
import { type LoggedEvent, toLogged } from './events.ts'
import type { Entry, Ledger } from './ledger.ts'

/** SOL has as many in lamports. */
const SOL_DECIMALS = 9

/** Reads what transactions tell. */
export async function tell(
  ledger: Pick<Ledger, 'read' | 'decimals'>,
  program: string,
  entries: readonly Entry[],
): Promise<Told[]> {
  const programId = new PublicKey(program)
  const transcripts = await ledger.read(entries)
  const parsed = transcripts.map(({ logs }) => parseEvents(logs, programId).events)
  const decimals = await readDecimals(ledger, parsed.flat())
  return entries.map((entry, index) => {
    const events = (parsed[index] ?? []).flatMap((event, position): LoggedEvent[] => {
      const facts = toLogged(event, entry.time, decimals)
      return facts ? [{ ...facts, index: position }] : []
    })
    return { entry, events }
  })
}

async function readDecimals(
  ledger: Pick<Ledger, 'decimals'>,
  events: readonly ProgramEvent[],
): Promise<(mint: string | null) => number> {
  const mints = new Set<string>()
  for (const event of events) {
    if (event.name === 'MarketCreated' && event.data.mint) mints.add(event.data.mint.toBase58())
  }
  const known = new Map<string, number>()
  for (const mint of mints) known.set(mint, await ledger.decimals(mint))
  return (mint) => (mint === null ? SOL_DECIMALS : (known.get(mint) as number))
}
