import anchor from '@coral-xyz/anchor'
import { PredictionMarketClient } from '@prediction-market/sdk'
import { IDL } from '@prediction-market/sdk/idl'
import { PredictionMarketClient as KitClient } from '@prediction-market/sdk/kit'
import { createKeyPairSignerFromBytes, createSolanaRpc, createSolanaRpcSubscriptions } from '@solana/kit'
import { type Connection, Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { paidWallet, request } from '../helpers/gateway/harness.ts'
import { closeConnection, openConnection } from '../helpers/localnet/connection.ts'
import { until } from '../helpers/localnet/index.ts'
import { expectAccessible, openWindow, sharedStage } from '../helpers/web/index.ts'

const { AnchorProvider, BN, Program, Wallet } = anchor

/** Runs code whose imports are given to it. */
function run(code: string, known: object): Promise<unknown> {
  const lines = code.split('\n').filter((line) => !line.startsWith('import '))
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  return new AsyncFunction(...Object.keys(known), lines.join('\n'))(...Object.values(known))
}

describe('web: code to begin with', () => {
  let connection: Connection | undefined

  after(() => connection && closeConnection(connection))

  it('works as it stands, and can be copied', async () => {
    const { url, world } = await sharedStage()
    const { rpcUrl, wsUrl } = world.localnet.node
    const opened = openConnection({ rpcUrl, wsUrl })
    connection = opened
    const { page, problems, close } = await openWindow('/developers')
    await page.getByText(/\/v1\/markets\/market_[1-9A-HJ-NP-Za-km-z]+\/quote/).waitFor()
    await expectAccessible(page, 'code to begin with')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const sample = async (name: string) => {
      const button = page.getByRole('button', { name: `Copy the code for ${name}`, exact: true })
      await button.click()
      await button.filter({ hasText: 'Copied' }).waitFor()
      return page.evaluate<string>('navigator.clipboard.readText()')
    }

    // The call answers, and the frame is there.
    const [, quote = ''] = /^curl '(.*)'$/.exec(await sample('curl')) ?? []
    const { marketId } = (await (await fetch(quote)).json()) as { marketId: string }
    expect(await sample('iframe')).to.contain(`src="${url}/embed/markets/${marketId}"`)

    // Each of the others bets 0.1 SOL.
    const stakeOf = async (wallet: Keypair) => {
      const path = `/v1/wallets/${wallet.publicKey}/positions?market=${marketId}`
      return (await request(url, 'GET', path)).body[0]?.stake.Yes
    }
    const samples: Record<string, (wallet: Keypair) => object | Promise<object>> = {
      'web3.js': (signer) => ({ PredictionMarketClient, connection: opened, signer }),
      Kit: async (wallet) => ({
        PredictionMarketClient: KitClient,
        rpc: createSolanaRpc(rpcUrl),
        rpcSubscriptions: createSolanaRpcSubscriptions(wsUrl),
        signer: await createKeyPairSignerFromBytes(wallet.secretKey),
      }),
      'program.methods': (wallet) => ({
        IDL,
        Program,
        BN,
        provider: new AnchorProvider(opened, new Wallet(wallet)),
        bettor: wallet.publicKey,
      }),
    }
    for (const [name, known] of Object.entries(samples)) {
      const wallet = await paidWallet(url, Keypair.generate(), { SOL: '1' })
      await run(await sample(name), await known(wallet))
      await until(`the bet of ${name}`, async () => (await stakeOf(wallet)) === 0.1)
    }
    await close()
    expect(problems).to.deep.equal([])
  })
})
