import { InvalidInputError } from '@prediction-market/sdk'
import * as sdk from '@prediction-market/sdk/instructions'
import { PYTH_RECEIVER } from '@prediction-market/sdk/oracle/pyth'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'

const key = () => Keypair.generate().publicKey
const [wallet, market, mint, token] = [key(), key(), key(), key()]
const MAX = 2n ** 64n - 1n

/** Input of a caller without types. */
type Loose = Record<string, unknown>
type Refusal = [change: Loose, field: string, reason: string]

const bet = { bettor: wallet, market, outcome: 'Yes', amount: 1n }
const price = {
  type: 'price',
  feed: 'ab'.repeat(32),
  comparison: 'above',
  target: '250',
  timing: 'atExpiry',
}
const terms = {
  treasury: key(),
  minimumStake: 0n,
  settleReward: MAX,
  pythReceiver: PYTH_RECEIVER,
  proofWindow: 0xffff_ffff,
  voidDelay: 0,
  shortestPeriod: 0,
  closeMargin: 0,
  burnBps: 0xffff,
  developerBps: 0,
  maxConfidenceBps: 0,
  attestorSet: 0,
}
const withTerms = (change: Loose) => ({ expected: { ...terms, ...change } })
const creation = {
  creator: wallet,
  nonce: 1n,
  question: 'Will it?',
  token: null,
  expireAt: 2_000n,
  condition: price,
  expected: terms,
  decideReward: 1_000_000_000n,
  currency: null,
}
const settings = {
  treasury: key(),
  pythReceiver: PYTH_RECEIVER,
  burnBps: 1_000,
  developerBps: 0,
  minimumStakeSol: 1n,
  minimumStakeUtility: MAX,
  decideReward: 1_000_000_000n,
  settleReward: 50_000n,
  maxDuration: 157_680_000,
  proofWindow: 604_800,
  voidDelay: 1_209_600,
  feedVoidDelay: 2_592_000,
  shortestPeriod: 300,
  shortestAttestedPeriod: 3_600,
  closeMargin: 60,
  maxConfidenceBps: 10_000,
  paused: true,
}
const withSettings = (change: Loose) => ({ settings: { ...settings, ...change } })
const keys = [key(), key(), key(), key()]

const REFUSALS: Record<string, { build: (input: never) => unknown; valid: Loose; refusals: Refusal[] }> = {
  placeBet: {
    build: sdk.placeBet,
    valid: bet,
    refusals: [
      [{ bettor: 'me' }, 'bettor', 'must be a public key'],
      [{ bettor: PublicKey.default }, 'bettor', 'must not be the default pubkey'],
      [{ market: undefined }, 'market', 'must be a public key'],
      [{ outcome: 'yes' }, 'outcome', 'must be Yes or No'],
      [{ outcome: { yes: {} } }, 'outcome', 'must be Yes or No'],
      [{ amount: 0n }, 'amount', `must be from 1 to ${MAX}`],
      [{ amount: -1n }, 'amount', `must be from 1 to ${MAX}`],
      [{ amount: MAX + 1n }, 'amount', `must be from 1 to ${MAX}`],
      [{ amount: 1.5 }, 'amount', 'must be a bigint'],
      [{ amount: '1' }, 'amount', 'must be a bigint'],
      [{ minPayout: -1n }, 'minPayout', `must be from 0 to ${MAX}`],
      [{ minPayout: 1 }, 'minPayout', 'must be a bigint'],
      [{ mint: PublicKey.default }, 'mint', 'must not be the default pubkey'],
      [{ tokenProgram: key() }, 'mint', 'is missing, but there is a token program'],
      [{ mint, tokenProgram: 'token' }, 'tokenProgram', 'must be a public key'],
      [{ bettorToken: key() }, 'bettorToken', 'is not needed in a SOL market'],
      [{ mint, bettorToken: {} }, 'bettorToken', 'must be a public key'],
      [{ evidence: key() }, 'evidence', 'must be an array of public keys'],
      [{ evidence: [key(), null] }, 'evidence[1]', 'must be a public key'],
    ],
  },
  createMarket: {
    build: sdk.createMarket,
    valid: creation,
    refusals: [
      [{ creator: null }, 'creator', 'must be a public key'],
      [{ nonce: 5 }, 'nonce', 'must be a bigint'],
      [{ nonce: MAX + 1n }, 'nonce', `must be from 0 to ${MAX}`],
      [{ question: '' }, 'question', 'must have 1 to 280 bytes of UTF-8, not 0'],
      [{ question: 'x'.repeat(281) }, 'question', 'must have 1 to 280 bytes of UTF-8, not 281'],
      [{ question: '💧'.repeat(71) }, 'question', 'must have 1 to 280 bytes of UTF-8, not 284'],
      [{ question: 'half \ud83d' }, 'question', 'is not valid Unicode'],
      [{ question: 7 }, 'question', 'must be a string'],
      [{ token: 'So1111111111111111111111111111111111111111' }, 'token', 'must be a public key'],
      [{ token: PublicKey.default }, 'token', 'must not be the default pubkey'],
      [{ token: undefined }, 'token', 'must be a public key'],
      [{ expireAt: 0n }, 'expireAt', 'must be a unix time after 1970'],
      [{ expireAt: 2n ** 63n }, 'expireAt', 'must be a unix time after 1970'],
      [{ expireAt: new Date('soon') }, 'expireAt', 'must be a valid date'],
      [{ expireAt: '2030-01-01' }, 'expireAt', 'must be a valid date'],
      [{ closeAt: 2_001n }, 'closeAt', 'must not be after expireAt'],
      [{ closeAt: -5n }, 'closeAt', 'must be a unix time after 1970'],
      [{ condition: { ...price, target: '1e3' } }, 'condition.target', ''],
      [{ condition: { ...price, feed: '0xab' } }, 'condition.feed', ''],
      [{ condition: { type: 'weather', timing: 'atExpiry' } }, 'condition.type', ''],
      [
        { condition: { ...price, type: 'supply', timing: 'byExpiry' } },
        'token',
        'is needed by a condition of type supply',
      ],
      [{ expected: undefined }, 'expected', 'must be an object'],
      [withTerms({ treasury: undefined }), 'expected.treasury', 'must be a public key'],
      [withTerms({ pythReceiver: 'pyth' }), 'expected.pythReceiver', 'must be a public key'],
      [withTerms({ minimumStake: 1 }), 'expected.minimumStake', 'must be a bigint'],
      [withTerms({ settleReward: 1 }), 'expected.settleReward', 'must be a bigint'],
      [{ decideReward: 5 }, 'decideReward', 'must be a bigint'],
      [{ decideReward: 1_000_000_001n }, 'decideReward', 'must be at most 1000000000 lamports'],
      [
        withTerms({ proofWindow: 2 ** 32 }),
        'expected.proofWindow',
        'must be a whole number from 0 to 4294967295',
      ],
      [withTerms({ burnBps: 65_536 }), 'expected.burnBps', 'must be a whole number from 0 to 65535'],
      [withTerms({ attestorSet: 0.5 }), 'expected.attestorSet', 'must be a whole number from 0 to 65535'],
      [{ currency: { tokenProgram: key() } }, 'mint', 'is missing, but there is a token program'],
      [{ currency: { mint: 'UTILITY' } }, 'mint', 'must be a public key'],
      [{ initialStake: { outcome: 'Maybe', amount: 1n } }, 'initialStake.outcome', 'must be Yes or No'],
      [{ initialStake: { outcome: 'No', amount: 0n } }, 'initialStake.amount', `must be from 1 to ${MAX}`],
      [{ creatorToken: key() }, 'creatorToken', 'is not needed in a SOL market'],
      [{ evidence: 'none' }, 'evidence', 'must be an array of public keys'],
    ],
  },
  cancelMarket: {
    build: sdk.cancelMarket,
    valid: { market, creator: wallet },
    refusals: [
      [{ creator: undefined }, 'creator', 'must be a public key'],
      [{ market: undefined }, 'market', 'must be a public key'],
      [{ tokenProgram: key() }, 'mint', 'is missing, but there is a token program'],
    ],
  },
  resolveMarket: {
    build: sdk.resolveMarket,
    valid: { keeper: wallet, market, evidence: [] },
    refusals: [
      [{ keeper: undefined }, 'keeper', 'must be a public key'],
      [{ attestorSet: 'set' }, 'attestorSet', 'must be a public key'],
      [{ market: {} }, 'market', 'must be a public key'],
      [{ evidence: undefined }, 'evidence', 'must be an array of public keys'],
      [{ evidence: [PublicKey.default] }, 'evidence[0]', 'must not be the default pubkey'],
    ],
  },
  voidMarket: {
    build: sdk.voidMarket,
    valid: { keeper: wallet, market },
    refusals: [[{ market: undefined }, 'market', 'must be a public key']],
  },
  collectFees: {
    build: sdk.collectFees,
    valid: { market, treasury: wallet, mint },
    refusals: [
      [{ treasury: PublicKey.default }, 'treasury', 'must not be the default pubkey'],
      [{ market: 1 }, 'market', 'must be a public key'],
      [{ mint: 'mint' }, 'mint', 'must be a public key'],
    ],
  },
  settlePositions: {
    build: sdk.settlePositions,
    valid: { keeper: wallet, market, positions: [{ owner: wallet }] },
    refusals: [
      [{ positions: [] }, 'positions', 'must name at least one owner'],
      [{ positions: undefined }, 'positions', 'must name at least one owner'],
      [{ positions: [{ owner: wallet }, {}] }, 'positions[1].owner', 'must be a public key'],
      [{ positions: [null] }, 'positions[0].owner', 'must be a public key'],
      [
        { positions: [{ owner: wallet, ownerToken: key() }] },
        'positions[0].ownerToken',
        'is not needed in a SOL market',
      ],
      [{ market: '' }, 'market', 'must be a public key'],
    ],
  },
  claimPosition: {
    build: sdk.claimPosition,
    valid: { owner: wallet, market },
    refusals: [
      [{ owner: undefined }, 'owner', 'must be a public key'],
      [{ market: undefined }, 'market', 'must be a public key'],
      [{ ownerToken: key() }, 'ownerToken', 'is not needed in a SOL market'],
    ],
  },
  closeMarket: {
    build: sdk.closeMarket,
    valid: { keeper: wallet, market, creator: wallet },
    refusals: [
      [{ creator: undefined }, 'creator', 'must be a public key'],
      [{ market: undefined }, 'market', 'must be a public key'],
    ],
  },
  initializeConfig: {
    build: sdk.initializeConfig,
    valid: { authority: wallet, utilityMint: mint, settings },
    refusals: [
      [{ authority: undefined }, 'authority', 'must be a public key'],
      [{ utilityMint: undefined }, 'utilityMint', 'must be a public key'],
      [{ programData: 'x' }, 'programData', 'must be a public key'],
      [{ settings: null }, 'settings', 'must be an object'],
      [withSettings({ treasury: PublicKey.default }), 'settings.treasury', 'must not be the default pubkey'],
      [withSettings({ burnBps: 1_001 }), 'settings.burnBps', 'must be a whole number from 0 to 1000'],
      [withSettings({ developerBps: -1 }), 'settings.developerBps', 'must be a whole number from 0 to 1000'],
      [withSettings({ minimumStakeSol: 0n }), 'settings.minimumStakeSol', `must be from 1 to ${MAX}`],
      [withSettings({ minimumStakeUtility: 5 }), 'settings.minimumStakeUtility', 'must be a bigint'],
      [
        withSettings({ maxDuration: 157_680_001 }),
        'settings.maxDuration',
        'must be a whole number from 1 to 157680000',
      ],
      [
        withSettings({ pythReceiver: key() }),
        'settings.pythReceiver',
        "must be one of Pyth's receiver programs",
      ],
      [withSettings({ pythReceiver: undefined }), 'settings.pythReceiver', 'must be a public key'],
      [withSettings({ proofWindow: 9 }), 'settings.proofWindow', 'must be a whole number from 10 to 604800'],
      [
        withSettings({ shortestPeriod: 1 }),
        'settings.shortestPeriod',
        'must be a whole number from 2 to 300',
      ],
      [
        withSettings({ shortestAttestedPeriod: 3_601 }),
        'settings.shortestAttestedPeriod',
        'must be a whole number from 2 to 3600',
      ],
      [withSettings({ closeMargin: 61 }), 'settings.closeMargin', 'must be a whole number from 2 to 60'],
      [withSettings({ settleReward: 50_001n }), 'settings.settleReward', 'must be at most 50000 lamports'],
      [
        withSettings({ maxConfidenceBps: 9 }),
        'settings.maxConfidenceBps',
        'must be a whole number from 10 to 10000',
      ],
      [
        withSettings({ voidDelay: 1_209_599 }),
        'settings.voidDelay',
        'must be a whole number from 1209600 to 2592000',
      ],
      [
        withSettings({ maxConfidenceBps: 10_001 }),
        'settings.maxConfidenceBps',
        'must be a whole number from 10 to 10000',
      ],
      [withSettings({ paused: 1 }), 'settings.paused', 'must be true or false'],
    ],
  },
  updateConfig: {
    build: sdk.updateConfig,
    valid: { admin: wallet, settings, pendingAdmin: null },
    refusals: [
      [{ admin: undefined }, 'admin', 'must be a public key'],
      [{ pendingAdmin: undefined }, 'pendingAdmin', 'must be a public key'],
      [{ pendingAdmin: PublicKey.default }, 'pendingAdmin', 'must not be the default pubkey'],
      [withSettings({ burnBps: 0.5 }), 'settings.burnBps', 'must be a whole number from 0 to 1000'],
    ],
  },
  acceptAdmin: {
    build: sdk.acceptAdmin,
    valid: { pendingAdmin: wallet },
    refusals: [[{ pendingAdmin: null }, 'pendingAdmin', 'must be a public key']],
  },
  createAttestorSet: {
    build: sdk.createAttestorSet,
    valid: { admin: wallet, index: 0, keys },
    refusals: [
      [{ admin: undefined }, 'admin', 'must be a public key'],
      [{ index: 65_536 }, 'index', 'must be a whole number from 0 to 65535'],
      ...[0, 1, 2, 3, 6, 9].map((length): Refusal => {
        const some = Array.from({ length }, key)
        return [{ keys: some }, 'keys', `must be 4, 5, 7 or 8 keys, not ${length}`]
      }),
      [{ keys: [keys[0], keys[1], keys[2], keys[0]] }, 'keys', 'must be distinct'],
      [{ keys: [keys[0], PublicKey.default] }, 'keys[1]', 'must not be the default pubkey'],
    ],
  },
}

describe('instruction input', () => {
  for (const [name, { build, valid, refusals }] of Object.entries(REFUSALS)) {
    const run = (change: Loose) => build({ ...valid, ...change } as never)

    it(`lets ${name} through at the limits`, () => {
      expect(() => run({})).not.to.throw()
    })

    for (const [change, field, reason] of refusals) {
      const text = Object.entries(change).map(([key, value]) => `${key} ${print(value)}`)
      it(`refuses ${name} with ${text}`, () => {
        expect(() => run(change)).to.throw(InvalidInputError, `${field}: ${reason}`)
      })
    }
  }

  it('takes addresses from another copy of web3.js', () => {
    const foreign = { toBytes: () => market.toBytes(), toBuffer: () => market.toBuffer() }
    expect(() => sdk.voidMarket({ keeper: market, market: foreign as PublicKey })).not.to.throw()
  })

  it('takes a question of exactly 280 bytes about the token it needs', () => {
    const condition = { ...price, type: 'supply', timing: 'byExpiry' }
    const input = { ...creation, question: '💧'.repeat(70), token, condition }
    expect(() => sdk.createMarket(input as never)).not.to.throw()
  })
})

function print(value: unknown): string {
  const text = JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner))
  return String(text).slice(0, 80)
}
