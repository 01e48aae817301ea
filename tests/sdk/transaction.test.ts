import { InvalidInputError, PROGRAM_ID } from '@prediction-market/sdk'
import { settlePositions } from '@prediction-market/sdk/instructions'
import {
  compileTransaction,
  computeLimit,
  decodeTransaction,
  fitsTransaction,
  planSettlement,
  type SettlementInput,
} from '@prediction-market/sdk/transaction'
import { address, getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit'
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  type VersionedTransaction,
} from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { planSettlement as kitPlan } from '../../sdk/src/core/transaction/settlement.ts'
import { codecOf as kitCodec } from '../../sdk/src/kit/codec.ts'
import { COMPILER } from '../../sdk/src/kit/compiler.ts'
import { toKit } from '../helpers/sdk/convert.ts'

const key = () => Keypair.generate().publicKey
const blockhash = PublicKey.default.toBase58()
const payer = key()
const transfer = SystemProgram.transfer({ fromPubkey: payer, toPubkey: key(), lamports: 1 })

/** Data of the compute budget's instructions, in hexadecimal. */
function budget({ message }: VersionedTransaction): string[] {
  const index = message.staticAccountKeys.findIndex((k) => k.equals(ComputeBudgetProgram.programId))
  return message.compiledInstructions
    .filter(({ programIdIndex }) => programIdIndex === index)
    .map(({ data }) => Buffer.from(data).toString('hex'))
}

function table(addresses: PublicKey[]): AddressLookupTableAccount {
  return new AddressLookupTableAccount({
    key: key(),
    state: {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses,
    },
  })
}

describe('transactions', () => {
  it('are versioned, and carry their limits and price', () => {
    const transaction = compileTransaction({
      payer,
      instructions: [transfer],
      blockhash,
      computeUnits: 0x12345,
      priorityFee: 2n ** 64n - 1n,
      loadedBytes: 0x1020304,
    })
    expect(transaction.version).to.equal(0)
    expect(transaction.message.staticAccountKeys[0]).to.deep.equal(payer)
    expect(budget(transaction)).to.deep.equal(['0245230100', '03ffffffffffffffff', '0404030201'])
  })

  it('of version 1 are those that @solana/kit reads, and can be read and written again', () => {
    // Given one with a price of a lamport and a half for its whole limit.
    const signer = Keypair.generate()
    const computeUnits = 300_000
    const instructions = [
      SystemProgram.transfer({ fromPubkey: signer.publicKey, toPubkey: key(), lamports: 1 }),
    ]
    const input = { payer: signer.publicKey, instructions, blockhash, computeUnits, priorityFee: 5n }
    const transaction = compileTransaction({ ...input, version: 1 })
    transaction.sign([signer])
    const bytes = transaction.serialize()

    // Then kit reads the same message, and a fee that is rounded up.
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    expect(message).to.deep.include({ version: 1, lifetimeToken: blockhash })
    expect(
      JSON.parse(JSON.stringify(message, (_, value) => (typeof value === 'bigint' ? `${value}` : value))),
    )
      .to.have.property('configValues')
      .that.deep.equals([
        { kind: 'u64', value: '2' },
        { kind: 'u32', value: computeUnits },
        { kind: 'u32', value: 16 * 1_024 * 1_024 },
      ])
    expect(Buffer.from(signatures[address(signer.publicKey.toBase58())] ?? [])).to.deep.equal(
      Buffer.from(transaction.signatures[0] ?? []),
    )
    expect(decodeTransaction(bytes).serialize()).to.deep.equal(bytes)
    // And lookup tables are refused: version 1 has none.
    const lookupTables = [table([key()])]
    expect(() => compileTransaction({ ...input, version: 1, lookupTables })).to.throw(
      'lookupTables: must be empty',
    )
  })

  it('are byte by byte those of web3.js', () => {
    const keys = [payer, ...Array.from({ length: 7 }, key)]
    const oneOf = fc.constantFrom(...keys)
    const instruction = fc.record({
      programId: oneOf,
      keys: fc.array(fc.record({ pubkey: oneOf, isSigner: fc.boolean(), isWritable: fc.boolean() })),
      data: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    })
    const some = fc.array(instruction, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(some, (given) => {
        const instructions = given.map((one) => new TransactionInstruction(one))
        const expected = new TransactionMessage({ payerKey: payer, recentBlockhash: blockhash, instructions })
        const { message } = compileTransaction({ payer, instructions, blockhash })
        expect(message.serialize()).to.deep.equal(expected.compileToV0Message().serialize())
      }),
    )
  })

  it('carry neither where none is asked for', () => {
    expect(budget(compileTransaction({ payer, instructions: [transfer], blockhash }))).to.deep.equal([])
  })

  it('refuse what makes no sense, by field', () => {
    const compile = (change: object) =>
      compileTransaction({ payer, instructions: [transfer], blockhash, ...change })
    expect(() => compile({ instructions: [] })).to.throw(InvalidInputError, 'instructions: must be at least')
    expect(() => compile({ computeUnits: 1_400_001 })).to.throw('computeUnits: must be a whole number from 1')
    expect(() => compile({ loadedBytes: 2 ** 26 + 1 })).to.throw('loadedBytes: must be a whole number from 1')
    expect(() => compile({ priorityFee: 5 })).to.throw('priorityFee: must be a bigint')
    expect(() => compile({ payer: PublicKey.default })).to.throw('payer: must not be the default pubkey')
  })

  it('have a limit a little above what a simulation took, and never above the most there is', () => {
    expect(computeLimit(10_000)).to.equal(11_500)
    expect(computeLimit(1)).to.equal(502)
    expect(computeLimit(1_390_000)).to.equal(1_400_000)
  })

  it('fit up to 1,232 bytes', () => {
    const settle = (count: number) => {
      const positions = Array.from({ length: count }, () => ({ owner: key() }))
      const instructions = [settlePositions({ keeper: payer, market: key(), positions })]
      return compileTransaction({ payer, instructions, blockhash })
    }
    const sizes = Array.from({ length: 18 }, (_, index) => settle(index + 1))
    for (const transaction of sizes.filter(fitsTransaction)) {
      expect(transaction.serialize().length).to.be.at.most(1_232)
    }
    expect(sizes.filter(fitsTransaction)).to.have.length(14)
    // Far beyond what web3.js can even serialise.
    expect(fitsTransaction(settle(60))).to.equal(false)
  })
})

describe('settlement plans', () => {
  const owners = Array.from({ length: 60 }, key)
  const positions = owners.map((owner) => ({ owner }))
  const base = { market: key(), payer, positions }
  const utility = { mint: key() }

  function fits(input: SettlementInput, count: number, start = 0): boolean {
    const positions = input.positions.slice(start, start + count)
    const { lookupTables, priorityFee } = input
    return fitsTransaction(
      compileTransaction({
        payer,
        blockhash,
        computeUnits: 1_400_000,
        priorityFee,
        lookupTables,
        instructions: [settlePositions({ ...input, keeper: payer, positions })],
      }),
    )
  }

  function fitsAll(input: SettlementInput, batch: PublicKey[]): boolean {
    return fits({ ...input, positions: batch.map((owner) => ({ owner })) }, batch.length)
  }

  for (const [name, input] of Object.entries<SettlementInput>({
    SOL: base,
    UTILITY: { ...base, ...utility },
    'UTILITY with a priority fee': { ...base, ...utility, priorityFee: 1_000n },
  })) {
    it(`in ${name} name everybody once, in transactions that are full`, () => {
      const batches = planSettlement(input, PROGRAM_ID)
      expect(batches.flatMap((batch) => batch.owners)).to.deep.equal(owners)
      let start = 0
      for (const batch of batches.slice(0, -1)) {
        expect(fits(input, batch.owners.length, start)).to.equal(true)
        expect(fits(input, batch.owners.length + 1, start)).to.equal(false)
        start += batch.owners.length
      }
    })
  }

  it('hold 14 positions a transaction in SOL, and 8 in UTILITY', () => {
    expect(planSettlement(base, PROGRAM_ID)[0]?.owners).to.have.length(14)
    expect(planSettlement({ ...base, ...utility }, PROGRAM_ID)[0]?.owners).to.have.length(8)
  })

  it('hold 30 positions a transaction of version 1 in SOL, and 19 in UTILITY', () => {
    const sol = planSettlement({ ...base, version: 1 }, PROGRAM_ID)
    expect(sol[0]?.owners).to.have.length(30)
    expect(sol.flatMap((batch) => batch.owners)).to.deep.equal(owners)
    const input = { ...base, ...utility, priorityFee: 5n, version: 1 } as const
    expect(planSettlement(input, PROGRAM_ID)[0]?.owners).to.have.length(19)
  })

  it('hold more with a lookup table, up to the accounts that a transaction can lock', () => {
    const accounts = planSettlement({ ...base, ...utility }, PROGRAM_ID).flatMap(({ instruction }) =>
      instruction.keys.map(({ pubkey }) => pubkey),
    )
    const addresses = [...new Map(accounts.map((account) => [account.toBase58(), account])).values()]
    const input = { ...base, ...utility, lookupTables: [table(addresses)] }
    const batches = planSettlement(input, PROGRAM_ID)
    expect(batches[0]?.owners).to.have.length(19)
    expect(batches.flatMap((batch) => batch.owners)).to.deep.equal(owners)
    for (const batch of batches) expect(fitsAll(input, batch.owners)).to.equal(true)
  })

  it('pay the same owners on Kit, with lookup tables and in version 1 too', () => {
    const accounts = planSettlement(base, PROGRAM_ID).flatMap(({ instruction }) => instruction.keys)
    const known = table([...new Set(accounts.map(({ pubkey }) => pubkey))])
    const kitTable = { [toKit(known.key)]: known.state.addresses.map(toKit) }
    // More than a transaction can hold in any way.
    const some = owners.slice(0, 34).map((owner) => ({ owner }))
    const positions = some.map(({ owner }) => ({ owner: toKit(owner) }))
    const input = { market: toKit(base.market), payer: toKit(payer), positions }
    const wire = { ...kitCodec(), ...COMPILER }
    for (const [currency, mint] of [
      [{}, {}],
      [utility, { mint: toKit(utility.mint) }],
    ] as const) {
      for (const [options, kitOptions] of [
        [{}, {}],
        [{ priorityFee: 1_000n }, { priorityFee: 1_000n }],
        [{ version: 1 }, { version: 1 }],
        [{ lookupTables: [known] }, { lookupTables: [kitTable] }],
      ] as const) {
        const onKit = kitPlan(wire, { ...input, ...mint, ...kitOptions })
        const batches = planSettlement({ ...base, ...currency, ...options, positions: some }, PROGRAM_ID)
        expect(onKit.map((batch) => batch.owners)).to.deep.equal(
          batches.map((batch) => batch.owners.map(toKit)),
        )
      }
    }
  })

  it('are empty for nobody', () => {
    expect(planSettlement({ ...base, positions: [] }, PROGRAM_ID)).to.deep.equal([])
  })

  it('lose nobody, whoever is among them and however often', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 60 }), fc.boolean(), (picks, isUtility) => {
        // The payer, who is in the transaction anyway, and repetitions make some batches shorter.
        const chosen = picks.map((pick) => (pick === 0 ? payer : (owners[pick] ?? payer)))
        const positions = chosen.map((owner) => ({ owner }))
        const input = { ...base, ...(isUtility ? utility : {}), positions }
        const batches = planSettlement(input, PROGRAM_ID)
        expect(batches.flatMap((batch) => batch.owners)).to.deep.equal(chosen)
        for (const batch of batches) expect(fitsAll(input, batch.owners)).to.equal(true)
      }),
      { numRuns: 20 },
    )
  })
})
