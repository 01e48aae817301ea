import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { NodeConnection } from '../../app/src/chain/node-connection.ts'
import { type FindKnown, type ProgramAccount, programAccounts } from '../../app/src/chain/program-accounts.ts'

/** Reads accounts with this data from a node. */
async function read(listed: readonly Buffer[], findKnown?: FindKnown): Promise<ProgramAccount[]> {
  const connection = new NodeConnection('http://127.0.0.1:9', async ({ onStart, onItem }) => {
    onStart?.()
    for (const [index, data] of listed.entries()) {
      const account = { data: [data.toString('base64'), 'base64'], space: data.length }
      onItem?.(JSON.stringify({ pubkey: `account ${index}`, account }))
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { context: { slot: 7 }, value: [] } })
    return { status: 200, body, retryAfter: null, response: new Response(body) }
  })
  const { slot, accounts } = await programAccounts(connection, PublicKey.default, { filters: [], findKnown })
  expect(slot).to.equal(7)
  return accounts
}

describe('the accounts of a program', () => {
  const listed = ['', 'short', 'a much longer one', 'x', 'short'].map((text) => Buffer.from(text))

  it('keep their data, whatever comes after them', async () => {
    const accounts = await read(listed)
    expect(accounts.map(({ data }) => data.toString())).to.deep.equal(listed.map(String))
    expect(accounts.map(({ address }) => address)).to.deep.equal(listed.map((_, index) => `account ${index}`))
    expect(accounts.map(({ space }) => space)).to.deep.equal(listed.map(({ length }) => length))
  })

  it('that are in memory already are not kept twice', async () => {
    const known = { address: 'account 1', data: Buffer.from('short') }
    const accounts = await read(listed, ({ address, data }) => {
      return address === known.address && data.equals(known.data) ? known : null
    })
    expect(accounts[1]).to.equal(known)
    expect(accounts.map(({ data }) => data.toString())).to.deep.equal(listed.map(String))
  })
})
