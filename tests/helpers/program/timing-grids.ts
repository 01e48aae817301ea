import type { Timing } from '@prediction-market/sdk'
import type { GivenMarket, World } from './world.ts'

// One letter for each outcome and error of an attempt to decide.
const LETTERS: Record<string, string> = {
  Yes: 'Y',
  No: 'N',
  void: 'V',
  NotDecidableYet: 'w',
  NotExpired: 'x',
  TooEarlyToVoid: 'x',
  ObservationOutOfTime: 'o',
  PriceNotForExpiry: 'o',
  EvidenceMissing: 'm',
  DecisionTooLate: 'l',
}

/** The letter of an outcome or an error. */
export function letterOf(name: string): string {
  return LETTERS[name] ?? name
}

/** The seconds of the attempts to decide: around creation, expiry, proof deadline and void. */
export function attempts({ createdAt, expireAt }: GivenMarket, { settings }: World): bigint[] {
  const deadline = expireAt + BigInt(settings.proofWindow)
  const voidAt = expireAt + BigInt(settings.voidDelay)
  const expiry = [expireAt - 1n, expireAt, expireAt + 1n]
  return [createdAt, createdAt + 1n, ...expiry, deadline - 1n, deadline, deadline + 1n, voidAt - 1n, voidAt]
}

/** The seconds of the observations; one for each column below. */
export function observations({ createdAt, expireAt }: GivenMarket, { settings }: World): bigint[] {
  const deadline = expireAt + BigInt(settings.proofWindow)
  const creation = [createdAt - 1n, createdAt, createdAt + 1n]
  return [...creation, expireAt - 1n, expireAt, expireAt + 1n, deadline, deadline + 1n]
}

// One word per attempt, one letter per observation; a dot is an observation from the future, which does not
// exist yet. Y and N: decided; x: not expired; o: observation out of time; w: No cannot be decided yet;
// m: evidence missing; l: too late, can only be voided.
const DATED: Record<Timing, string> = {
  atExpiry: 'xx...... xxx..... xxxx.... ooooY... ooooYY.. ooooYY.. ooooYYY. ooooYYYo ooooYYYo llllllll',
  byExpiry: 'oo...... ooY..... ooYY.... ooYYY... ooYYYo.. ooYYYo.. NNNNNNN. NNNNNNNN NNNNNNNN llllllll',
}
// A market capitalisation must be proven within one proof window of its price, since the supply has no date.
const CAP: Record<Timing, string> = {
  atExpiry: 'xx...... xxx..... xxxx.... ooooY... ooooYY.. ooooYY.. ooooYYY. oooooYYo oooooooo llllllll',
  byExpiry: 'oo...... ooY..... oooY.... oooYY... oooYYo.. oooYYo.. NNNNNNN. NNNNNNNN NNNNNNNN llllllll',
}
const STATE: Record<Timing, string> = {
  atExpiry: 'x x x Y Y Y Y o o l',
  byExpiry: 'Y Y Y Y Y Y Y Y Y l',
}
const STATE_NOT_MET: Record<Timing, string> = {
  atExpiry: 'x x x N N N N o o l',
  byExpiry: 'w w w N N N N N N l',
}
const SILENCE = {
  dated: { atExpiry: 'x x x m m m m m m l', byExpiry: 'm m m m m m N N N l' },
  state: { atExpiry: 'x x x m m m m m m l', byExpiry: 'm m m m m m m m m l' },
}

/** The expected results of all attempts to decide a market about `name`. */
export function decisions(name: string, timing: Timing, isMet: boolean): string {
  if (isState(name)) return (isMet ? STATE : STATE_NOT_MET)[timing]
  const met = (name === 'marketCap' ? CAP : DATED)[timing]
  return isMet ? met : met.replaceAll('Y', timing === 'atExpiry' ? 'N' : 'w')
}

/** The expected results of the same attempts without evidence. */
export function silences(name: string, timing: Timing): string {
  return SILENCE[isState(name) ? 'state' : 'dated'][timing]
}

/** Whether the proof is the state of an account, which has no date. */
function isState(name: string): boolean {
  return name === 'supply' || name === 'migration'
}
