import { type Connection, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { withSharedReads } from '../../app/src/chain/shared-reads.ts'

const [A, B, C] = [new PublicKey(1), new PublicKey(2), new PublicKey(3)]

describe('reads that callers share', () => {
  let asked: { method: string; params: unknown[] }[]
  let shared: Connection
  const state = { slot: 1, slotMs: 60_000 }

  beforeEach(() => {
    asked = []
    const raw = { data: ['AQI=', 'base64'], executable: false, lamports: 5, owner: C.toBase58() }
    const connection = {
      async _rpcRequest(method: string, params: unknown[]) {
        asked.push({ method, params })
        const [addresses] = params as [string[]]
        const value = addresses.map((address) => (address === A.toBase58() ? raw : null))
        return { result: { context: { slot: 7 }, value } }
      },
      async getLatestBlockhash() {
        asked.push({ method: 'getLatestBlockhash', params: [] })
        return { blockhash: 'b', lastValidBlockHeight: 9 }
      },
      async getRecentPrioritizationFees(params: unknown) {
        asked.push({ method: 'getRecentPrioritizationFees', params: [params] })
        return [{ slot: 1, prioritizationFee: 3 }]
      },
      async getAccountInfoAndContext(_: PublicKey, config: unknown) {
        asked.push({ method: 'getAccountInfo', params: [config] })
        return { context: { slot: 8 }, value: null }
      },
    }
    shared = withSharedReads(connection as unknown as Connection, (key) => key.equals(B), state)
  })

  it('of accounts at the same time are one call', async () => {
    const [one, two, both] = await Promise.all([
      shared.getAccountInfo(A),
      shared.getAccountInfo(B, 'confirmed'),
      shared.getMultipleAccountsInfoAndContext([B, A], { commitment: 'confirmed' }),
    ])
    expect(asked.map(({ method }) => method)).to.deep.equal(['getMultipleAccounts'])
    expect({ ...one, owner: one?.owner.toBase58() }).to.deep.equal({
      executable: false,
      lamports: 5,
      owner: C.toBase58(),
      data: Buffer.from([1, 2]),
    })
    expect([two, both]).to.deep.equal([null, { context: { slot: 7 }, value: [null, one] }])
  })

  it('at another level, or from a slot on, are calls of their own', async () => {
    const config = { commitment: 'confirmed', minContextSlot: 5 } as const
    expect(await shared.getAccountInfo(A, config)).to.equal(null)
    expect(asked).to.deep.equal([{ method: 'getAccountInfo', params: [config] }])
  })

  it('of the latest blockhash and of fees are kept for a while, fees by the accounts that many write', async () => {
    for (let count = 0; count < 2; count++) {
      expect((await shared.getLatestBlockhash('confirmed')).blockhash).to.equal('b')
      await shared.getRecentPrioritizationFees({ lockedWritableAccounts: count ? [A, B] : [B, C] })
    }
    expect(asked).to.deep.equal([
      { method: 'getLatestBlockhash', params: [] },
      { method: 'getRecentPrioritizationFees', params: [{ lockedWritableAccounts: [B] }] },
    ])
    // A localnet's slots can jump, and blockhashes expire with them.
    state.slot += 13
    await shared.getLatestBlockhash()
    expect(asked).to.have.length(3)
  })
})
