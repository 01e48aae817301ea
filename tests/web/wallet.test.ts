import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import nacl from 'tweetnacl'
import { paidWallet, request, sign } from '../helpers/gateway/harness.ts'
import { openWindow, placeBet, sharedStage, takeBurner, textOf, type Window } from '../helpers/web/index.ts'

describe('web: wallets', () => {
  let window: Window | undefined

  afterEach(async () => {
    const { problems } = window ?? expect.fail()
    await window?.close()
    expect(problems).to.deep.equal([])
  })

  it('say what a burner wallet is, keep it over a reload, and delete it', async () => {
    window = await openWindow('/wallet')
    const { page } = window
    await page.getByText('No wallet yet').waitFor()
    const address = await takeBurner(page)
    await page.getByText('its key is stored in this browser, unprotected').waitFor()
    await page.getByText('10', { exact: true }).waitFor()
    await page.getByText('1,000', { exact: true }).waitFor()
    await page.reload()
    await page.getByText(address).waitFor()
    page.once('dialog', (dialog) => dialog.accept())
    await page.getByRole('button', { name: 'Delete this wallet' }).click()
    await page.getByText('No wallet yet').waitFor()
  })

  it('issue an API key that works, and revoke it', async () => {
    window = await openWindow('/developers')
    const { page } = window
    const { url } = await sharedStage()
    await takeBurner(page)
    await page.getByText('No keys yet.').waitFor()
    // A key that may do nothing is not issued.
    const scopes = [/^read:/, /^build:/]
    for (const scope of scopes) await page.getByLabel(scope).uncheck()
    await page.getByText('Choose at least one thing it may do.').waitFor()
    for (const scope of scopes) await page.getByLabel(scope).check()
    await page.getByLabel('Name of a new key').fill('trading bot')
    await page.getByRole('button', { name: 'Issue a key' }).click()
    const key = await textOf(page.getByTestId('issued-key'))
    // A request with the key gets as far as the market, one with a wrong key does not.
    const market = 'market_11111111111111111111111111111112'
    const result = (bearer: string) =>
      request(url, 'GET', `/v1/markets/${market}/result`, { headers: { authorization: `Bearer ${bearer}` } })
    expect((await result(key)).status).to.equal(404)
    expect((await result(`${key}x`)).status).to.equal(401)
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('revoked').waitFor()
    expect((await result(key)).status).to.equal(401)
  })

  it('add a webhook, whose secret is shown once, and delete it', async () => {
    window = await openWindow('/developers')
    const { page } = window
    await takeBurner(page)
    await page.getByText('No webhooks yet.').waitFor()
    // The receiver repeats the challenge that it is sent, as text.
    const receiver = createServer(async (request, response) => {
      const { data } = (await json(request)) as { data: { challenge: string } }
      response.end(data.challenge)
    })
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`
    await page.getByLabel('Address of a new webhook').fill(address)
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    expect(await textOf(page.getByTestId('webhook-secret'))).to.match(/^whsec_/)
    const row = page.getByRole('row').filter({ hasText: address })
    await row.filter({ hasText: 'all of one wallet' }).waitFor()
    await row.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhooks yet.').waitFor()
    receiver.close()
  })

  it('are found by the Wallet Standard, and sign what they are asked to', async () => {
    // Given a wallet that is installed: it registers itself, as the standard says, and signs in its own process.
    window = await openWindow()
    const { page } = window
    const { url, world } = await sharedStage()
    const keypair = await paidWallet(url, Keypair.generate(), { SOL: '5' })
    const asked: string[] = []
    const texts: string[] = []
    await page.exposeFunction('signMessage', (base64: string) => {
      asked.push('message')
      texts.push(Buffer.from(base64, 'base64').toString())
      return Buffer.from(nacl.sign.detached(Buffer.from(base64, 'base64'), keypair.secretKey)).toString(
        'base64',
      )
    })
    await page.exposeFunction('signTransaction', (base64: string) => {
      asked.push('transaction')
      return sign(base64, keypair)
    })
    await page.addInitScript({ content: installedWallet(keypair.publicKey.toBase58()) })
    const market = world.localnet.demo.find(({ question }) => question === 'Will BTC reach $150k?')
    await page.goto(`${url}/markets/${market?.id}`)

    // When its owner connects it and bets.
    await page.getByRole('button', { name: 'Choose a wallet' }).first().click()
    await page.getByRole('button', { name: /Test wallet/ }).click()
    await placeBet(page, 'Yes', '0.25')

    // Then the bet is theirs, and the wallet is taken up again after a reload.
    await page.getByTestId('own-position').filter({ hasText: '0.25 SOL' }).waitFor()
    await page.reload()
    await page.getByTestId('own-position').filter({ hasText: '0.25 SOL' }).waitFor()

    // And its owner was shown who asks, what the key may do, and until when.
    expect(texts[0]?.split('\n')[1]).to.match(
      /^127\.0\.0\.1:\d+ asks for a key\. It may read .* and build transactions for you to sign, until \d{4}-/,
    )

    // And its owner has signed in once: the next bet is one prompt, also after the reload.
    expect(asked).to.deep.equal(['message', 'transaction'])
    await placeBet(page, 'No', '0.25')
    expect(asked).to.deep.equal(['message', 'transaction', 'transaction'])

    // And it signs for its keys only after a click. The key of this page can read and build, and nothing else.
    await page.getByRole('link', { name: /Your wallet/ }).click()
    await page.getByRole('link', { name: 'Bankroll, API keys and webhooks' }).click()
    await page.getByRole('button', { name: 'Show bankroll and API keys' }).click()
    const key = page.getByRole('row').filter({ hasText: 'This page' })
    await key.waitFor()
    expect(await textOf(key))
      .to.contain('read, build')
      .and.not.to.contain('bet')
    expect(await textOf(page.getByTestId('bankroll-SOL'))).to.equal('0')

    // When the key is revoked, then the next bet signs in again.
    await key.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('revoked').waitFor()
    asked.length = 0
    await page.goto(`${url}/markets/${market?.id}`)
    await placeBet(page, 'Yes', '0.25')
    expect(asked).to.deep.equal(['message', 'transaction'])
    // The browser reports the refused request.
    expect(window.problems.splice(0).join()).to.contain('401')
  })
})

/** The script of a Wallet Standard wallet with one account, which signs by functions of the test. */
function installedWallet(address: string): string {
  return `
    const bytes = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
    const text = (bytes) => btoa(String.fromCharCode(...bytes))
    const account = { address: '${address}', chains: ['solana:localnet'], features: [] }
    const wallet = {
      version: '1.0.0',
      name: 'Test wallet',
      icon: 'data:image/svg+xml;base64,' + btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'),
      chains: ['solana:localnet'],
      accounts: [account],
      features: {
        'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [account] }) },
        'solana:signMessage': {
          version: '1.0.0',
          signMessage: async ({ message }) => [{ signature: bytes(await signMessage(text(message))) }],
        },
        'solana:signTransaction': {
          version: '1.0.0',
          signTransaction: async ({ transaction }) => [
            { signedTransaction: bytes(await signTransaction(text(transaction))) },
          ],
        },
      },
    }
    const register = ({ register }) => register(wallet)
    dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    addEventListener('wallet-standard:app-ready', ({ detail }) => register(detail))`
}
