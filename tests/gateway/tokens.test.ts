import { TOKEN_PROGRAM_ID } from '@solana/spl-token'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { MAINNET_TOKENS } from '../../app/src/localnet/tokens/mints.ts'
import {
  inSeconds,
  paidWallet,
  refused,
  request,
  sharedGateway,
  type TestGateway,
} from '../helpers/gateway/harness.ts'

describe('tokens of the localnet', () => {
  let test: TestGateway
  let url: string

  before(async () => {
    test = await sharedGateway()
    url = test.gateway.url
  })

  const set = (body: object) => request(url, 'POST', '/v1/localnet/tokens', { body })

  async function made(body: object) {
    const answer = await set(body)
    expect(answer.status, answer.text).to.equal(200)
    return answer.body
  }

  /** Base units by wallet that holds any. */
  async function balances(mint: string): Promise<bigint[]> {
    const filters = [{ dataSize: 165 }, { memcmp: { offset: 0, bytes: mint } }]
    const accounts = await test.localnet.connection.getProgramAccounts(TOKEN_PROGRAM_ID, { filters })
    return accounts.map(({ account }) => account.data.readBigUInt64LE(64)).filter((amount) => amount > 0n)
  }

  const market = async (token: string, condition: object) =>
    request(url, 'POST', '/v1/markets', {
      body: {
        question: 'What becomes of this token?',
        tokenAddress: token,
        outcomes: ['Yes', 'No'],
        currency: 'SOL',
        expireAt: inSeconds(test, 3_600),
        condition,
      },
      wallet: await paidWallet(url, Keypair.generate(), { SOL: '1' }),
    })

  const SUPPLY = { type: 'supply', comparison: 'above', target: 2_000_000 }

  it('exist at their mainnet addresses, and can have markets', async () => {
    expect(MAINNET_TOKENS.map(({ symbol }) => symbol)).to.deep.equal([
      'SOL',
      'USDC',
      'USDT',
      'BONK',
      'JUP',
      'WIF',
      'PYTH',
    ])
    const mints = MAINNET_TOKENS.map(({ mint }) => mint)
    const accounts = await test.localnet.connection.getMultipleAccountsInfo(mints)
    expect(accounts.map((account) => account?.owner.equals(TOKEN_PROGRAM_ID))).to.deep.equal(
      mints.map(() => true),
    )
    const wif = 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm'
    const built = await market(wif, { type: 'supply', comparison: 'below', target: 900_000_000 })
    expect(built.status, built.text).to.equal(202)
  })

  it('are made with a supply and holders, and change both', async () => {
    const token = await made({ supply: '1000.5', decimals: 2, holders: 3 })
    const { mint } = token
    expect(token).to.deep.equal({
      mint,
      decimals: 2,
      supply: 1000.5,
      holders: 3,
      bondingCurve: 'none',
      pool: false,
    })
    expect(await balances(mint)).to.have.members([33_350n, 33_350n, 33_350n])
    expect(await made({ mint, supply: 500 })).to.include({ supply: 500, holders: 3 })
    expect(await made({ mint, holders: 1 })).to.include({ supply: 500, holders: 1 })
    expect(await balances(mint)).to.deep.equal([50_000n])
    // Its supply can grow, so that a market can ask whether it does.
    const built = await market(mint, SUPPLY)
    expect(built.status, built.text).to.equal(202)
  })

  it('get a bonding curve, complete it, and migrate', async () => {
    const { mint } = await made({})
    const migration = { type: 'migration' }
    refused(await market(mint, migration), 400, `${mint} has no bonding curve of pump.fun`)
    expect(await made({ mint, bondingCurve: 'open' })).to.include({ bondingCurve: 'open', pool: false })
    const built = await market(mint, migration)
    expect(built.status, built.text).to.equal(202)
    expect(await made({ mint, bondingCurve: 'complete' })).to.include({
      bondingCurve: 'complete',
      pool: false,
    })
    expect(await made({ mint, pool: true })).to.include({ bondingCurve: 'complete', pool: true })
  })

  it('are named by a refusal of an address that is no mint', async () => {
    const wallet = await paidWallet(url, Keypair.generate(), { SOL: '1' })
    for (const address of [Keypair.generate().publicKey, wallet.publicKey]) {
      const answer = await market(address.toBase58(), SUPPLY)
      refused(answer, 400, `tokenAddress: ${address.toBase58()} is no mint on this chain`)
      expect(answer.body.error).to.include('POST /v1/localnet/tokens').and.to.include('USDC')
    }
    const { mint } = await made({ mint: Keypair.generate().publicKey.toBase58() })
    expect((await market(mint, SUPPLY)).status).to.equal(202)
  })

  it('refuse contradictory fields', async () => {
    const { mint } = await made({ decimals: 0, supply: 2, holders: 2 })
    refused(await set({ mint, holders: 3 }), 400, 'holders: must each hold something')
    refused(await set({ mint, decimals: 1 }), 400, 'decimals: are 0 already')
    refused(await set({ mint, supply: '1.5' }), 400, 'supply')
    refused(
      await set({
        mint: PublicKey.findProgramAddressSync([], TOKEN_PROGRAM_ID)[0].toBase58(),
        holders: 1001,
      }),
      400,
      'holders',
    )
    const { utilityMint } = test.localnet.program
    refused(await set({ mint: utilityMint.toBase58(), supply: 1 }), 400, 'mint: is the mint of UTILITY')
    refused(
      await set({ mint: TOKEN_PROGRAM_ID.toBase58() }),
      400,
      'mint: is the address of an account that is no mint',
    )
  })
})
