import {
  fromMarketId,
  InvalidInputError,
  PROGRAM_ID,
  PredictionMarketError,
  ProgramError,
  toMarketId,
} from '@prediction-market/sdk'
import { IDL } from '@prediction-market/sdk/idl'
import { parseProgramError, TransactionFailedError } from '@prediction-market/sdk/transaction'
import { Keypair, PublicKey, SendTransactionError } from '@solana/web3.js'
import { expect } from 'chai'
import { isUnpaid } from '../../sdk/src/core/transaction/errors.ts'

const OURS = PROGRAM_ID.toBase58()
const OTHER = Keypair.generate().publicKey.toBase58()
const SYSTEM = '11111111111111111111111111111111'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const CLOSED = {
  name: 'MarketClosed',
  message: 'The market no longer takes bets',
  code: codeOf('marketClosed'),
}
const HEX = `0x${CLOSED.code.toString(16)}`
const LOGS = [
  `Program ${OURS} invoke [1]`,
  'Program log: Instruction: PlaceBet',
  `Program ${OURS} failed: custom program error: ${HEX}`,
]

function codeOf(name: string): number {
  return IDL.errors.find((error) => error.name === name)?.code ?? 0
}

/** Every shape in which a failure is reported. */
const SHAPES: Record<string, unknown> = {
  'a SendTransactionError': new SendTransactionError({
    action: 'simulate',
    signature: '',
    transactionMessage: `Transaction simulation failed: Error processing Instruction 0: custom program error: ${HEX}`,
    logs: LOGS,
  }),
  'a SendTransactionError without logs': new SendTransactionError({
    action: 'send',
    signature: 'abc',
    transactionMessage: `Error processing Instruction 0: custom program error: ${HEX}`,
  }),
  'a simulation': { err: { InstructionError: [0, { Custom: CLOSED.code }] }, logs: LOGS },
  'a simulation in its RPC envelope': { context: { slot: 1 }, value: { err: 'x', logs: LOGS } },
  'a simulation without logs': {
    context: { slot: 1 },
    value: { err: { InstructionError: [0, { Custom: CLOSED.code }] }, logs: null },
  },
  'a meta': { err: { InstructionError: [0, { Custom: CLOSED.code }] }, logMessages: LOGS },
  'a meta without logs': { err: { InstructionError: [0, { Custom: CLOSED.code }] }, logMessages: null },
  'a transaction': { slot: 5, meta: { err: { InstructionError: [0, 'x'] }, logMessages: LOGS } },
  'the text that bankrun throws': new Error(`Error processing Instruction 1: custom program error: ${HEX}`),
  'what bankrun returns': {
    result: `Error processing Instruction 1: custom program error: ${HEX}`,
    meta: { logMessages: LOGS },
  },
  'what LiteSVM returns': {
    err: () => ({ toString: () => `InstructionError(1, Custom(${CLOSED.code}))` }),
    meta: () => ({ logs: () => LOGS }),
  },
  'what LiteSVM returns, its logs cut': {
    err: () => ({ toString: () => `InstructionError(1, Custom(${CLOSED.code}))` }),
    meta: () => ({ logs: () => ['Log truncated'] }),
  },
  'an error and its logs': { error: 'failed', logs: LOGS },
}

describe('program errors', () => {
  for (const [shape, source] of Object.entries(SHAPES)) {
    it(`are read from ${shape}`, () => {
      const error = parseProgramError(source)
      expect(error).to.be.instanceOf(ProgramError).and.to.be.instanceOf(PredictionMarketError)
      expect(error).to.include(CLOSED)
      expect(error?.cause).to.equal(source)
      const hasLogs = error?.program !== null
      if (hasLogs) expect(error).to.deep.include({ logs: LOGS, program: OURS })
    })
  }

  it('bear the program’s own names and messages, every one', () => {
    for (const { code, name, msg } of IDL.errors) {
      const error = parseProgramError({ err: { InstructionError: [0, { Custom: code }] } })
      expect(error?.name).to.equal(name.charAt(0).toUpperCase() + name.slice(1))
      expect(error?.message).to.equal(msg)
    }
  })

  it('bear Anchor’s names where the framework refused', () => {
    const error = parseProgramError(new Error('custom program error: 0x7d1'))
    expect(error).to.include({ name: 'ConstraintHasOne', code: 2001 })
    expect(error?.message).to.equal('A has one constraint was violated')
  })

  it('name the innermost program that refused', () => {
    const through = (program: string, code: string) => [
      `Program ${OURS} invoke [1]`,
      `Program ${program} invoke [2]`,
      `Program ${program} failed: custom program error: ${code}`,
      `Program ${OURS} failed: custom program error: ${code}`,
    ]
    const sol = parseProgramError({ logs: through(SYSTEM, '0x1') })
    expect(sol).to.include({ name: 'InsufficientFunds', message: 'The wallet does not hold enough SOL' })
    const tokens = parseProgramError({ logs: through(TOKEN, '0x1') })
    expect(tokens).to.include({ name: 'InsufficientFunds', program: TOKEN })
    expect(tokens?.message).to.equal('The token account does not hold enough tokens')
    // The same number from somebody else is not one of ours.
    const other = parseProgramError({ logs: through(OTHER, HEX) })
    expect(other).to.include({ name: 'UnknownProgramError', code: CLOSED.code, program: OTHER })
    const token = parseProgramError({ logs: through(TOKEN, '0x11') })
    expect(token).to.include({ name: 'UnknownProgramError', code: 17 })
  })

  it('are unknown by number where the program is newer', () => {
    const error = parseProgramError({ err: { InstructionError: [0, { Custom: 59_999 }] } })
    expect(error).to.include({ name: 'UnknownProgramError', message: 'The program failed with error 0xea5f' })
  })

  it('are those of another deployment where one is named', () => {
    const logs = [`Program ${OTHER} invoke [1]`, `Program ${OTHER} failed: custom program error: ${HEX}`]
    expect(parseProgramError({ logs }, new PublicKey(OTHER))?.name).to.equal('MarketClosed')
  })

  it('are undefined if no program refused', () => {
    for (const source of [
      null,
      undefined,
      '',
      42,
      {},
      Object.create(null),
      new Error('Blockhash not found'),
      { err: null, logs: [] },
      { err: 'BlockhashNotFound', logs: [] },
      { err: { InsufficientFundsForRent: { account_index: 1 } }, logs: [`Program ${OURS} invoke [1]`] },
      { err: { InstructionError: [0, 'ComputationalBudgetExceeded'] }, logs: [] },
      { logs: [`Program ${OURS} invoke [1]`, `Program ${OURS} failed: exceeded CUs meter`] },
    ]) {
      expect(parseProgramError(source)).to.equal(null)
    }
  })

  it('pass through', () => {
    const error = parseProgramError({ logs: LOGS })
    expect(parseProgramError(error)).to.equal(error)
  })
})

describe('rent that lacks', () => {
  for (const [account, isPayer] of [
    [0, true],
    [1, false],
    [10, false],
  ] as const) {
    it(`at account ${account} is ${isPayer ? '' : 'not '}that of the payer`, () => {
      for (const reason of [
        { InsufficientFundsForRent: { account_index: account } },
        `InsufficientFundsForRent { account_index: ${account} }`,
        `Transaction results in an account (${account}) with insufficient funds for rent`,
      ]) {
        expect(isUnpaid(new TransactionFailedError(reason, [])), JSON.stringify(reason)).to.equal(isPayer)
      }
    })
  }
})

describe('market ids', () => {
  it('are market_ and the address, both ways', () => {
    const market = Keypair.generate().publicKey
    const id = toMarketId(market)
    expect(id).to.equal(`market_${market.toBase58()}`)
    expect(fromMarketId(id).equals(market)).to.equal(true)
  })

  it('refuse anything else, by field', () => {
    // An address of 44 characters: one more than that is more than 32 bytes. To a shorter address one
    // character can be added, and it may be an address again.
    const address = new PublicKey(new Uint8Array(32).fill(0xff)).toBase58()
    expect(address).to.have.length(44)
    for (const id of [
      '',
      'market_',
      address,
      `Market_${address}`,
      `market_${address} `,
      `market_${address}1`,
      `market_1${address.slice(1)}0`,
      `market_${'1'.repeat(32)}`,
      `market_${'z'.repeat(10_000)}`,
      'market_123',
      null,
      7,
    ]) {
      expect(() => fromMarketId(id as string)).to.throw(InvalidInputError, 'marketId: must be market_ and')
    }
    expect(() => fromMarketId('x', 'id')).to.throw('id: must be')
    expect(() => toMarketId(PublicKey.default)).to.throw('market: must not be the default pubkey')
  })
})
