import type { lookup } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import { isPublicAddress, publicLookup } from '../../app/src/channels/webhooks/public-address.ts'
import { sendMessage } from '../../app/src/channels/webhooks/send.ts'
import { openGateway, refused, request } from '../helpers/gateway/harness.ts'

/** A resolver that answers with these addresses, one after the other. */
function resolver(...answers: string[]) {
  const resolve = (_host: string, _options: unknown, callback: (error: null, found: object[]) => void) =>
    callback(null, [{ address: answers.shift() ?? '', family: 4 }])
  return resolve as unknown as typeof lookup
}

const MESSAGE = { secret: 'whsec_AAAA', id: 'evt_1', body: '{}' }

describe('addresses of webhooks', () => {
  it('are public', () => {
    for (const address of ['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111']) {
      expect(isPublicAddress(address), address).to.equal(true)
    }
    const others = ['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.0.1', '169.254.169.254', '100.64.0.1']
    const special = ['0.0.0.0', '224.0.0.1', '255.255.255.255', '192.0.2.1', 'example.com', '']
    const six = [
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      '::ffff:127.0.0.1',
      '::ffff:1.1.1.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      'ff02::1',
    ]
    for (const address of [...others, ...special, ...six])
      expect(isPublicAddress(address), address).to.equal(false)
  })

  it('are checked where the connection is made, so a name that changes its address reaches nobody', async () => {
    let requests = 0
    const server = createServer((_, outgoing) => {
      requests += 1
      outgoing.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      const options = { allowPrivate: false, timeoutMs: 2_000 }
      for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1']) {
        const sent = await sendMessage({ ...MESSAGE, url: `http://${host}:${port}/` }, options)
        expect(sent.error, host).to.include('an address that is not public')
      }
      // The name had a public address when it was registered, and has another when something is sent.
      const lookup = publicLookup(resolver('127.0.0.1'))
      const sent = await sendMessage(
        { ...MESSAGE, url: `http://example.com:${port}/` },
        { ...options, lookup },
      )
      expect(sent).to.deep.equal({ status: null, error: 'example.com has an address that is not public' })
      expect(requests).to.equal(0)
      const allowed = await sendMessage(
        { ...MESSAGE, url: `http://127.0.0.1:${port}/` },
        { ...options, allowPrivate: true },
      )
      expect(allowed).to.deep.equal({ status: 200, error: null })
    } finally {
      server.close()
    }
  })

  it('are https and public away from a localnet', async () => {
    const { gateway } = await openGateway({ localnet: undefined })
    const wallet = Keypair.generate()
    const register = (url: string) => request(gateway.url, 'POST', '/v1/webhooks', { body: { url }, wallet })
    try {
      refused(await register('http://example.com/'), 400, 'url: must begin with https://')
      refused(
        await register('https://me:secret@example.com/'),
        400,
        'url: must not contain a name or a password',
      )
      for (const host of ['localhost', 'a.localhost', '127.0.0.1', '10.0.0.1', '[::1]', '0x7f000001']) {
        refused(await register(`https://${host}/`), 400, 'url: must have a public address')
      }
      refused(await register('ftp://example.com'), 400, 'url: must be a URL')
      refused(await register('https://host.invalid/'), 400, 'url: must answer the challenge')
    } finally {
      await gateway.stop()
    }
  })
})
