import {
  decodeAttestorSet,
  decodeBankroll,
  decodeConfig,
  decodeFeeVault,
  decodeMarket,
  decodePosition,
  decodeQuestion,
  findConfig,
  findFeeVault,
  findPosition,
  findQuestion,
} from '@prediction-market/sdk/accounts'
import { IDL } from '@prediction-market/sdk/idl'
import * as kit from '@prediction-market/sdk/kit'
import type { Encoder, VariableSizeDecoder } from '@solana/kit'
import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import * as fc from 'fast-check'
import { DISCRIMINATORS } from '../../sdk/src/core/program.ts'
import { accountSize } from '../../sdk/src/web3/coder.ts'
import { givenAttestors } from '../helpers/oracle/attestors.ts'
import { givenBankroll, givenDelegate } from '../helpers/program/bankroll.ts'
import { givenBet, givenMarket, startWorld, succeed, type World } from '../helpers/program/world.ts'
import { signerOf, toKit, toWeb3 } from '../helpers/sdk/convert.ts'

/** The codec of each account type, without the types of its values. */
const CODECS = {
  attestorSet: [kit.getAttestorSetDecoder(), kit.getAttestorSetEncoder(), decodeAttestorSet],
  bankroll: [kit.getBankrollDecoder(), kit.getBankrollEncoder(), decodeBankroll],
  config: [kit.getConfigDecoder(), kit.getConfigEncoder(), decodeConfig],
  feeVault: [kit.getFeeVaultDecoder(), kit.getFeeVaultEncoder(), decodeFeeVault],
  market: [kit.getMarketDecoder(), kit.getMarketEncoder(), decodeMarket],
  position: [kit.getPositionDecoder(), kit.getPositionEncoder(), decodePosition],
  question: [kit.getQuestionDecoder(), kit.getQuestionEncoder(), decodeQuestion],
} as unknown as Record<
  string,
  [VariableSizeDecoder<Record<string, unknown>>, Encoder<unknown>, (data: Uint8Array) => object]
>

/** A value with addresses as text, the default pubkey for none, and stakes as pairs, as the program stores them. */
function plain(value: unknown): unknown {
  if (value instanceof PublicKey) return value.toBase58()
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  if ('Yes' in value && 'No' in value) return [value.Yes, value.No]
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, plain(child)]))
}

/** Fields that our decoders convert: enums as words, options, and sums. */
const CONVERTED = [
  'status',
  'answer',
  'condition',
  'observation',
  'reference',
  'resolvedAt',
  'fees',
  'delegates',
  'reserved',
  'padding',
]

/** Decodes bytes by both clients, compares the fields that both have, and encodes them again. */
function compare(name: string, data: Uint8Array): Record<string, unknown> {
  const [decoder, encoder, decode] = CODECS[name] ?? expect.fail(`no codec for ${name}`)
  const theirs = decoder.decode(data)
  const ours = plain(decode(data)) as Record<string, unknown>
  const shared = Object.keys(ours).filter((field) => field in theirs && !CONVERTED.includes(field))
  expect(shared).to.include('version')
  for (const field of shared) expect(plain(theirs[field]), field).to.deep.equal(ours[field] ?? NONE)
  const encoded = encoder.encode(theirs)
  // An attestor set on chain has room for keys that it does not hold.
  expect(Buffer.from(encoded)).to.deep.equal(Buffer.from(data.subarray(0, encoded.length)))
  return theirs
}

const NONE = PublicKey.default.toBase58()

describe('the Kit client decodes the same accounts:', () => {
  let world: World
  const onChain = new Map<string, Uint8Array>()

  before(async () => {
    world = await startWorld()
    const attestors = await givenAttestors(world)
    const market = await givenMarket(world, { currency: world.utility })
    const bettor = await givenBet(world, market, 'Yes', 5n * 10n ** 6n)
    const bankroll = await givenBankroll(world)
    await givenDelegate(world, bankroll)
    const addresses: Record<string, PublicKey> = {
      attestorSet: attestors.address,
      bankroll: bankroll.address,
      config: findConfig(),
      feeVault: findFeeVault(),
      market: market.address,
      position: findPosition(market.address, bettor.publicKey),
      question: findQuestion(market.address),
    }
    for (const [name, address] of Object.entries(addresses)) {
      const account = await world.chain.account(address)
      if (account) onChain.set(name, account.data)
    }
  })

  for (const { name } of IDL.accounts) {
    it(name, () => {
      compare(name, onChain.get(name) ?? expect.fail(`no account of type ${name} on the chain`))
    })
  }

  for (const name of ['market', 'position'] as const) {
    it(`${name}, whatever its bytes are`, () => {
      const size = accountSize(name)
      const bytes = fc.uint8Array({ minLength: size, maxLength: size })
      fc.assert(
        fc.property(bytes, (data) => {
          data.set(DISCRIMINATORS[name])
          if (name === 'market') data.set([1, 0, 0, 0, 0], 8)
          const [decoder, encoder] = CODECS[name] ?? expect.fail()
          expect(Buffer.from(encoder.encode(decoder.decode(data)))).to.deep.equal(Buffer.from(data))
        }),
      )
    })
  }

  it('the name of an error, and its account type by its first bytes', () => {
    const { errors } = IDL
    for (const { code, msg } of errors) {
      const known = code as Parameters<typeof kit.getPredictionMarketErrorMessage>[0]
      expect(kit.getPredictionMarketErrorMessage(known)).to.equal(msg)
    }
    const data = onChain.get('question') ?? expect.fail()
    expect(kit.identifyPredictionMarketAccount(data)).to.equal(kit.PredictionMarketAccount.Question)
  })

  it('and the program takes a bet that it built', async () => {
    const market = await givenMarket(world)
    const bettor = await givenBet(world, market, 'No', 10n ** 9n)
    const bet = await kit.getPlaceBetInstructionAsync({
      bettor: signerOf(bettor.publicKey),
      market: toKit(market.address),
      stake: { outcome: kit.Outcome.Yes, amount: 3n * 10n ** 9n },
      minPayout: 3n * 10n ** 9n,
    })
    await succeed(world, [toWeb3(bet)], [bettor])
    const account = (await world.chain.account(market.address)) ?? expect.fail()
    expect(kit.getMarketDecoder().decode(account.data).pools).to.deep.equal([3n * 10n ** 9n, 10n ** 9n])
  })
})
