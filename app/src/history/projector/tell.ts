import { type ProgramEvent, parseEvents } from '@prediction-market/sdk'
import { PublicKey } from '@solana/web3.js'
import type { Told } from './apply.ts'
import { type EventFacts, toLogged } from './events.ts'
import type { Entry, Ledger } from './ledger.ts'
import { recoverEvents } from './recover.ts'

/** SOL has as many in lamports. */
const SOL_DECIMALS = 9

/** Reads what transactions tell. */
export async function tell(
  ledger: Pick<Ledger, 'read' | 'market' | 'decimals'>,
  program: string,
  entries: readonly Entry[],
): Promise<Told[]> {
  const programId = new PublicKey(program)
  const transcripts = await ledger.read(entries)
  const parsed = transcripts.map(({ logs }) => parseEvents(logs, programId))
  const decimals = await readDecimals(
    ledger,
    parsed.flatMap(({ events }) => events),
  )
  const told: Told[] = []
  for (const [index, entry] of entries.entries()) {
    const { events, isTruncated } = parsed[index] as (typeof parsed)[number]
    const facts = events.map((event) => toLogged(event, entry.time, decimals))
    const deeds = isTruncated ? transcripts[index]?.deeds() : undefined
    const all = deeds ? await recoverEvents(ledger, program, entry, deeds, facts.filter(isLogged)) : facts
    told.push({ entry, events: all.flatMap((one, position) => (one ? [{ ...one, index: position }] : [])) })
  }
  return told
}

function isLogged(facts: EventFacts | null): facts is EventFacts {
  return facts !== null
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
