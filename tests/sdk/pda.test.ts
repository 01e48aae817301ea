import { PROGRAM_ID } from '@prediction-market/sdk'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import * as pda from '../../sdk/src/web3/pda.ts'

const [a, b] = [Keypair.generate().publicKey, Keypair.generate().publicKey]
const text = (seed: string) => new TextEncoder().encode(seed)

/** The seeds as the program's documentation states them, derived without the IDL. */
const EXPECTED: [string, (programId?: PublicKey) => PublicKey, Uint8Array[]][] = [
  ['config', (id) => pda.findConfig(id), [text('config')]],
  ['fee vault', (id) => pda.findFeeVault(id), [text('fee_vault')]],
  ['attestor set', (id) => pda.findAttestorSet(0x0102, id), [text('attestors'), Uint8Array.of(0x02, 0x01)]],
  [
    'market',
    (id) => pda.findMarket(a, 0x01_02_03_04_05_06_07_08n, id),
    [text('market'), a.toBytes(), Uint8Array.of(8, 7, 6, 5, 4, 3, 2, 1)],
  ],
  ['question', (id) => pda.findQuestion(a, id), [text('question'), a.toBytes()]],
  ['escrow', (id) => pda.findEscrow(a, id), [text('escrow'), a.toBytes()]],
  ['position', (id) => pda.findPosition(a, b, id), [text('position'), a.toBytes(), b.toBytes()]],
]

describe('pda', () => {
  for (const [name, find, seeds] of EXPECTED) {
    it(`finds the ${name}`, () => {
      const [address] = PublicKey.findProgramAddressSync(seeds, PROGRAM_ID)
      expect(find().toBase58()).to.equal(address.toBase58())
    })

    it(`finds the ${name} of another deployment`, () => {
      const programId = Keypair.generate().publicKey
      const [address] = PublicKey.findProgramAddressSync(seeds, programId)
      expect(find(programId).toBase58()).to.equal(address.toBase58())
    })
  }

  it('takes the largest numbers the seeds can hold and nothing beyond', () => {
    expect(() => pda.findMarket(a, 2n ** 64n - 1n)).not.to.throw()
    expect(() => pda.findMarket(a, 2n ** 64n)).to.throw('nonce: must be from 0')
    expect(() => pda.findMarket(a, -1n)).to.throw('nonce: must be from 0')
    expect(() => pda.findMarket(a, 1 as unknown as bigint)).to.throw('nonce: must be a bigint')
    expect(() => pda.findAttestorSet(65_535)).not.to.throw()
    expect(() => pda.findAttestorSet(65_536)).to.throw('index: must be a whole number from 0 to 65535')
    expect(() => pda.findAttestorSet(0.5)).to.throw('index: must be a whole number')
  })

  it('refuses what is no address, by field', () => {
    expect(() => pda.findPosition(a, PublicKey.default)).to.throw('owner: must not be the default pubkey')
    expect(() => pda.findEscrow('market' as unknown as PublicKey)).to.throw('market: must be a public key')
    expect(() => pda.findConfig(null as unknown as PublicKey)).to.throw('programId: must be a public key')
  })
})
