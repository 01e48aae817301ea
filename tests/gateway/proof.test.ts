import { PredictionMarketClient } from '@prediction-market/sdk'
import type { EventData } from '@prediction-market/sdk/events'
import { findFeed } from '@prediction-market/sdk/feeds'
import { verifyDecision as verifyByKit } from '@prediction-market/sdk/kit/proof'
import { type SignedAttestation, signAttestation } from '@prediction-market/sdk/oracle'
import { verifyDecision } from '@prediction-market/sdk/proof'
import { quorumOf } from '@prediction-market/sdk/rules'
import { createSolanaRpc } from '@solana/kit'
import { Keypair, PublicKey } from '@solana/web3.js'
import { expect } from 'chai'
import { LOCALNET_KEYS } from '../../app/src/localnet/keys.ts'
import { type Localnet, startLocalnet } from '../../app/src/localnet/localnet.ts'
import { act, openGateway, paidWallet, refused, request, sign } from '../helpers/gateway/harness.ts'
import { falsify, withoutAccount } from '../helpers/localnet/false-answers.ts'
import { closeConnection, openConnection, until } from '../helpers/localnet/index.ts'
import { openRpcProxy, type RpcCall } from '../helpers/localnet/rpc-proxy.ts'

const SOL_FEED = findFeed('SOL')?.id ?? expect.fail()

describe('gateway: claims and proofs', () => {
  const [alice, bob, carol] = [Keypair.generate(), Keypair.generate(), Keypair.generate()]
  let localnet: Localnet
  let gateway: Awaited<ReturnType<typeof openGateway>>['gateway']
  let client: PredictionMarketClient
  let url: string

  before(async () => {
    const options = { rpcPort: 0, slotTimeMs: 100, seed: 'proof', demo: false, attestors: false }
    localnet = await startLocalnet(options)
    const nodes = { nodes: [localnet.node], localnet, prices: localnet.prices, reconcileMs: 500 } as const
    gateway = (await openGateway(nodes)).gateway
    url = gateway.url
    client = new PredictionMarketClient(openConnection(localnet.node), { signer: localnet.node.payer })
    for (const wallet of [alice, bob, carol]) await paidWallet(url, wallet, { SOL: '20', UTILITY: '100' })
    await localnet.prices.set('SOL', '150')
  })

  after(async () => {
    if (client) await closeConnection(client.connection)
    await gateway?.stop()
    await localnet?.stop()
  })

  const now = () => localnet.node.clock.now.unixSecond

  /** Opens a market in which alice has staked 2 on Yes and bob 1 on No. */
  async function opened(question: string, more: object = {}): Promise<{ id: string; expireAt: number }> {
    // A test before may have moved the clock, which the gateway reads every two seconds.
    await until('the gateway to see the time', () => gateway.chain.state.now() > BigInt(now()) - 60n)
    const expireAt = now() + 600
    const body = {
      question,
      outcomes: ['Yes', 'No'],
      expireAt: new Date(expireAt * 1_000).toISOString(),
      currency: 'SOL',
      ...more,
    }
    const { id } = (await act(url, '/v1/markets', body, alice)).sent.body
    const bets = `/v1/markets/${id}/bets`
    const first = { outcome: 'Yes', amount: 2 }
    // It reads a price at most once a second, and may know one of before the clock was moved.
    await until('the gateway to know a price of now', async () => {
      return (await request(url, 'POST', bets, { wallet: alice, body: first })).status === 202
    })
    await act(url, bets, first, alice)
    await act(url, bets, { outcome: 'No', amount: 1 }, bob)
    return { id, expireAt }
  }

  /** Shows the price of the second of expiry. */
  async function showPrice(id: string, expireAt: number): Promise<void> {
    await localnet.node.cheats.timeTravel(expireAt)
    const update = await until('the price at expiry', () => localnet.prices.updateAt(SOL_FEED, expireAt))
    await client.decisions.resolve({ market: id, price: await localnet.prices.post(update) })
  }

  /** The proof of a market, which the SDK finds right, with and without the gateway. */
  async function proven(id: string) {
    const answer = await until('the proof', async () => {
      const proof = await request(url, 'GET', `/v1/markets/${id}/proof`)
      return proof.status === 200 && proof
    })
    for (const proof of [answer.body, id]) {
      const verified = await verifyDecision(client.connection, proof)
      expect(verified.ok, JSON.stringify(verified.checks)).to.equal(true)
      const seen: unknown[] = []
      const rpc = createSolanaRpc(localnet.node.rpcUrl)
      const byKit = await verifyByKit(rpc, proof, { onCheck: (check) => seen.push(check) })
      expect(byKit.checks).to.deep.equal(verified.checks).and.to.deep.equal(seen)
      expect(byKit.decision?.outcome).to.equal(answer.body.winningOutcome)
    }
    const { checks, trusted } = await verifyDecision(client.connection, answer.body)
    return { proof: answer.body, checks: checks.map(({ name }) => name), trusted }
  }

  const claim = (id: string, wallet: Keypair) =>
    request(url, 'POST', `/v1/markets/${id}/claim`, { wallet, body: {} })

  it('pays a claimable result once', async () => {
    const { id, expireAt } = await opened('Will SOL be above $100?', { currency: 'UTILITY' })
    refused(await claim(id, alice), 409, 'The market has not been decided yet')
    expect((await claim(id, alice)).headers.get('x-error-code')).to.equal('MarketUndecided')
    await showPrice(id, expireAt)
    await until('the decision', () => gateway.book.get(id)?.market.status === 'resolved')

    const promised = (await request(url, 'GET', `/v1/markets/${id}/result`, { wallet: alice })).body
    expect(promised).to.deep.include({
      claimable: true,
      settled: false,
      yourWinnings: 2.9,
      transactionId: null,
    })
    const built = await claim(id, alice)
    expect(built.status, built.text).to.equal(202)
    const { transaction, ...projected } = built.body
    expect(projected).to.deep.equal({ ...promised, claimable: false, settled: true })

    const signedTransaction = sign(transaction.base64, alice)
    const send = () => request(url, 'POST', '/v1/transactions', { body: { signedTransaction } })
    const sent = await send()
    expect(sent.status, sent.text).to.equal(201)
    const { transactionId } = sent.body
    expect(sent.body).to.deep.equal({ ...projected, transactionId })
    expect((await send()).text).to.equal(sent.text)
    const result = await request(url, 'GET', `/v1/markets/${id}/result`, { wallet: alice })
    expect(result.body).to.deep.equal(sent.body)
    const status = await request(url, 'GET', `/v1/transactions/${transactionId}`)
    expect(status.body.result).to.deep.equal(sent.body)
    const held = await client.connection.getParsedTokenAccountsByOwner(alice.publicKey, {
      mint: gateway.book.get(id)?.market.mint ?? expect.fail(),
    })
    expect(held.value[0]?.account.data.parsed.info.tokenAmount.uiAmount).to.equal(100.9)

    const again = await claim(id, alice)
    refused(again, 409, `The position was paid in the transaction ${transactionId}`)
    expect(again.headers.get('x-error-code')).to.equal('NoPosition')
    for (const loser of [bob, carol]) {
      const nothing = await claim(id, loser)
      refused(nothing, 409, 'The wallet has nothing to claim in this market')
      expect(nothing.headers.get('x-error-code')).to.equal('NothingToClaim')
    }
    const unknown = `market_${Keypair.generate().publicKey.toBase58()}`
    refused(await claim(unknown, alice), 404, 'Market not found')
    refused(await request(url, 'POST', `/v1/markets/${id}/claim`), 401, 'Sign the request')
  })

  it('proves a decision by a price, and detects false answers of the gateway', async () => {
    const { id, expireAt } = await opened('Will SOL be above $100?')
    refused(await request(url, 'GET', `/v1/markets/${id}/proof`), 409, 'has not been decided yet')
    await showPrice(id, expireAt)
    const { proof, checks, trusted } = await proven(id)
    expect(proof).to.deep.include({ marketId: id, winningOutcome: 'Yes', answer: 'Yes' })
    expect(proof.observation).to.include({ met: true })
    expect(proof.evidence).to.include({ type: 'price', mint: null })
    expect(proof.rule.text).to.include('SOL/USD')
    expect(proof.transactions.recorded).to.equal(null)
    expect(checks).to.deep.equal([
      'transactions',
      'answer',
      'account',
      'evidence',
      'rule',
      'lateStakes',
      'payouts',
    ])
    expect(trusted.join()).to.include("Pyth's receiver").and.to.include('the node that was asked')

    const failing = async (changes: object) => {
      const { ok, checks: made } = await verifyDecision(client.connection, { ...proof, ...changes })
      expect(ok).to.equal(false)
      return made.filter((check) => !check.ok).map(({ name }) => name)
    }
    expect(await failing({ winningOutcome: 'No' })).to.deep.equal(['answer'])
    expect(await failing({ observation: { ...proof.observation, value: '1' } })).to.deep.equal(['answer'])
    const { created, decided } = proof.transactions
    expect(await failing({ transactions: { created, recorded: null, decided: created } })).to.deep.equal([
      'transactions',
    ])
    expect(await failing({ transactions: { created, recorded: decided, decided } })).to.deep.equal([
      'transactions',
    ])
    const other = await opened('Will SOL be above $100?')
    expect(await failing({ marketId: other.id })).to.deep.equal(['transactions'])
  })

  it('detects false answers of a node, and says what it does not show', async () => {
    const { id, expireAt } = await opened('Will SOL be above $100?')
    const made = `market_${Keypair.generate().publicKey.toBase58()}`
    const check = (rpcUrl: string, about: Parameters<typeof verifyByKit>[1]) =>
      verifyByKit(createSolanaRpc(rpcUrl), about)
    const { rpcUrl } = localnet.node
    expect(await check(rpcUrl, made)).to.deep.include({ ok: null, missing: 'market' })
    expect(await check(rpcUrl, id)).to.deep.include({ ok: null, missing: 'decision' })
    await showPrice(id, expireAt)
    const { proof } = await proven(id)
    const { created, decided } = proof.transactions

    let lie: (call: RpcCall) => unknown = () => undefined
    const proxy = await openRpcProxy({ node: localnet.node, alter: (call) => lie(call) })
    /** The checks that fail, and those that could not be made, with the gateway's answer and without. */
    const checked = async (about: Parameters<typeof verifyByKit>[1] = proof) => {
      const { ok, checks } = await check(proxy.rpcUrl, about)
      const namesOf = (result: boolean | null) =>
        checks.filter((one) => one.ok === result).map(({ name }) => name)
      return { ok, wrong: namesOf(false), unchecked: namesOf(null) }
    }
    try {
      expect(await checked()).to.deep.equal({ ok: true, wrong: [], unchecked: [] })
      const { decision } = await verifyDecision(client.connection, proof)
      const { observation, pools, fees } = decision ?? expect.fail()
      if (!observation) expect.fail()
      const lies: Partial<EventData['MarketResolved']> = {
        outcome: 'No',
        observation: { ...observation, value: 1n },
        pools: { ...pools, No: pools.No + 1n },
        late: { Yes: 1n, No: 0n },
        latePeriod: 1n,
        unmatched: 1n,
        fees: { ...fees, developer: fees.developer + 1n },
        resolvedAt: BigInt(expireAt - 1),
      }
      for (const [field, value] of Object.entries(lies)) {
        lie = falsify(decided.transactionId, 'MarketResolved', { [field]: value })
        for (const about of [proof, id]) expect((await checked(about)).ok, field).to.equal(false)
      }
      lie = falsify(created.transactionId, 'MarketCreated', { closeAt: 1n })
      expect(await checked()).to.deep.include({ ok: false, wrong: ['account'] })
      lie = falsify(decided.transactionId, 'MarketResolved', { observation: null })
      expect((await checked(id)).wrong).to.include('rule')

      // The decision of another market, and an account that is not there.
      const { transactionId } = decided
      lie = falsify(transactionId, 'MarketResolved', { market: Keypair.generate().publicKey })
      expect((await checked()).wrong).to.deep.equal(['transactions'])
      lie = withoutAccount(id.slice('market_'.length))
      expect(await checked()).to.deep.equal({ ok: null, wrong: [], unchecked: ['account'] })
      // The account of the price holds another one since.
      lie = withoutAccount(proof.evidence.account)
      expect(await checked()).to.deep.equal({ ok: null, wrong: [], unchecked: ['evidence'] })

      // Once the market is paid and closed, the transaction that closed it is read in place of the account.
      await client.decisions.settle({ market: id })
      await client.decisions.collectFees({ market: id })
      const closed = await client.decisions.close({ market: id })
      lie = () => undefined
      expect(await checked()).to.deep.equal({ ok: true, wrong: [], unchecked: [] })
      lie = falsify(closed.signature, 'MarketClosed', { paid: 1n })
      expect(await checked()).to.deep.equal({ ok: false, wrong: ['account'], unchecked: [] })
      lie = ({ method }) => (method === 'getSignaturesForAddress' ? [] : undefined)
      expect(await checked()).to.deep.equal({ ok: null, wrong: [], unchecked: ['account'] })
    } finally {
      await proxy.close()
    }
  })

  it('proves a "not met" that was recorded, and decided No after the proof window', async () => {
    const { id, expireAt } = await opened('Will SOL rise above $1,000?')
    await showPrice(id, expireAt)
    const { proofWindow } = (await client.markets.get(id))?.terms ?? expect.fail()
    await localnet.node.cheats.timeTravel(expireAt + proofWindow + 1)
    await until('the end of the proof window', async () => {
      return (await client.chainTime()) > expireAt + proofWindow
    })
    await client.decisions.resolve({ market: id })
    const { proof } = await proven(id)
    expect(proof).to.deep.include({ winningOutcome: 'No', answer: 'No' })
    expect(proof.transactions.recorded.transactionId).to.equal(proof.shownIn)
    expect(proof.evidence).to.include({ type: 'price' })
    const { transactions } = proof
    const hidden = { ...proof, transactions: { ...transactions, recorded: null } }
    expect((await verifyDecision(client.connection, hidden)).ok).to.equal(false)
  })

  it('proves a "not met" without a value, and says why there is none', async () => {
    const unread = [
      { change: { conf: 3_000_000_000n }, reason: 'its confidence interval was wider than 1 % of it' },
      {
        change: { publishTime: 90 },
        reason: 'published 90 seconds after it, but only a price within 60 seconds counts',
      },
    ]
    for (const { change, reason } of unread) {
      const { id, expireAt } = await opened('Will SOL rise above $1,000?')
      // The proof window has passed, so that "not met" decides at once.
      await localnet.node.cheats.timeTravel(expireAt + 90)
      const atExpiry = await until('a price', () => localnet.prices.updateAt(SOL_FEED, expireAt))
      const update = { ...atExpiry, ...change, publishTime: expireAt + (change.publishTime ?? 0) }
      await client.decisions.resolve({ market: id, price: await localnet.prices.post(update) })
      const { proof } = await proven(id)
      expect(proof).to.deep.include({ winningOutcome: 'No', answer: 'No' })
      expect(proof.observation).to.deep.include({ value: null, exponent: 0, met: false })
      expect(proof.observation.reason).to.include(reason)
    }
  })

  it('proves a decision by attestors, with their signatures', async () => {
    const more = { condition: { type: 'event', timing: 'atExpiry' } }
    const { id, expireAt } = await opened('Will the moon be full?', more)
    await localnet.node.cheats.timeTravel(expireAt)
    await until('the expiry', async () => (await client.chainTime()) >= expireAt)
    const market = new PublicKey(id.slice('market_'.length))
    const attested = { market, second: BigInt(expireAt), isMet: false }
    const { attestors } = LOCALNET_KEYS
    const quorum = attestors.slice(0, quorumOf(attestors.length))
    const signatures = quorum.map((key) => signAttestation(attested, key))
    const attestation: SignedAttestation = { second: attested.second, isMet: false, signatures }
    await client.decisions.resolve({ market: id, attestation })
    const { proof, trusted } = await proven(id)
    expect(proof).to.deep.include({ winningOutcome: 'No' })
    expect(proof.evidence).to.include({ type: 'attestation', met: false })
    expect(proof.evidence.signatures.map(({ attestor }: { attestor: string }) => attestor)).to.deep.equal(
      quorum.map(({ publicKey }) => publicKey.toBase58()),
    )
    expect(trusted).to.include('that the attestors signed what was true')
  })

  it('proves that nothing decided a market before it was voided', async () => {
    const { id, expireAt } = await opened('Will SOL be above $100?')
    const { voidDelay } = (await client.markets.get(id))?.terms ?? expect.fail()
    await localnet.node.cheats.timeTravel(expireAt + voidDelay)
    await until('the void delay', async () => (await client.chainTime()) >= expireAt + voidDelay)
    await client.decisions.void({ market: id })
    const { proof } = await proven(id)
    expect(proof).to.deep.include({ winningOutcome: null, answer: null, observation: null, evidence: null })
    const built = await claim(id, bob)
    expect(built.body).to.deep.include({ yourWinnings: 0, yourRefund: 1, winningOutcome: null })
  })
})
