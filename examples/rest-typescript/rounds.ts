// Plays rounds: waits until betting is about to end, looks at both pools, and stakes a little on the emptier side.
// The pools are all that can be known, because prices before the round carry no information. It pays among few bettors,
// not among many (docs/economics.md).
import { setTimeout as sleep } from 'node:timers/promises'
import { createRestClient, RestError, signAndSubmit, unwrap } from '@prediction-market/sdk/rest'
import { Keypair } from '@solana/web3.js'

const baseUrl = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'
const rounds = Number(process.env.ROUNDS_TO_PLAY ?? 3)
const secondsBefore = Number(process.env.SECONDS_BEFORE ?? 5)

// A wallet with play money.
const bot = Keypair.generate()
const client = createRestClient({ baseUrl, signer: bot })
const wallet = bot.publicKey.toBase58()
unwrap(await client.POST('/v1/localnet/faucet', { body: { wallet, currency: 'SOL', amount: '5' } }))

// The series in SOL whose betting ends next.
const series = unwrap(await client.GET('/v1/rounds')).filter(({ currency }) => currency === 'SOL')
const [chosen] = series.sort((one, other) => one.lengthSeconds - other.lengthSeconds)
if (!chosen) throw new Error('this gateway has no series of rounds in SOL')
console.log(`series ${chosen.series}: ${chosen.asset} every ${chosen.lengthSeconds} seconds`)

const read = async () =>
  unwrap(await client.GET('/v1/rounds/{series}', { params: { path: { series: chosen.series } } }))
const seen = new Set<string>()
const played: string[] = []

while (played.length < rounds) {
  const { takingBets: round } = await read()
  if (!round || seen.has(round.id)) {
    await sleep(1_000)
    continue
  }
  seen.add(round.id)
  await sleep(Math.max(0, Date.parse(round.closeAt) - Date.now() - secondsBefore * 1_000))
  if (await play(round.id)) played.push(round.id)
}

console.log('waiting for the results')
for (;;) {
  const results = (await read()).results.filter(({ id }) => played.includes(id))
  if (results.length === played.length) {
    for (const { id, winningOutcome } of results) console.log(`${id}: ${winningOutcome ?? 'void'}`)
    break
  }
  await sleep(1_000)
}

/**
 * Stakes on the emptier side and returns whether it did. The gateway refuses a round that has closed meanwhile, and a bet
 * whose payout would be below the quote.
 */
async function play(id: string): Promise<boolean> {
  const { takingBets } = await read()
  if (takingBets?.id !== id) return false
  const { Yes, No } = takingBets.pools
  const bet = { outcome: Yes <= No ? 'Yes' : 'No', amount: '0.05' } as const
  const path = { id }
  try {
    const { payout } = unwrap(await client.GET('/v1/markets/{id}/quote', { params: { path, query: bet } }))
    console.log(`${takingBets.question} ${Yes} on Yes, ${No} on No: ${bet.outcome} would pay ${payout}`)
    const body = { ...bet, minPayout: payout }
    const built = unwrap(await client.POST('/v1/markets/{id}/bets', { params: { path }, body }))
    if (!('transaction' in built)) return false
    console.log((await signAndSubmit(client, built, bot)).message)
    return true
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    console.log(`no bet: ${error.message}`)
    return false
  }
}
