import { rm } from 'node:fs/promises'
import { fromMarketId, PredictionMarketClient } from '@prediction-market/sdk'
import {
  closeBankroll,
  type PlaceBetFromBankrollInput,
  placeBetFromBankroll,
  setDelegate,
  withdraw,
} from '@prediction-market/sdk/instructions'
import { Keypair, PublicKey, type TransactionInstruction } from '@solana/web3.js'
import { expect } from 'chai'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { delegateKeypair } from '../../app/src/gateway/auth/api-key.ts'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { openStore } from '../../app/src/store/store.ts'
import {
  bankrollOf,
  changeDelegate,
  givenBettor,
  givenMarket,
  type TestKey,
  WIDE,
} from '../helpers/gateway/bankroll.ts'
import {
  act,
  inSeconds,
  openGateway,
  paidWallet,
  refused,
  request,
  sharedGateway,
  sign,
  type TestGateway,
} from '../helpers/gateway/harness.ts'
import { newStoreFolder } from '../helpers/gateway/store.ts'

describe('gateway: thefts of one-call bets', () => {
  let test: TestGateway
  let url: string
  let thief: Keypair
  let market: string
  const { cosigner } = LOCALNET_KEYS

  before(async () => {
    test = await sharedGateway()
    url = test.gateway.url
    thief = await paidWallet(url, Keypair.generate(), { SOL: '50', UTILITY: '500' })
    market = await givenMarket(test, 'SOL', thief)
  })

  const bet = (key: TestKey, amount: string, id = market) =>
    request(url, 'POST', `/v1/markets/${id}/bets`, { body: { outcome: 'Yes', amount }, headers: key.headers })

  const fromBankroll = (owner: PublicKey, change: Partial<PlaceBetFromBankrollInput>) =>
    placeBetFromBankroll({
      owner,
      market: fromMarketId(market, 'market'),
      outcome: 'Yes',
      amount: 10n ** 8n,
      ...change,
    })

  /** Expects the chain to refuse a transaction of the thief's, and the bankroll to be as it was. */
  async function powerless(
    wallet: Keypair,
    instruction: TransactionInstruction,
    signers: Keypair[],
    reason: RegExp,
  ) {
    const before = await bankrollOf(url, wallet)
    const client = new PredictionMarketClient(test.localnet.connection, { signer: thief })
    const error = await client.send([instruction], { signers }).then(
      () => expect.fail('the chain took it'),
      (refusal: Error) => refusal,
    )
    expect(`${error.name} ${error.message}`).to.match(reason)
    expect(await bankrollOf(url, wallet)).to.deep.equal(before)
  }

  it('attack 36: a stolen API key bets within its limits, withdraws nothing, and ends with its revocation', async () => {
    const limits = { SOL: { perBet: '1', total: '1.5' }, UTILITY: { perBet: '0', total: '0' } }
    const { wallet, key } = await givenBettor(test, { limits })
    const owned = await test.localnet.connection.getBalance(thief.publicKey, 'confirmed')
    // All that it can do: bets of the owner's, here on a market of the thief's own.
    expect((await bet(key, '1')).status).to.equal(201)
    expect((await bet(key, '1')).headers.get('x-error-code')).to.equal('DelegateTotalExceeded')
    const { headers } = key
    for (const path of ['deposits', 'withdrawals']) {
      const body = { currency: 'SOL', amount: '1' }
      refused(await request(url, 'POST', `/v1/bankroll/${path}`, { body, headers }), 403, 'scope build')
    }
    const body = { ...WIDE, expiresAt: inSeconds(test, 3_600) }
    const path = `/v1/bankroll/delegates/${key.id}`
    refused(await request(url, 'PUT', path, { body, headers }), 403, 'scope build')
    refused(
      await request(url, 'POST', '/v1/keys', { body: { scopes: ['bet'] }, headers }),
      403,
      'Sign the request',
    )
    const spent = (await bankrollOf(url, wallet)).delegates[0].spent.SOL
    expect(spent).to.be.greaterThan(1).and.at.most(1.5)
    expect(await test.localnet.connection.getBalance(thief.publicKey, 'confirmed')).to.equal(owned)

    // The delegate's key, which anyone with the secret can derive, is not enough without the gateway's.
    const stolen = delegateKeypair(key.key)
    expect(stolen.publicKey.toBase58()).to.equal(key.delegate)
    const delegate = { key: stolen.publicKey, cosigner: thief.publicKey }
    const forged = fromBankroll(wallet.publicKey, { delegate })
    await powerless(wallet, forged, [stolen], /NotDelegate/)

    expect((await request(url, 'DELETE', `/v1/keys/${key.id}`, { wallet })).status).to.equal(200)
    refused(await bet(key, '0.01'), 401, 'The API key was revoked')
  })

  it("attack 36: a withdrawal that a stolen key has built fails without the owner's signature", async () => {
    const { wallet } = await givenBettor(test)
    const issued = await request(url, 'POST', '/v1/keys', { body: {}, wallet })
    const headers = { authorization: `Bearer ${issued.body.key}` }
    const body = { currency: 'SOL', amount: '5' }
    const built = await request(url, 'POST', '/v1/bankroll/withdrawals', { body, headers })
    expect(built.status, built.text).to.equal(202)
    const signedTransaction = built.body.transaction.base64
    const sent = await request(url, 'POST', '/v1/transactions', { body: { signedTransaction } })
    refused(sent, 400, `is not signed by ${wallet.publicKey.toBase58()}`)
    expect(() => sign(signedTransaction, thief)).to.throw('Cannot sign with non signer key')
    expect((await bankrollOf(url, wallet)).balances.SOL).to.equal(20)
  })

  it('a stolen gateway key bets nothing, names no delegate and withdraws nothing', async () => {
    const { wallet, key } = await givenBettor(test)
    const owner = wallet.publicKey
    const known = new PublicKey(key.delegate as string)
    const both = { key: cosigner.publicKey, cosigner: cosigner.publicKey }
    await powerless(wallet, fromBankroll(owner, { delegate: both }), [cosigner], /NotDelegate/)
    const other = { key: thief.publicKey, cosigner: cosigner.publicKey }
    await powerless(wallet, fromBankroll(owner, { delegate: other }), [cosigner], /NotDelegate/)
    const unsigned = fromBankroll(owner, { delegate: { key: known, cosigner: cosigner.publicKey } })
    for (const account of unsigned.keys) if (account.pubkey.equals(known)) account.isSigner = false
    await powerless(wallet, unsigned, [cosigner], /AccountNotSigner/)
    /** The instruction, signed by the gateway's key where the owner would have to. */
    const asOwner = (instruction: TransactionInstruction) => {
      for (const account of instruction.keys) {
        if (account.pubkey.equals(owner)) account.pubkey = cosigner.publicKey
      }
      return instruction
    }
    await powerless(
      wallet,
      asOwner(withdraw({ owner, amount: 1n })),
      [cosigner],
      /NotBankrollOwner|ConstraintSeeds/,
    )
    await powerless(wallet, asOwner(closeBankroll({ owner })), [cosigner], /NotBankrollOwner|ConstraintSeeds/)
    const limits = {
      perBet: { SOL: 10n ** 9n, UTILITY: 0n },
      total: { SOL: 10n ** 9n, UTILITY: 0n },
      maxFee: 0n,
      expiresAt: BigInt(test.localnet.node.clock.now.unixSecond + 3_600),
    }
    const named = setDelegate({ owner, key: thief.publicKey, cosigner: cosigner.publicKey, limits })
    await powerless(wallet, asOwner(named), [cosigner], /NotBankrollOwner|ConstraintSeeds/)
  })

  it('attack 47: thousands of positions empty no bankroll, because their rent counts', async () => {
    const limits = { SOL: { perBet: '0.01', total: '0.025' }, UTILITY: { perBet: '0', total: '0' } }
    const { wallet, key } = await givenBettor(test, { limits })
    const markets = [await givenMarket(test, 'SOL', thief), await givenMarket(test, 'SOL', thief), market]
    let placed = 0
    for (let round = 0; ; round++) {
      const answer = await bet(key, '0.005', markets[round % markets.length])
      if (answer.status !== 201) {
        expect(answer.headers.get('x-error-code'), answer.text).to.equal('DelegateTotalExceeded')
        break
      }
      placed += 1
    }
    // Without rent and fees five stakes would have fitted.
    expect(placed).to.be.lessThan(5)
    const { balances, delegates } = await bankrollOf(url, wallet)
    expect(delegates[0].spent.SOL).to.be.at.most(0.025)
    expect(balances.SOL).to.equal(Number((20 - delegates[0].spent.SOL).toFixed(9)))
  })

  it('attack 47: limits that are renewed while a bet is pending are totals, and allow no more', async () => {
    const limits = { SOL: { perBet: '1', total: '1.2' }, UTILITY: { perBet: '0', total: '0' } }
    const { wallet, key } = await givenBettor(test, { limits })
    const body = { ...WIDE, limits, expiresAt: inSeconds(test, 3_600) }
    const path = `/v1/bankroll/delegates/${key.id}`
    const renewal = await request(url, 'PUT', path, { body, wallet })
    // The bet comes between the request and the transaction that renews the limits.
    expect((await bet(key, '1')).status).to.equal(201)
    const signedTransaction = sign(renewal.body.transaction.base64, wallet)
    const sent = await request(url, 'POST', '/v1/transactions', { body: { signedTransaction } })
    expect(sent.status, sent.text).to.equal(201)
    expect(sent.body.delegates[0].spent.SOL).to.be.greaterThan(1)
    expect((await bet(key, '1')).headers.get('x-error-code')).to.equal('DelegateTotalExceeded')
    // One that was ended starts at 0 when it is named again.
    await changeDelegate(url, wallet, key.id, undefined)
    const again = await changeDelegate(url, wallet, key.id, body)
    expect(again.sent.body.delegates[0].spent.SOL).to.equal(0)
  })

  it('a stolen database cannot bet, and no log contains a secret', async () => {
    const path = await newStoreFolder()
    const logged: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
    const { gateway } = await openGateway({ store: { path }, log })
    const own = { ...test, gateway }
    const { wallet, key } = await givenBettor(own)
    const send = (headers: Record<string, string>, amount: string) => {
      const body = { outcome: 'Yes', amount }
      return request(gateway.url, 'POST', `/v1/markets/${market}/bets`, { body, headers })
    }
    const placed = await send({ ...key.headers, 'idempotency-key': 'a' }, '1')
    expect(placed.status, placed.text).to.equal(201)
    expect((await send(key.headers, '1000')).status).to.equal(402)
    expect((await send({ authorization: `Bearer ${key.key}x` }, '1')).status).to.equal(401)
    await gateway.stop()

    const store = await openStore({ path })
    const { rows: tables } = await store.db.execute(
      sql`SELECT table_name FROM information_schema.tables WHERE table_schema = ANY(current_schemas(false))`,
    )
    const texts = await Promise.all(
      tables.map(async ({ table_name }) => {
        const { rows } = await store.db.execute(
          sql`SELECT t::text AS row FROM ${sql.identifier(String(table_name))} t`,
        )
        return rows.map(({ row }) => row).join('\n')
      }),
    )
    await store.close()
    await rm(path, { recursive: true })
    const dump = texts.join('\n')
    expect(dump).to.include(key.delegate as string)
    const secrets = [
      key.key.split('_')[2] as string,
      ...secretsOf(delegateKeypair(key.key)),
      ...secretsOf(cosigner),
    ]
    for (const secret of secrets) {
      expect(dump).not.to.include(secret)
      expect(logged.join('')).not.to.include(secret)
    }
    // The hash is no key, and the signed bet that is stored has had its one effect.
    const hash = /[0-9a-f]{64}/.exec(dump)?.[0] as string
    refused(
      await request(url, 'GET', '/v1/bankroll', { headers: { authorization: `Bearer ${hash}` } }),
      401,
      'Bearer',
    )
    const { balances } = await bankrollOf(url, wallet)
    const bytes = /A[A-Za-z0-9+/]{400,}={0,2}/.exec(dump)?.[0] as string
    const again = await request(url, 'POST', '/v1/transactions', { body: { signedTransaction: bytes } })
    expect([again.status, again.body]).to.deep.equal([201, placed.body])
    expect((await bankrollOf(url, wallet)).balances).to.deep.equal(balances)
  })

  it('attack 36: both keys, with a market of their own, get what the limits leave and no more', async () => {
    const limits = { SOL: { perBet: '1', total: '1.1' }, UTILITY: { perBet: '0', total: '0' } }
    const { wallet, key } = await givenBettor(test, { limits })
    const own = await givenMarket(test, 'SOL', thief)
    await act(url, `/v1/markets/${own}/bets`, { outcome: 'No', amount: '1' }, thief)
    expect((await bet(key, '1', own)).status).to.equal(201)
    const stolen = delegateKeypair(key.key)
    const delegate = { key: stolen.publicKey, cosigner: cosigner.publicKey }
    const more = fromBankroll(wallet.publicKey, { delegate, amount: 10n ** 8n })
    await powerless(wallet, more, [stolen, cosigner], /DelegateTotalExceeded/)
    const tooMuch = fromBankroll(wallet.publicKey, { delegate, amount: 10n ** 9n + 1n })
    await powerless(wallet, tooMuch, [stolen, cosigner], /DelegatePerBetExceeded/)
    const dear = fromBankroll(wallet.publicKey, { delegate, amount: 10n ** 7n, fee: 50_001n })
    await powerless(wallet, dear, [stolen, cosigner], /DelegateFeeTooHigh/)
  })
})

/** The secret bytes of a keypair as they might be written. */
function secretsOf({ secretKey }: Keypair): string[] {
  const seed = Buffer.from(secretKey.subarray(0, 32))
  return [seed.toString('hex'), seed.toString('base64').slice(0, 40), [...seed].join(',')]
}
