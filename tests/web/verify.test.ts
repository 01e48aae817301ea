import { Keypair } from '@solana/web3.js'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { startWorld, type World } from '../../tools/web/world.ts'
import { act, paidWallet, request } from '../helpers/gateway/harness.ts'
import { falsify, withoutAccount } from '../helpers/localnet/false-answers.ts'
import { until } from '../helpers/localnet/index.ts'
import { openRpcProxy, type RpcCall } from '../helpers/localnet/rpc-proxy.ts'
import { encodePriceUpdate } from '../helpers/oracle/pyth.ts'
import { expectAccessible, givenMarket, openWindow, textOf } from '../helpers/web/index.ts'

describe('web: checking a decision', () => {
  let world: World
  let id: string

  before(async () => {
    // Given a market with stakes on both sides that was decided.
    world = await startWorld({ demo: false, seed: 'verify' })
    const { url, localnet } = world
    const [creator, other] = [Keypair.generate(), Keypair.generate()]
    for (const wallet of [creator, other]) await paidWallet(url, wallet, { SOL: '5' })
    const opened = await givenMarket(world, creator, {
      question: 'Will ETH be above $1,000?',
      seconds: 90,
      initialStake: { outcome: 'Yes', amount: 1 },
    })
    id = opened.id
    await act(url, `/v1/markets/${id}/bets`, { outcome: 'No', amount: 0.5 }, other)
    await localnet.node.cheats.timeTravel(opened.expiry)
    await until('the decision', async () => (await fetch(`${url}/v1/markets/${id}/proof`)).ok)
  })

  after(() => world?.stop())

  const verdictOf = (page: Page) => textOf(page.getByTestId('verdict').getByRole('heading'))
  const marksOf = (page: Page) => page.getByTestId('steps').locator('.mark').allTextContents()

  it('recomputes it from the chain, and asks the gateway for its transactions alone', async () => {
    const { page, problems, close } = await openWindow(`/markets/${id}`, { url: world.url })
    const link = page.getByRole('link', { name: 'Check it yourself' })
    await link.waitFor()
    const asked = new Set<string>()
    await page.route('**', (route) => {
      if (!/\/assets\//.test(route.request().url())) asked.add(route.request().url())
      return route.continue()
    })
    await link.click()
    expect(await verdictOf(page)).to.equal('Right: every step agrees')
    expect(await textOf(page.getByTestId('verdict')))
      .to.contain('Yes')
      .and.to.contain('ETH/USD')
    expect(await marksOf(page)).to.deep.equal(Array(7).fill('right'))
    await expectAccessible(page, 'a verified decision')
    const { rpcUrl } = world.localnet.node
    const isAsked = (path: string) => [...asked].some((one) => one.startsWith(world.url + path))
    expect(isAsked(`/v1/markets/${id}/proof`)).to.equal(true)
    const own = ['/verify/', '/v1/config', `/v1/markets/${id}/proof`].map((path) => world.url + path)
    const others = [...asked].filter((one) => ![...own, rpcUrl].some((start) => one.startsWith(start)))
    // The stream of the page before may start again while it is left.
    expect(others.filter((one) => !one.includes('/v1/events'))).to.deep.equal([])
    expect(problems.filter((one) => !one.startsWith(`request to ${rpcUrl}`))).to.deep.equal([])
    await close()
  })

  it('shows red what the gateway says falsely', async () => {
    const options = { url: world.url, colorScheme: 'dark', locale: 'es-ES' } as const
    const { page, close } = await openWindow('/how', options)
    await page.route('**/proof', async (route) => {
      const response = await route.fetch()
      const proof = await response.json()
      await route.fulfill({ response, json: { ...proof, winningOutcome: 'No', answer: 'No' } })
    })
    await page.goto(`${world.url}/verify/${id}`)
    expect(await verdictOf(page)).to.equal('Incorrecto: un paso no coincide')
    const wrong = page.getByTestId('steps').locator('.bad')
    expect(await wrong.count()).to.equal(1)
    expect(await textOf(wrong))
      .to.contain('Este sitio dice lo mismo')
      .and.to.contain('the answer is Yes')
    await expectAccessible(page, 'a false answer')
    await close()
  })

  it('shows red the right proof of another market', async () => {
    const { body: proof } = await request(world.url, 'GET', `/v1/markets/${id}/proof`)
    const { page, close } = await openWindow('/how', { url: world.url })
    await page.route('**/proof', (route) => route.fulfill({ json: proof }))
    for (const [market, verdict] of [
      [id, 'Right: every step agrees'],
      [`market_${Keypair.generate().publicKey}`, 'Wrong: a step does not agree'],
    ] as const) {
      await page.goto(`${world.url}/verify/${market}`)
      expect(await verdictOf(page)).to.equal(verdict)
    }
    await close()
  })

  it('says that a node has no history, which is not red, and asks the one that is typed', async () => {
    const { page, close } = await openWindow(`/verify/${id}`, { url: world.url })
    await page.getByTestId('verdict').waitFor()
    // Nodes that keep no transactions answer null, or refuse.
    const answers = [{ result: null }, { error: { code: -32_011, message: 'no history' } }]
    for (const [index, answer] of answers.entries()) {
      const node = `https://node-${index}.example/`
      await page.route(`${node}**`, (route) => {
        const { id: call } = route.request().postDataJSON()
        return route.fulfill({
          json: { jsonrpc: '2.0', id: call, ...answer },
          headers: { 'access-control-allow-origin': '*' },
        })
      })
      await page.getByLabel('Node to ask').fill(node)
      await page.getByRole('button', { name: 'Check' }).click()
      await page.getByText('This node cannot tell').waitFor()
      expect(await marksOf(page)).to.deep.equal(['not known'])
      expect(await page.locator('.bad, .decision.no').count()).to.equal(0)
      await expectAccessible(page, 'a node without history')
    }

    // A node that the policy does not allow is not asked, and one that does not answer is not red either.
    await page.getByLabel('Node to ask').fill('http://example.com')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('This must be an address with https://').waitFor()
    await page.getByLabel('Node to ask').fill('http://127.0.0.1:9')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('The node could not be read').waitFor()
    await page.getByLabel('Node to ask').fill(world.localnet.node.rpcUrl)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('Right: every step agrees').waitFor()
    await close()
  })

  it('never shows green what a node tells falsely, nor what it does not show', async () => {
    const { body: proof } = await request(world.url, 'GET', `/v1/markets/${id}/proof`)
    const { decided } = proof.transactions
    let lie: (call: RpcCall) => unknown = () => undefined
    const proxy = await openRpcProxy({ node: world.localnet.node, alter: (call) => lie(call) })
    const { page, close } = await openWindow(`/verify/${id}`, { url: world.url })
    const check = async (verdict: string) => {
      await page.getByLabel('Node to ask').fill(proxy.rpcUrl)
      await page.getByRole('button', { name: 'Check' }).click()
      await page.getByRole('heading', { name: verdict }).waitFor()
      return page.locator('.panel.decision').getAttribute('class')
    }
    const textsOf = (mark: string) => page.getByTestId('steps').locator(mark).locator('b').allTextContents()

    // Given a node that tells the truth, and one that turns the decision around.
    expect(await check('Right: every step agrees')).to.contain('yes')
    lie = falsify(decided.transactionId, 'MarketResolved', { outcome: 'No' })
    expect(await check('Wrong: a step does not agree')).to.contain('no')
    expect(await textsOf('.bad')).to.include.members([
      'This site says the same',
      "The market's account agrees",
      'The rule gives this answer',
    ])
    await expectAccessible(page, 'a lying node')

    // One with another price for the second that decided, and one whose price account has been written anew since.
    const publishTime = BigInt(Date.parse(proof.observation.observedAt)) / 1_000n
    const written = (update: object) => (call: RpcCall) => {
      const { method, params, result } = call
      if (method !== 'getAccountInfo' || params[0] !== proof.evidence.account) return undefined
      const bytes = encodePriceUpdate({ feed: proof.rule.condition.feed, price: 1n, publishTime, ...update })
      return {
        ...result,
        value: { ...result.value, data: [Buffer.from(bytes).toString('base64'), 'base64'] },
      }
    }
    lie = written({})
    expect(await check('Wrong: a step does not agree')).to.contain('no')
    expect(await textsOf('.bad')).to.deep.equal(['The evidence supports the answer'])
    lie = written({ publishTime: publishTime + 1n })
    expect(await check('No step disagrees, but not all could be checked')).to.contain('unknown')
    expect(await textsOf('.unknown')).to.deep.equal(['The evidence supports the answer'])

    // And one that hides the account of the market, and then every transaction since the decision.
    lie = (call) =>
      call.method === 'getSignaturesForAddress' ? [] : withoutAccount(id.slice('market_'.length))(call)
    expect(await check('No step disagrees, but not all could be checked')).to.contain('unknown')
    expect(await textsOf('.unknown')).to.deep.equal(["The market's account agrees"])
    await expectAccessible(page, 'a node that hides an account')
    await close()
    await proxy.close()
  })

  it('says that an open market has no decision yet, and that there is no market of a made-up id', async () => {
    const { url } = world
    const creator = await paidWallet(url, Keypair.generate(), { SOL: '5' })
    const open = await givenMarket(world, creator, { question: 'Will ETH be above $9,000?', seconds: 3_600 })
    const { page, close } = await openWindow(`/verify/${open.id}`, { url, locale: 'es-ES' })
    expect(await verdictOf(page)).to.equal('Aún sin decidir')
    await page.goto(`${url}/verify/market_${Keypair.generate().publicKey}`)
    expect(await verdictOf(page)).to.equal('Este nodo no conoce ese mercado')
    expect(await page.locator('.decision.unknown').count()).to.equal(1)
    expect(await page.getByTestId('steps').count()).to.equal(0)
    await page.goto(`${url}/verify/nothing`)
    await page.getByText('no contiene el id de un mercado').waitFor()
    await close()
  })
})
