import { PROGRAM_ID } from '@prediction-market/sdk'
import {
  AccountLayout,
  createAssociatedTokenAccountIdempotentInstruction,
  getAssociatedTokenAddressSync,
  MintLayout,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { ensureTokenAccount } from '../../sdk/src/core/instructions/currency.ts'
import { readMint, readTokenAmount } from '../../sdk/src/core/token-accounts.ts'
import { codecOf } from '../../sdk/src/web3/codec.ts'
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

const key = () => Keypair.generate().publicKey
const TOKEN = TOKEN_PROGRAM_ID.toBase58()

const EXTENDED_SIZE = 166

/** A mint as spl-token writes it. */
function mintData(hasAuthority: boolean, size = MintLayout.span): Buffer {
  const data = Buffer.alloc(size)
  MintLayout.encode(
    {
      mintAuthorityOption: hasAuthority ? 1 : 0,
      mintAuthority: key(),
      supply: 2n ** 64n - 1n,
      decimals: 6,
      isInitialized: true,
      freezeAuthorityOption: 0,
      freezeAuthority: key(),
    },
    data,
  )
  return data
}

/** A token account as spl-token writes it. */
function accountData(amount: bigint): Buffer {
  const data = Buffer.alloc(AccountLayout.span)
  const none = {
    delegateOption: 0,
    delegate: key(),
    isNativeOption: 0,
    isNative: 0n,
    delegatedAmount: 0n,
  } as const
  const closed = { closeAuthorityOption: 0, closeAuthority: key() } as const
  AccountLayout.encode({ mint: key(), owner: key(), amount, state: 1, ...none, ...closed }, data)
  return data
}

describe('what the SDK reads without a library', () => {
  it('reads mints and token accounts', () => {
    const mint = readMint(TOKEN, mintData(true))
    expect(mint).to.include({ supply: 2n ** 64n - 1n, decimals: 6 })
    expect(mint?.mintAuthority).to.not.equal(null)
    expect(readMint(TOKEN, mintData(false))?.mintAuthority).to.equal(null)
    expect(readTokenAmount(TOKEN, accountData(7n))).to.equal(7n)
  })

  it('tells mints of Token-2022 with extensions from token accounts', () => {
    const program = TOKEN_2022_PROGRAM_ID.toBase58()
    const extended = mintData(true, EXTENDED_SIZE)
    extended[EXTENDED_SIZE - 1] = 1
    expect(readMint(program, extended)?.decimals).to.equal(6)
    expect(readTokenAmount(program, extended)).to.equal(null)
    extended[EXTENDED_SIZE - 1] = 2
    expect(readMint(program, extended)).to.equal(null)
    expect(readTokenAmount(program, extended)).to.be.a('bigint')
  })

  it('takes nothing else for one', () => {
    expect(readMint(key().toBase58(), mintData(true)), 'of another program').to.equal(null)
    expect(readMint(TOKEN, mintData(true).subarray(1)), 'cut short').to.equal(null)
    expect(readMint(TOKEN, accountData(7n)), 'a token account').to.equal(null)
    expect(readTokenAmount(TOKEN, Buffer.alloc(355, 2)), 'a multisig').to.equal(null)
    expect(readMint(TOKEN, new Uint8Array())).to.equal(null)
  })

  it('creates the same token account', () => {
    const [mint, owner, payer] = [key(), key(), key()]
    for (const tokenProgram of [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID]) {
      const account = getAssociatedTokenAddressSync(mint, owner, true, tokenProgram)
      expect(ensureTokenAccount(codecOf(), { mint, tokenProgram }, owner, payer)).to.deep.equal([
        createAssociatedTokenAccountIdempotentInstruction(payer, account, owner, mint, tokenProgram),
      ])
    }
  })
})
