import { PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { ListReader } from '../../app/src/chain/list-reader.ts'
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

/** Reads an answer that comes in parts of these sizes, over and over. */
function readParts(text: string, sizes: readonly number[]): { items: unknown[]; rest: string } {
  const items: unknown[] = []
  const reader = new ListReader((json) => items.push(JSON.parse(json)))
  const bytes = Buffer.from(text)
  for (let at = 0, part = 0; at < bytes.length; part++) {
    const size = sizes[part % sizes.length] ?? 1
    reader.push(bytes.subarray(at, at + size))
    at += size
  }
  return { items, rest: reader.rest }
}

const anySizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })

describe('chain: a list that comes in parts', () => {
  it('has the same items as in one piece, and keeps the rest of the answer', () => {
    const anyText = fc.oneof(fc.string(), fc.constantFrom('}', '{"', '\\', '\\"', '],[', 'ö}'))
    const anyItem = fc.record({
      account: fc.record({ data: fc.tuple(anyText, anyText), space: fc.integer() }),
      pubkey: anyText,
    })
    fc.assert(
      fc.property(fc.array(anyItem), anySizes, fc.nat(), fc.boolean(), (value, sizes, slot, isLast) => {
        const context = { apiVersion: '2.0', slot }
        const around = (list: object[]) => (isLast ? { value: list, context } : { context, value: list })
        const answer = { jsonrpc: '2.0', result: around(value), id: 1 }
        for (const space of [0, 1]) {
          const { items, rest } = readParts(JSON.stringify(answer, null, space), sizes)
          expect(items).to.deep.equal(value)
          expect(JSON.parse(rest)).to.deep.equal({ ...answer, result: around([]) })
        }
      }),
    )
  })

  it('is empty if the answer has no list, and the answer is unchanged', () => {
    const error = JSON.stringify({ jsonrpc: '2.0', error: { code: -32005, message: 'a "list" [{}]' }, id: 1 })
    for (const text of [error, 'try later', '', '{"result":{"value":[']) {
      fc.assert(
        fc.property(anySizes, (sizes) => {
          expect(readParts(text, sizes)).to.deep.equal({ items: [], rest: text })
        }),
      )
    }
  })

  it('is refused if it is cut off', () => {
    const text = JSON.stringify({ result: { context: { slot: 1 }, value: [{ a: 1 }, { b: '}' }] } })
    for (let end = 1; end < text.length; end++) {
      expect(() => JSON.parse(readParts(text.slice(0, end), [7]).rest), text.slice(0, end)).to.throw(
        SyntaxError,
      )
    }
  })
})
