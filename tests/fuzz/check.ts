import type { Address } from './chain/address.ts'
import { tokenAmount } from './chain/data.ts'
import { rent } from './chain/runtime.ts'
import type { Instruction } from './chain/transaction.ts'
import { brokenLaws } from './model/laws.ts'
import { late, owedToPositions, sum } from './model/rules.ts'
import type { Bankroll, Market, Observation, Terms } from './model/types.ts'
import { SPACE, type World } from './model/world.ts'
import { VAULT_BYTES } from './steps/auction.ts'
import { canBeEarly } from './steps/create-step.ts'

// Compares the chain with the model, and checks the invariants of the design, numbered as there.

/** What is wrong with the accounts of these instructions. */
export function differences(world: World, instructions: readonly Instruction[]): string[] {
  const addresses = new Set(instructions.flatMap(({ accounts }) => accounts.map(({ address }) => address)))
  return [...addresses].flatMap((address) => differencesAt(world, address))
}

/** What is wrong with all accounts that the model knows. */
export function allDifferences(world: World): string[] {
  return [...world.lamports.keys()].flatMap((address) => differencesAt(world, address))
}

function differencesAt(world: World, address: Address): string[] {
  const found: string[] = []
  const compare = (what: string, chain: unknown, model: unknown) => {
    if (chain !== model) found.push(`${address.name}: ${what} is ${chain}, the model has ${model}`)
  }
  const expected = world.lamports.get(address)
  if (expected === undefined) return found
  const held = world.runtime.read(address)
  compare('lamports', held?.lamports ?? 0n, expected)
  const tokens = world.tokens.get(address)
  if (tokens && tokens.state !== 'closed')
    compare('tokens', held ? tokenAmount(held.data) : null, tokens.amount)
  const market = world.marketAt.get(address)
  if (market) compareMarket(market, held?.data, compare)
  const position = world.positionAt.get(address)
  if (position) comparePosition(position, held?.data, compare)
  const bankroll = world.bankrollAt.get(address)
  if (bankroll) compareBankroll(bankroll, held?.data, compare)
  if (address === world.vaultAddress) compareVault(world, held?.data, compare)
  return [...found, ...(market ? brokenInvariants(world, market) : [])]
}

type Compare = (what: string, chain: unknown, model: unknown) => void

/** Whether an account has data to compare: `length` bytes, and not none. */
function hasBytes(data: Uint8Array | undefined, length: number, compare: Compare): data is Uint8Array {
  compare('bytes', data?.length ?? 0, length)
  return data?.length === length && length > 0
}

function view(data: Uint8Array): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.length)
}

function compareMarket(market: Market, data: Uint8Array | undefined, compare: Compare): void {
  if (!hasBytes(data, market.status === 'gone' ? 0 : SPACE.market, compare)) return
  const bytes = view(data)
  const [yes, no] = sum(market.bets)
  const [lateYes, lateNo] = late(market, market.status === 'resolved' ? market.asOf : null)
  compare('status', ['open', 'resolved', 'void'][bytes.readUInt8(9)], market.status)
  compare('answer', bytes.readUInt8(10), market.answer === null ? 0 : market.answer + 1)
  const isDecided = market.status !== 'open'
  compare('burn share taken', bytes.readUInt8(11) === 1, isDecided && market.due.burn === 0n)
  compare('developer share taken', bytes.readUInt8(12) === 1, isDecided && market.due.developer === 0n)
  compare('creation', bytes.readBigInt64LE(152), BigInt(market.createdAt))
  compare('end of betting', bytes.readBigInt64LE(160), BigInt(market.closeAt))
  compare('expiry', bytes.readBigInt64LE(168), BigInt(market.expireAt))
  compare('decision', bytes.readBigInt64LE(176), BigInt(market.resolvedAt))
  compare('stakes on Yes', bytes.readBigUInt64LE(184), yes)
  compare('stakes on No', bytes.readBigUInt64LE(192), no)
  compare('late stakes on Yes', bytes.readBigUInt64LE(264), lateYes)
  compare('late stakes on No', bytes.readBigUInt64LE(272), lateNo)
  compare('unmatched stakes', bytes.readBigUInt64LE(280), market.unmatched)
  compare('paid', bytes.readBigUInt64LE(288), market.paid)
  compare('burn share', bytes.readBigUInt64LE(296), market.fees.burn)
  compare('developer share', bytes.readBigUInt64LE(304), market.fees.developer)
  compare('rent of the escrow', bytes.readBigUInt64LE(312), rent(market.isSol ? 0 : SPACE.tokens))
  compare('reward for recording', bytes.readBigUInt64LE(320), market.rewards.get('record') ?? 0n)
  compareObservation('observation', bytes.subarray(328, 360), market.observation, compare)
  const { firstSupply, curveAt, createdAt, reference } = market
  const first = firstSupply === null ? null : { at: createdAt, isMet: false, hasValue: true }
  const curve = curveAt === null ? null : { at: curveAt, isMet: true, hasValue: true }
  const price = reference && { at: reference.at, isMet: false, hasValue: true }
  compareObservation('reference', bytes.subarray(360, 392), first ?? curve ?? price, compare)
  if (firstSupply !== null) compare('supply at creation', bytes.readBigUInt64LE(360), firstSupply)
  if (reference !== null) compare('first price', bytes.readBigUInt64LE(360), reference.value)
  compareTerms(market.terms, bytes.subarray(456, 536), compare)
  compare('open positions', bytes.readUInt32LE(536), market.open.size)
  compare('number of the last event', bytes.readUInt32LE(540), market.sequence)
}

function compareObservation(what: string, bytes: Buffer, model: Observation | null, compare: Compare): void {
  compare(`whether there is a ${what}`, bytes.readUInt8(29) === 1, model !== null)
  if (!model) return
  compare(`second of the ${what}`, bytes.readBigInt64LE(16), BigInt(model.at))
  compare(`whether the ${what} is met`, bytes.readUInt8(28) === 1, model.isMet)
  compare(`whether the ${what} has a value`, bytes.readUInt8(30) === 1, model.hasValue)
}

function compareTerms(terms: Terms, bytes: Buffer, compare: Compare): void {
  compare('receiver', bytes.subarray(0, 32).equals(terms.receiver.bytes), true)
  compare('decide reward', bytes.readBigUInt64LE(32), terms.decideReward)
  compare('settle reward', bytes.readBigUInt64LE(40), terms.settleReward)
  compare('reward stake', bytes.readBigUInt64LE(48), terms.rewardStake)
  compare('proof window', bytes.readUInt32LE(56), terms.proofWindow)
  compare('void delay', bytes.readUInt32LE(60), terms.voidDelay)
  compare('period', bytes.readUInt32LE(64), terms.period)
  compare('close margin', bytes.readUInt16LE(68), terms.closeMargin)
  compare('burn share', bytes.readUInt16LE(70), terms.burnBps)
  compare('developer share', bytes.readUInt16LE(72), terms.developerBps)
  compare('confidence', bytes.readUInt16LE(74), terms.confidenceBps)
  compare('attestor set', bytes.readUInt16LE(76), terms.attestorSet)
  compare('largest ratio', bytes.readUInt16LE(78), terms.maxRatio)
}

function comparePosition(
  { market, owner }: { market: Market; owner: Address },
  data: Uint8Array | undefined,
  compare: Compare,
): void {
  if (!hasBytes(data, market.open.has(owner) ? SPACE.position : 0, compare)) return
  const [yes, no] = sum(market.bets.filter((bet) => bet.owner === owner))
  compare('stakes on Yes', view(data).readBigUInt64LE(80), yes)
  compare('stakes on No', view(data).readBigUInt64LE(88), no)
}

/** Invariant 6 as well: what a delegate has spent is what the model allowed. */
function compareBankroll(bankroll: Bankroll, data: Uint8Array | undefined, compare: Compare): void {
  if (!hasBytes(data, bankroll.isOpen ? SPACE.bankroll : 0, compare)) return
  const places = [0, 1, 2, 3].map((index) => view(data).subarray(48 + 128 * index, 176 + 128 * index))
  const used = places.filter((place) => place.subarray(0, 32).some((byte) => byte !== 0))
  compare('delegates', used.length, bankroll.delegates.length)
  for (const { key, cosigner, limits, spent } of bankroll.delegates) {
    const place = used.find((candidate) => candidate.subarray(0, 32).equals(key.bytes))
    compare(`delegate ${key.name}`, place !== undefined, true)
    if (!place) return
    compare(`cosigner of ${key.name}`, place.subarray(32, 64).equals(cosigner.bytes), true)
    const numbers = [...limits.perBet, ...limits.total, limits.maxFee, BigInt(limits.expiresAt), ...spent]
    numbers.forEach((number, index) => {
      compare(`number ${index} of ${key.name}`, place.readBigUInt64LE(64 + 8 * index), number)
    })
  }
}

function compareVault({ vault }: World, data: Uint8Array | undefined, compare: Compare): void {
  if (!hasBytes(data, VAULT_BYTES, compare)) return
  const bytes = view(data)
  const wide = (at: number) => bytes.readBigUInt64LE(at) | (bytes.readBigUInt64LE(at + 8) << 64n)
  compare('received', bytes.readBigUInt64LE(29), vault.received)
  compare('for sale', bytes.readBigUInt64LE(37), vault.forSale)
  compare('price', wide(45), vault.price)
  compare('floor', wide(61), vault.floor)
  compare('priced at', bytes.readBigUInt64LE(77), BigInt(vault.pricedAt))
  compare('sold', bytes.readBigUInt64LE(85), vault.sold)
  compare('burned', wide(93), vault.burned)
  compare('number of the last purchase', bytes.readUInt32LE(133), vault.sequence)
}

/** Invariants 1, 2, 3 and 5 of a market, by what its escrow holds. */
function brokenInvariants(world: World, market: Market): string[] {
  if (market.status === 'gone') return []
  const broken: string[] = []
  const fail = (number: number, text: string) =>
    broken.push(`invariant ${number}: market ${market.id}: ${text}`)
  const escrow = world.runtime.read(market.escrow)
  const held = market.isSol ? (escrow?.lamports ?? 0n) - rent(0) : escrow ? tokenAmount(escrow.data) : 0n
  const owed = owedToPositions(market)
  const [yes, no] = sum(market.bets)
  const due = market.due.burn + market.due.developer
  if (held < owed + due) fail(1, `the escrow holds ${held} and owes ${owed + due}`)
  if (market.status === 'open' && market.payouts.size > 0) fail(3, 'somebody was paid before the decision')
  const paid = [...market.payouts.values()].reduce((total, amount) => total + amount, 0n)
  const dust = yes + no - paid - owed - market.fees.burn - market.fees.developer
  // One share of what was lost, and one of what was not matched.
  const owners = BigInt(new Set(market.bets.map(({ owner }) => owner)).size)
  const most = market.status === 'resolved' ? (market.unmatched > 0n ? 2n : 1n) * owners : 0n
  if (dust < 0n || dust > most) fail(2, `${dust} is left over`)
  if (market.status !== 'open' && market.payouts.size === 0) {
    for (const law of brokenLaws(market, canBeEarly(market.condition))) fail(5, law)
  }
  return broken
}
