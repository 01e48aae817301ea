import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { act, paidWallet, refused, request, sharedGateway } from '../helpers/gateway/harness.ts'

describe('gateway: balances', () => {
  let url: string

  before(async () => {
    url = (await sharedGateway()).gateway.url
  })

  it('are what a wallet holds, with every digit', async () => {
    const wallet = await paidWallet(url, Keypair.generate(), {
      SOL: '1234.123456789',
      UTILITY: '0.000001',
    })
    const address = wallet.publicKey.toBase58()
    const { status, text } = await request(url, 'GET', `/v1/wallets/${address}/balances`)
    expect(status, text).to.equal(200)
    expect(text).to.equal(`{"wallet":"${address}","SOL":1234.123456789,"UTILITY":0.000001}`)
  })

  it('are read once for many requests of a moment', async () => {
    const address = Keypair.generate().publicKey.toBase58()
    const read = async () => {
      const { text } = await request(url, 'GET', '/metrics')
      const calls = [...text.matchAll(/^gateway_rpc_calls_total\{[^}]*"getMultipleAccounts"[^}]*\} (\d+)/gm)]
      return calls.reduce((sum, [, count]) => sum + Number(count), 0)
    }
    const before = await read()
    const path = `/v1/wallets/${address}/balances`
    await Promise.all(Array.from({ length: 40 }, () => request(url, 'GET', path)))
    expect((await read()) - before).to.be.within(1, 3)
  })

  it('are current as soon as a transaction is answered', async () => {
    const wallet = await paidWallet(url, Keypair.generate(), { SOL: '10' })
    const path = `/v1/wallets/${wallet.publicKey.toBase58()}/balances`
    const read = async () => Number((await request(url, 'GET', path)).body.SOL)
    for (const left of [8, 6, 4]) {
      // Somebody looks while the deposit is under way.
      expect(await read()).to.be.above(left)
      await act(url, '/v1/bankroll/deposits', { currency: 'SOL', amount: '2' }, wallet)
      expect(await read()).to.be.within(left - 0.1, left)
    }
  })

  it('are 0 for an unfunded wallet, and a 400 for an invalid address', async () => {
    const address = Keypair.generate().publicKey.toBase58()
    const { body } = await request(url, 'GET', `/v1/wallets/${address}/balances`)
    expect(body).to.deep.equal({ wallet: address, SOL: 0, UTILITY: 0 })
    refused(
      await request(url, 'GET', '/v1/wallets/nobody/balances'),
      400,
      'address: must be a Solana address',
    )
  })
})
