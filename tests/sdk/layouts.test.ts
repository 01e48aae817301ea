import {
  AccountLayout,
  createAssociatedTokenAccountIdempotentInstruction,
  getAssociatedTokenAddressSync,
  MintLayout,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { ensureTokenAccount } from '../../sdk/src/core/instructions/currency.ts'
import { readMint, readTokenAmount } from '../../sdk/src/core/token-accounts.ts'
import { codecOf } from '../../sdk/src/web3/codec.ts'

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
